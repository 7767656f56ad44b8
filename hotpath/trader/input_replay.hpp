#pragma once
/// Replay of a trader's journal: each Start creates a new trader, each input is passed to it, and
/// its output is compared with the recorded output, byte for byte.
///
///   records ──> InputReplay ──> ReplaySubject (a trader, or an engine) ──> InputResult
///                    └── recorded outputs ──────────────────── == ? ───────────┘
/// The first difference ends it. The last input of a killed trader may have more output than was
/// recorded: that output had not left. Threads: one owner. Allocation: free. Complexity: linear in
/// the bytes, and the trader's.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/trader/input.hpp"
#include "hotpath/trader/input_log.hpp"

namespace hotpath::trader {

/// The results of one input at one venue, and at all.
struct VenueResult {
    std::array<std::vector<std::byte>, kOutputPorts> outputs{};
    std::optional<ModeChange> mode{};
};
struct InputResult {
    std::array<VenueResult, kVenuesMax> venues{};

    void clear() noexcept;
    void add(const Output& output);
    void add(const ModeChange& change) { venues[change.venue].mode = change; }
};

/// Collects the results of an observed trader.
struct ResultCollector {
    void on_input(const Input&) noexcept {}
    void on_output(const Output& output) const noexcept { into->add(output); }
    void on_mode(const ModeChange& change) const noexcept { into->add(change); }
    template <class AtVenue>
    void on_done(const Input&, const AtVenue&) noexcept {}
    [[nodiscard]] static constexpr bool must_stop() noexcept { return false; }

    InputResult* into = nullptr;
};

/// Whether an input can be applied to a trader: one that differs from the recorded trader may not
/// have what the input takes.
enum class ApplyStatus : std::uint8_t {
    Ok,
    Hole,            // it is not the next input
    NoSuchVenue,     // of a trader with fewer venues
    NoSuchPort,      // a drop copy port without a drop copy
    NothingToWrite,  // less output waits than was written
    NothingToTake,   // no request waits
};

[[nodiscard]] std::string_view name(ApplyStatus status) noexcept;

class ReplaySubject {
  public:
    ReplaySubject() = default;
    ReplaySubject(const ReplaySubject&) = delete;
    ReplaySubject& operator=(const ReplaySubject&) = delete;
    virtual ~ReplaySubject() = default;

    /// Puts its results into `into`, which must be empty.
    [[nodiscard]] virtual ApplyStatus apply(const Input& input, InputResult& into) = 0;
};

class ReplaySubjects {
  public:
    ReplaySubjects() = default;
    ReplaySubjects(const ReplaySubjects&) = delete;
    ReplaySubjects& operator=(const ReplaySubjects&) = delete;
    virtual ~ReplaySubjects() = default;

    [[nodiscard]] virtual Expected<std::unique_ptr<ReplaySubject>> make(const Start& start) = 0;
};

/// The first difference.
struct Difference {
    std::uint64_t seq = 0;  // of the input's record
    Input input{};          // its bytes are below
    std::vector<std::byte> bytes{};
    ApplyStatus status = ApplyStatus::Ok;
    InputResult recorded{};
    InputResult replayed{};
};

struct ReplayCounters {
    std::uint64_t starts = 0;
    std::uint64_t inputs = 0;
    std::array<std::uint64_t, kInputKinds + 1> by_kind{};
    std::array<std::uint64_t, kOutputPorts> output_bytes{};  // replayed, as the checksums
    std::uint64_t modes = 0;
    std::uint64_t stamps = 0;
    std::uint64_t lost = 0;     // times that a trader could no longer record its inputs
    std::uint64_t unsent = 0;   // bytes of output of a last input that are not in the journal
    std::uint64_t unheard = 0;  // inputs cut short by the end of a process: not applied
    std::uint64_t unknown = 0;  // records of types that are not a trader's
};

class InputReplay {
  public:
    explicit InputReplay(ReplaySubjects& subjects) : subjects_(subjects) {}

    /// The next record of the journal; nothing is compared after a difference. An error when it is
    /// not a trader's journal, or its trader cannot be created.
    [[nodiscard]] Expected<void> add(std::uint64_t seq, LogType type, Time time, Bytes payload);
    /// After the last.
    void finish();

    [[nodiscard]] const std::optional<Difference>& difference() const noexcept {
        return difference_;
    }
    [[nodiscard]] const ReplayCounters& counters() const noexcept { return counters_; }
    /// Checksum of all output bytes of a port, in order.
    [[nodiscard]] std::uint64_t checksum(OutputPort port) const noexcept {
        return checksums_[static_cast<std::size_t>(port)].value();
    }

  private:
    [[nodiscard]] Expected<void> on_start(const Start& start, bool has_more);
    void on_input(std::uint64_t seq, const Input& input, bool has_more);
    void on_recorded(const LogEntry& entry);
    void apply();
    /// The output of the previous input; `may_be_cut` where a process may have been killed.
    void compare(bool may_be_cut);

    ReplaySubjects& subjects_;
    std::unique_ptr<ReplaySubject> subject_;
    std::string text_;              // of a Start, as far as received
    std::uint64_t seq_ = 0;         // of the input
    Input input_{};                 // the last one applied, or the next
    std::vector<std::byte> bytes_;  // its bytes, as far as received
    bool is_partial_ = false;       // more of them follow
    bool is_pending_ = false;       // applied, not yet compared
    bool is_lost_ = false;          // nothing more of this trader is recorded
    ApplyStatus status_ = ApplyStatus::Ok;
    InputResult recorded_;
    InputResult replayed_;
    std::optional<Difference> difference_;
    ReplayCounters counters_;
    std::array<Checksum, kOutputPorts> checksums_;
};

}  // namespace hotpath::trader
