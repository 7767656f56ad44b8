#pragma once
/// FixStream: what a venue's FIX session has sent, as its message store: the reports of a day, and
/// which numbers the session took for its own messages.
///
///   number   1      2  3  4      5      6  7
///            Logon  8  8  8  Heartbeat  8  8       own: 1, 5; reports 1 to 5 have 2, 3, 4, 6, 7
///
/// A report has no number in the venue's journal: the n-th has the n-th number that is not the
/// session's own. The journal has the own numbers (FixNumbers), so a replay gives each report the
/// number that it was sent with. changes() are those that the journal has not; the caller sends
/// nothing until it has.
///
/// Own messages are kept as long as they wait to go out; a resend has a gap fill in their place.
/// Threads: one owner. Allocation: the constructor, save(). Complexity: O(log own runs) a find().

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/protocols/fix/session/message_store.hpp"
#include "hotpath/protocols/fix/venue/fix_numbers.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::exchange {

class FixStream final : public protocols::fix::MessageStore {
  public:
    /// Own numbers in a row, with no report between them, are one run.
    static constexpr std::size_t kRunsMax = 131'072;
    static constexpr std::size_t kChangesMax = 32;
    static constexpr std::size_t kOwnKeptMax = 64;
    static constexpr std::size_t kOwnLengthMax = 512;
    /// SendingTime and the length of MsgType before a report.
    static constexpr std::size_t kPrefixLength = 9;

    explicit FixStream(protocols::SequencedStore&& reports, std::size_t runs_max = kRunsMax)
        : reports_(std::move(reports)), runs_(runs_max), own_kept_(kOwnKeptMax) {}

    // MessageStore.
    [[nodiscard]] std::uint64_t first_kept() const noexcept override { return first_; }
    [[nodiscard]] std::optional<protocols::fix::StoredMessage> find(
        std::uint64_t number) const noexcept override;
    [[nodiscard]] bool try_append(const protocols::fix::StoredMessage& message,
                                  std::uint64_t keep_from) noexcept override;
    void set_next_in(std::uint64_t number) noexcept override { next_in_ = number; }
    void set_next_out(std::uint64_t number) noexcept override;
    void reset(Time now) noexcept override;

    /// Reports of the day.
    [[nodiscard]] std::uint64_t reports() const noexcept { return reports_.size(); }
    /// Changes that the journal has not, oldest first.
    [[nodiscard]] std::span<const FixNumbers> changes() const noexcept {
        return std::span(changes_).first(changes_size_);
    }
    void clear_changes() noexcept { changes_size_ = 0; }

    /// The journal has the peer's message with this number: after a crash the next one is expected.
    void note_recorded(std::uint64_t number) noexcept { recorded_in_ = number + 1; }
    /// A report of a replay: MsgType and body. False when there is no room. Its time of sending is
    /// not known any more: a resend has its TransactTime.
    [[nodiscard]] bool try_keep(Bytes report) noexcept;
    /// A change of the journal.
    void apply(const FixNumbers& numbers) noexcept;
    /// Reports of the day before are not kept; numbers go on. No connection may be open.
    void begin_day() noexcept;

    void save(StateWriter& writer) const;
    void load(StateReader& reader);

  private:
    struct Run {
        std::uint64_t first = 0;
        std::uint64_t before = 0;  // own numbers in the runs before it
        std::uint32_t count = 0;
    };
    struct OwnMessage {
        std::uint64_t number = 0;  // 0: none
        Time sending_time{};
        std::uint32_t length = 0;
        char msg_type = 0;
        std::array<char, kOwnLengthMax> fields{};
    };

    [[nodiscard]] std::span<const Run> runs() const noexcept {
        return runs_.items().first(runs_size_);
    }
    [[nodiscard]] std::uint64_t own() const noexcept {
        return runs_size_ == 0 ? 0 : runs_[runs_size_ - 1].before + runs_[runs_size_ - 1].count;
    }
    [[nodiscard]] std::optional<protocols::fix::StoredMessage> own_message(
        std::uint64_t number, std::uint64_t ordinal) const noexcept;
    [[nodiscard]] std::optional<protocols::fix::StoredMessage> report(
        std::uint64_t index) const noexcept;
    [[nodiscard]] bool try_append_own(const protocols::fix::StoredMessage& message,
                                      std::uint64_t keep_from) noexcept;
    [[nodiscard]] bool try_note_own(std::uint64_t number) noexcept;
    void add_run(std::uint64_t number, std::uint32_t count) noexcept;
    /// Drops all reports; the next number is next_out().
    void forget() noexcept;

    protocols::SequencedStore reports_;
    FixedArray<Run> runs_;
    std::size_t runs_size_ = 0;
    FixedArray<OwnMessage> own_kept_;   // by ordinal
    std::uint64_t first_ = 1;           // the lowest number kept
    std::uint64_t report_first_ = 1;    // the report that has it, or the first after it
    std::uint64_t reports_before_ = 0;  // of earlier days
    std::uint64_t recorded_in_ = 1;     // next_in() as the journal has it
    std::array<FixNumbers, kChangesMax> changes_{};
    std::size_t changes_size_ = 0;
};

}  // namespace hotpath::exchange
