#include "hotpath/jitter/gap.hpp"

namespace hotpath::jitter {

namespace {

struct CauseWords {
    std::string_view name;
    std::string_view text;
};

constexpr std::array<CauseWords, kCauses> kWords{{
    {"page_fault", "page fault of the thread"},
    {"own_wait", "the thread was stopped or waited"},
    {"another_thread", "another thread had the core"},
    {"stolen", "the hypervisor took the core (steal)"},
    {"device", "interrupt of a device"},
    {"page_moves", "pages moved by another core"},
    {"other_core", "interrupt sent by another core"},
    {"timer_tick", "timer tick"},
    {"own_call", "system call of the loop"},
    {"unexplained", "the host or firmware"},
}};

/// Longer than this many typical ticks is no tick.
constexpr std::int64_t kTicksMost = 8;
/// A device's interrupt that lasts longer on a virtual machine was waiting for the core.
constexpr Nanos kDeviceLongest{1'000'000};

[[nodiscard]] bool is_off_core(const Gap& gap) noexcept {
    return gap.evidence.off_core.value >= gap.length.value / 2;
}

/// The thread was on the core by the scheduler's account, but not by the steal clock's. A kernel
/// that subtracts the time of interrupts does the same on any machine.
[[nodiscard]] bool is_stolen(const Gap& gap, const AttributionContext& context) noexcept {
    return context.is_virtual && is_off_core(gap) &&
           (gap.evidence.device == 0 || gap.length > kDeviceLongest);
}

[[nodiscard]] bool is_tick(const Gap& gap, const AttributionContext& context) noexcept {
    return gap.evidence.ticks > 0 && (context.tick_typical == Nanos{} ||
                                      gap.length.value <= context.tick_typical.value * kTicksMost);
}

/// Neither on the core nor ready for it; a thread that has waited may lose the core besides.
[[nodiscard]] bool has_waited(const Gap& gap) noexcept {
    const GapEvidence& evidence = gap.evidence;
    const Nanos waited = evidence.off_core - evidence.run_delay;
    return evidence.own_switches > 0 &&
           (evidence.forced_switches == 0 || waited.value >= gap.length.value / 2);
}

/// A send over the loopback interface runs the receiver's softirq by itself.
[[nodiscard]] bool is_device(const Gap& gap) noexcept {
    return gap.evidence.device > 0 && gap.part != LoopPart::Calls;
}

[[nodiscard]] Cause without_interrupt(const Gap& gap) noexcept {
    return gap.part == LoopPart::Calls ? Cause::OwnCall : Cause::Unexplained;
}

[[nodiscard]] Cause of_interrupts(const Gap& gap, const AttributionContext& context) noexcept {
    if (is_device(gap)) {
        return Cause::Device;
    }
    if (gap.evidence.other_core > 0) {
        return gap.evidence.page_moves > 0 ? Cause::PageMoves : Cause::OtherCore;
    }
    return is_tick(gap, context) ? Cause::TimerTick : without_interrupt(gap);
}

}  // namespace

std::string_view cause_text(Cause cause, Watched watched) noexcept {
    if (cause == Cause::Unexplained && watched == Watched::Loop) {
        return "own code, the host or firmware";
    }
    return kWords[static_cast<std::size_t>(cause)].text;
}

std::string_view cause_name(Cause cause) noexcept {
    return kWords[static_cast<std::size_t>(cause)].name;
}

std::string_view owner_name(Owner owner) noexcept {
    constexpr std::array<std::string_view, kOwners> kNames{"host", "kernel", "ours"};
    return kNames[static_cast<std::size_t>(owner)];
}

std::string_view part_name(LoopPart part) noexcept {
    constexpr std::array<std::string_view, kLoopParts> kNames{"handling", "housekeeping", "calls"};
    return kNames[static_cast<std::size_t>(part)];
}

std::string_view work_name(Work work) noexcept {
    constexpr std::array<std::string_view, kOwnWorks + 1> kNames{
        "order", "packet", "reply", "timer", "status", "book_sums", "rehearsal", "calls"};
    return kNames[static_cast<std::size_t>(work)];
}

LoopPart part_of(Work work) noexcept {
    return work == Work::Calls   ? LoopPart::Calls
           : work < Work::Status ? LoopPart::Handling
                                 : LoopPart::Housekeeping;
}

Owner owner_of(Cause cause, Watched watched) noexcept {
    switch (cause) {
        case Cause::PageFault:
        case Cause::OwnWait:
            return Owner::Ours;
        case Cause::Stolen:
            return Owner::Host;
        case Cause::Unexplained:
            return watched == Watched::Spin ? Owner::Host : Owner::Ours;
        case Cause::AnotherThread:
        case Cause::Device:
        case Cause::PageMoves:
        case Cause::OtherCore:
        case Cause::TimerTick:
        case Cause::OwnCall:
            break;
    }
    return Owner::Kernel;
}

Cause attribute(const Gap& gap, const AttributionContext& context) noexcept {
    const GapEvidence& evidence = gap.evidence;
    if (evidence.faults > 0) {
        return Cause::PageFault;
    }
    if (has_waited(gap)) {
        return Cause::OwnWait;
    }
    if (evidence.forced_switches > 0) {
        return Cause::AnotherThread;
    }
    if (is_stolen(gap, context)) {
        return Cause::Stolen;
    }
    return gap.length < context.interrupt_least ? without_interrupt(gap)
                                                : of_interrupts(gap, context);
}

}  // namespace hotpath::jitter
