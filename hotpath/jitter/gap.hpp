#pragma once
/// A gap: a time in which a thread that never waits did not run, what the kernel counted in it, and
/// what that says about the cause.
///
/// attribute() is a function of the evidence alone, so that a table of examples tests it. Threads:
/// values. Allocation: none. Complexity: O(1).

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/units.hpp"

namespace hotpath::jitter {

enum class Cause : std::uint8_t {
    PageFault,      // the thread touched memory that had no page, or whose page had been moved
    OwnWait,        // the thread gave the core away: it was stopped, or waited
    AnotherThread,  // the scheduler gave the core to another thread
    Stolen,         // the kernel's steal clock: the hypervisor ran something else
    Device,         // an interrupt of a device, or the softirq that works for it
    PageMoves,      // another core moved pages: compaction, huge pages, NUMA balancing, swapping
    OtherCore,      // an interrupt that another core sent
    TimerTick,      // the core's timer and the kernel's work that follows it
    OwnCall,        // a system call that the loop made
    Unexplained,    // the kernel counted nothing: the host, firmware, or the code itself
};
inline constexpr std::size_t kCauses = 10;
inline constexpr std::array<Cause, kCauses> kAllCauses{
    Cause::PageFault, Cause::OwnWait,   Cause::AnotherThread, Cause::Stolen,  Cause::Device,
    Cause::PageMoves, Cause::OtherCore, Cause::TimerTick,     Cause::OwnCall, Cause::Unexplained};

enum class Owner : std::uint8_t { Host, Kernel, Ours };
inline constexpr std::size_t kOwners = 3;

/// Where in a loop it was. A spinning thread makes no system calls.
enum class LoopPart : std::uint8_t {
    Handling,      // own code, from an input to its outputs
    Housekeeping,  // own code between inputs: status, book sums, practice
    Calls,         // system calls of the loop
};
inline constexpr std::size_t kLoopParts = 3;

/// The kind of a piece of own code in a trader's loop.
enum class Work : std::uint8_t {
    Order,     // an input that sent something
    Packet,    // one of the feed that sent nothing
    Reply,     // bytes of a connection that sent nothing
    Timer,     // a deadline that sent nothing
    Status,    // the trader's state for telemetry, the health line and the JSON
    BookSums,  // a step of the books' checksums
    Practice,  // a step of Trader::warm_step(); its name is that of earlier figures
    Calls,     // no own code: system calls, or a thread that only spins
};
inline constexpr std::size_t kOwnWorks = 7;
inline constexpr std::array<Work, kOwnWorks> kAllOwnWorks{
    Work::Order,  Work::Packet,   Work::Reply,   Work::Timer,
    Work::Status, Work::BookSums, Work::Practice};

enum class Watched : std::uint8_t { Spin, Loop };

/// "page fault of the thread", "timer tick"
[[nodiscard]] std::string_view cause_text(Cause cause, Watched watched) noexcept;
/// The name in JSON: "page_fault".
[[nodiscard]] std::string_view cause_name(Cause cause) noexcept;
[[nodiscard]] std::string_view owner_name(Owner owner) noexcept;
[[nodiscard]] std::string_view part_name(LoopPart part) noexcept;
/// "order", "book_sums"
[[nodiscard]] std::string_view work_name(Work work) noexcept;
[[nodiscard]] LoopPart part_of(Work work) noexcept;

/// An unexplained gap belongs to the host if the thread only spins, and to our code if it works:
/// the rate of a spinning core shows how much of it is the host's.
[[nodiscard]] Owner owner_of(Cause cause, Watched watched) noexcept;

inline constexpr std::uint16_t kNoLine = 0xFFFF;

/// Differences of the kernel's counters between the reading before the gap and the one after it.
struct GapEvidence {
    Nanos window{};     // between the two readings; the gap is in it
    Nanos off_core{};   // of the window: not counted as the thread's time on the core
    Nanos run_delay{};  // of the window: ready, but another thread had the core
    std::uint32_t forced_switches = 0;
    std::uint32_t own_switches = 0;
    std::uint32_t faults = 0;
    std::uint32_t ticks = 0;       // timer interrupts and their softirqs
    std::uint32_t other_core = 0;  // interrupts sent by other cores
    std::uint32_t device = 0;      // interrupts of devices and of the machine, and their softirqs
    std::uint16_t line = kNoLine;  // of the device's: which one moved most
    std::uint32_t page_moves = 0;  // machine-wide
};

struct Gap {
    Nanos at{};  // its end, since the watch began
    Nanos length{};
    LoopPart part = LoopPart::Handling;
    Work work = Work::Calls;
    Cause cause = Cause::Unexplained;
    GapEvidence evidence{};
};

/// The properties of a machine that attribution needs.
struct AttributionContext {
    bool is_virtual = true;
    /// The median of gaps with a timer interrupt and nothing else; 0: not known yet. A much longer
    /// one is no tick: the interrupt was only waiting when the core came back.
    Nanos tick_typical{};
    /// No interrupt is shorter here: in a shorter gap it came before or after, and the cause is
    /// another one.
    Nanos interrupt_least{};
};

[[nodiscard]] Cause attribute(const Gap& gap, const AttributionContext& context) noexcept;

}  // namespace hotpath::jitter
