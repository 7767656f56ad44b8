#include "bench/peers/children.hpp"

#include <filesystem>
#include <fstream>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "bench/peers/child_subjects.hpp"
#include "bench/peers/program.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::bench::peers {
namespace {

const std::filesystem::path kFolder = children_folder();
const std::filesystem::path kJavaProgram = kFolder / "java/hotpath-java-peers.jar";
const std::filesystem::path kExchangeProgram = kFolder / "java-exchange/hotpath-exchange-peers.jar";
const std::filesystem::path kRustProgram = kFolder / "rust/hotpath-rust-peers";

using Shared = SharedProgram;

Shared start_java(const char* peers) {
    return program_of(kJavaProgram,
                      {"java", "-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC",
                       "-XX:-UsePerfData", "-Dagrona.disable.bounds.checks=true",
                       "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "-jar", kJavaProgram},
                      peers);
}

/// One JVM for all tests: no collection happens, and what it compiled stays compiled.
const Shared& java() {
    static const Shared kProgram = start_java("LMAX Disruptor, Aeron, Agrona");
    return kProgram;
}

/// The other process of tests between two; asked for only when the first is there.
const Shared& far_java() {
    static const Shared kProgram = start_java("Aeron");
    return kProgram;
}

const Shared& rust() {
    static const Shared kProgram = program_of(kRustProgram, {kRustProgram}, "iceoryx2");
    return kProgram;
}

const Shared& far_rust() {
    static const Shared kProgram = program_of(kRustProgram, {kRustProgram}, "iceoryx2");
    return kProgram;
}

/// exchange-core's own libraries want other versions of Agrona; and it makes garbage: a young
/// generation large enough that a run of a million commands is seldom stopped.
const Shared& java_exchange() {
    static const Shared kProgram =
        program_of(kExchangeProgram,
                   {"java", "-Xms2g", "-Xmx2g", "-Xmn1500m", "-XX:+AlwaysPreTouch",
                    "-XX:+UseSerialGC", "-XX:-UsePerfData", "-jar", kExchangeProgram},
                   "exchange-core");
    return kProgram;
}

const Shared& java_fix() {
    static const Shared kProgram =
        start_java_fix({"-Xms1g", "-Xmx1g", "-Xmn800m"}, 0, "QuickFIX/J and Artio");
    return kProgram;
}

/// The request, and the unit of the answer.
struct Question {
    std::string line;
    std::string unit;
};

struct Name {
    std::string subject;
    std::string answer_group;
};

Subject subject_of(const Shared& program, Name name, Question question) {
    return {.name = std::move(name.subject),
            .answer_group = std::move(name.answer_group),
            .run = [program, question = std::move(question)]() -> Measurement {
                const auto json = program->ask(question.line);
                return json ? measurement_of(*program, *json, question.unit)
                            : Measurement{.error = json.error().message};
            }};
}

/// A peer between two processes: `near` is measured, on the last core as ours, `far` is the other
/// end. `runs_warm`: how often both must run before what they compiled is what they will run.
struct Pair {
    const char* peer;
    Shared near;
    Shared far;
    unsigned runs_warm;
};

std::vector<Pair> pairs() {
    constexpr unsigned kRunsWarmJava = 6;
    std::vector<Pair> pairs;
    if (java() != nullptr) {
        pairs.push_back({"aeron_ipc", java(), far_java(), kRunsWarmJava});
    }
    if (rust() != nullptr) {
        pairs.push_back({"iceoryx2", rust(), far_rust(), 0});
    }
    return pairs;
}

/// Where the two processes of a run meet: a page beside the name, all zero at the run's beginning.
class MeetingPlace {
  public:
    MeetingPlace() : name_(fmt::format("/dev/shm/hotpath-peers-{}", getpid())) {
        std::ofstream(page()).close();
        std::filesystem::resize_file(page(), kPageBytes);
    }
    MeetingPlace(const MeetingPlace&) = delete;
    MeetingPlace& operator=(const MeetingPlace&) = delete;
    ~MeetingPlace() {
        std::error_code gone_already;
        std::filesystem::remove(page(), gone_already);
    }

    [[nodiscard]] const std::string& name() const noexcept { return name_; }

  private:
    static constexpr std::uintmax_t kPageBytes = 4096;
    [[nodiscard]] std::string page() const { return name_ + ".control"; }

    std::string name_;
};

/// The task of each process of a run: `TEST COUNT`, and the text after the channel's name.
struct Part {
    std::string test;
    std::uint64_t count;
    std::string more = {};

    [[nodiscard]] std::string question(const MeetingPlace& place) const {
        return fmt::format("run {} {} {} {}", test, count, place.name(), more);
    }
};

Measurement run_once(const Pair& pair, const Part& near, const Part& far) {
    const MeetingPlace place;
    const auto both = ask_both(*pair.near, near.question(place), *pair.far, far.question(place));
    if (!both) {
        return {.error = both.error().message};
    }
    Measurement measured = measurement_of(*pair.near, both->first, "ns/message");
    measured.answer += answer_of(both->second);  // one of them read, and the other says 0
    return measured;
}

Subject subject_of_two(const Pair& pair, Name name, Part near, Part far) {
    const auto is_warm = std::make_shared<bool>(false);
    return {.name = std::move(name.subject),
            .answer_group = std::move(name.answer_group),
            .run = [=]() -> Measurement {
                for (unsigned i = 0; !*is_warm && i < pair.runs_warm; ++i) {
                    if (auto run = run_once(pair, near, far); !run.error.empty()) {
                        return run;
                    }
                }
                *is_warm = true;
                return run_once(pair, near, far);
            }};
}

/// The readings of a peer's clock and nothing between them; to stand beside, not to compare.
void add_timers(std::vector<Subject>& subjects, const std::string& test, std::uint64_t count) {
    for (const auto& [program, name] :
         {std::pair{java(), "timer_java"}, std::pair{rust(), "timer_rust"}}) {
        if (program != nullptr) {
            subjects.push_back(subject_of(program, {name, "nothing"},
                                          {fmt::format("run {} {}", test, count), "ns"}));
            subjects.back().is_compared = false;
        }
    }
}

}  // namespace

std::vector<Subject> spsc_throughput(std::uint64_t messages) {
    std::vector<Subject> subjects;
    if (java() != nullptr) {
        for (const char* peer : {"lmax_disruptor", "aeron_ipc", "agrona_ring"}) {
            subjects.push_back(
                subject_of(java(), {peer, "spsc"},
                           {fmt::format("run spsc_{} {}", peer, messages), "ns/message"}));
        }
    }
    if (rust() != nullptr) {
        subjects.push_back(
            subject_of(rust(), {"iceoryx2", "spsc"},
                       {fmt::format("run spsc_iceoryx2 {}", messages), "ns/message"}));
    }
    return subjects;
}

std::vector<Subject> round_trip(std::uint64_t round_trips) {
    std::vector<Subject> subjects;
    if (java() != nullptr) {
        for (const char* peer : {"lmax_disruptor", "aeron_ipc", "agrona_ring"}) {
            subjects.push_back(
                subject_of(java(), {peer, "round_trip"},
                           {fmt::format("run round_trip_{} {}", peer, round_trips), "ns"}));
        }
    }
    if (rust() != nullptr) {
        subjects.push_back(
            subject_of(rust(), {"iceoryx2", "round_trip"},
                       {fmt::format("run round_trip_iceoryx2 {}", round_trips), "ns"}));
    }
    return subjects;
}

std::vector<Subject> broadcast(unsigned receivers, std::uint64_t records) {
    if (java() == nullptr) {
        return {};
    }
    return {
        subject_of(java(), {"agrona_broadcast", "broadcast"},
                   {fmt::format("run broadcast_agrona {} {}", records, receivers), "ns/record"})};
}

std::vector<Subject> lmax(const LmaxTest& test) {
    if (java() == nullptr) {
        return {};
    }
    return {subject_of(
        java(), {test.subject, test.answer_group},
        {fmt::format("run {} {} {}", test.test, test.events, test.parameter), "ns/event"})};
}

std::vector<Subject> shm_write(std::uint64_t singles, std::uint64_t messages) {
    std::vector<Subject> subjects;
    for (const Pair& pair : pairs()) {
        const std::string peer = pair.peer;
        subjects.push_back(subject_of_two(pair, {peer, "messages"}, {"shm_write_" + peer, singles},
                                          {"far_read_" + peer, messages, "steady"}));
    }
    add_timers(subjects, "shm_write_timer", singles);
    return subjects;
}

std::vector<Subject> shm_read(const ReadCounts& counts) {
    std::vector<Subject> subjects;
    for (const Pair& pair : pairs()) {
        const std::string peer = pair.peer;
        subjects.push_back(subject_of_two(pair, {peer, "steady"},
                                          {"shm_read_" + peer, counts.samples},
                                          {"far_write_" + peer, counts.messages}));
        subjects.push_back(subject_of_two(pair, {peer + "_backlog", "backlog"},
                                          {"shm_backlog_" + peer, counts.samples},
                                          {"far_write_groups_" + peer, counts.groups}));
        subjects.back().is_compared = false;
    }
    return subjects;
}

std::vector<Subject> shm_burst(std::uint64_t bursts, std::uint64_t messages) {
    std::vector<Subject> subjects;
    for (const Pair& pair : pairs()) {
        const std::string peer = pair.peer;
        for (const auto& [suffix, pause] :
             {std::pair{"", "asleep"}, std::pair{"_busy", "busy"}, std::pair{"_warm", "warm"}}) {
            subjects.push_back(subject_of_two(pair, {peer + suffix, "messages"},
                                              {"shm_burst_" + peer, bursts, pause},
                                              {"far_read_" + peer, messages, "steady"}));
        }
    }
    add_timers(subjects, "shm_burst_timer", bursts);
    return subjects;
}

std::vector<Subject> batch_write(std::uint64_t batches, std::uint64_t messages) {
    std::vector<Subject> subjects;
    for (const Pair& pair : pairs()) {
        const std::string peer = pair.peer;
        const bool is_aeron = pair.near == java();
        subjects.push_back(subject_of_two(pair, {peer, "batches"}, {"batch_" + peer, batches},
                                          {"far_read_" + peer, messages, "batches"}));
        const std::string whole = peer + (is_aeron ? "_block" : "_slice");
        const std::string reader = is_aeron ? "far_read_" : "far_read_slices_";
        subjects.push_back(subject_of_two(pair, {whole, "batches"}, {"batch_" + whole, batches},
                                          {reader + peer, messages, "batches"}));
    }
    return subjects;
}

std::vector<Subject> exchange_core(const std::string& test, std::uint64_t commands,
                                   const std::string& flow_file) {
    if (java_exchange() == nullptr) {
        return {};
    }
    return {subject_of(java_exchange(), {"exchange_core", "trades"},
                       {fmt::format("run {} {} {}", test, commands, flow_file), "ns/command"})};
}

std::vector<Subject> fix_codecs(const FixWork& work) {
    std::vector<Subject> subjects;
    if (java_fix() != nullptr) {
        for (const auto& [name, prefix] :
             {std::pair{"quickfix/j", "quickfixj"}, {"artio", "artio"}}) {
            subjects.push_back(subject_of(
                java_fix(), {name, work.answer_group},
                {fmt::format("run {}_{} {} {}", prefix, work.test, work.passes, work.messages),
                 "ns/message"}));
        }
    }
    return subjects;
}

}  // namespace hotpath::bench::peers
