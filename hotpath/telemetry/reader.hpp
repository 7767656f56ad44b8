#pragma once
/// The observer's end of a telemetry channel: as many as shm::EndLock::kReadersMax, at any time,
/// unknown to the trader. It never makes the trader wait; when it is too slow it gets the number of
/// missed records.
///
///   auto reader = Reader::open(where, "trader", now);
///   reader->poll(summary, 10'000);         summary.on_stages(...) on_state(...) on_instrument(...)
///   reader->writer().presence              attached, left, crashed
///
/// The channel outlives its trader: the next one of that name continues writing where the last one
/// ended, and an attached reader gets it. Only when the channel was removed is is_removed() true,
/// and it must be reopened. Threads: one owner. Allocation: open(). Complexity: O(1) a record.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/queue/broadcast_reader.hpp"
#include "hotpath/shm/broadcast_channel.hpp"
#include "hotpath/shm/channel_folder.hpp"
#include "hotpath/telemetry/decode.hpp"
#include "hotpath/telemetry/records.hpp"

namespace hotpath::telemetry {

/// Counters of records read, missed and not understood.
struct ReaderCounters {
    std::uint64_t records = 0;
    std::uint64_t lost = 0;     // overwritten before they were read
    std::uint64_t unknown = 0;  // of an unknown kind or version
    std::uint64_t damaged = 0;  // no records of ours at all
};

class Reader {
  public:
    /// Opens a channel at the oldest record that is still there, so that a late reader has the last
    /// state at once. Fails if there is no channel of that name, if it is not a telemetry channel,
    /// or if all readers' places are taken.
    [[nodiscard]] static Expected<Reader> open(const shm::ChannelFolder& where,
                                               std::string_view name, Time now);

    [[nodiscard]] const ReaderCounters& counters() const noexcept { return counters_; }
    /// Returns whether a trader is attached, and whether the last one exited in order. A system
    /// call.
    [[nodiscard]] shm::EndState writer() const noexcept { return reader_.attachment().writer(); }
    /// Returns true if the channel was removed: no trader attaches to it any more. A system call.
    [[nodiscard]] bool is_removed() const noexcept { return reader_.attachment().is_removed(); }

    /// Reads new records, at most `records_max`, and calls the listener for each. Returns true if
    /// there may be more.
    template <class Listener>
    bool poll(Listener& listener, std::size_t records_max) {
        for (std::size_t n = 0; n < records_max; ++n) {
            if (!read_one(listener)) {
                return false;
            }
        }
        return true;
    }

  private:
    /// A record of a later version may be longer than ours: it is passed over whole.
    static constexpr std::size_t kRecordBytesMax = 4'096;

    explicit Reader(shm::BroadcastChannel::Reader reader) : reader_(std::move(reader)) {}

    template <class Listener>
    bool read_one(Listener& listener) {
        const queue::BroadcastResult result = reader_->try_read(buffer_);
        switch (result.status) {
            case queue::BroadcastStatus::Record:
                note(decode(std::span<const std::byte>(buffer_).first(result.length), listener));
                return true;
            case queue::BroadcastStatus::Lapped:
                counters_.lost += result.lost;
                return true;
            case queue::BroadcastStatus::TooLong:
            case queue::BroadcastStatus::Damaged:
                ++counters_.damaged;
                return false;
            case queue::BroadcastStatus::Empty:
                break;
        }
        return false;
    }

    void note(RecordStatus status) noexcept {
        ++counters_.records;
        counters_.unknown += status == RecordStatus::Unknown ? 1U : 0U;
        counters_.damaged += status == RecordStatus::Damaged ? 1U : 0U;
    }

    shm::BroadcastChannel::Reader reader_;
    ReaderCounters counters_;
    alignas(8) std::array<std::byte, kRecordBytesMax> buffer_{};
};

}  // namespace hotpath::telemetry
