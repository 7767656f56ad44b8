#pragma once
/// The block of ITCH 5.0 messages that a translated recording (LOBSTER, DBN) hands out: each after
/// its length, with the time of the record that it was made from.
///
/// Threads: one owner. Allocation: the block, which grows to the largest. Complexity: O(1) a
/// message.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/capture/skips.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/framing.hpp"

namespace hotpath::capture {

class ItchBlock {
  public:
    explicit ItchBlock(StreamStats& stats) : stats_(stats) {}

    [[nodiscard]] Bytes bytes() const { return bytes_; }
    void clear() { bytes_.clear(); }
    void reserve(std::size_t bytes) { bytes_.reserve(bytes); }

    /// The time of the messages that follow.
    void set_time(Time time) { time_ = time; }

    /// Events of the recording that make no message. `first()` says what the first of a kind is.
    template <class First>
    void skip(std::string_view kind, std::uint64_t events, First&& first) {
        stats_.skipped_events += events;
        skips_.note(kind, events, [&] { return first() + " at " + clock_text(time_); });
    }
    [[nodiscard]] std::span<const Skip> skips() const { return skips_.all(); }

    /// Completes what all messages have and appends it.
    template <class M>
    void put(M& message, std::uint16_t locate, std::uint16_t tracking_number = 0) {
        message.store_stock_locate(locate);
        message.store_tracking_number(tracking_number);
        message.store_timestamp(static_cast<std::uint64_t>(time_.value));
        const std::size_t used = bytes_.size();
        bytes_.resize(used + protocols::kFramePrefixLength + M::kLength);
        static_cast<void>(
            protocols::append_frame(MutableBytes(bytes_).subspan(used), message.bytes()));
        ++stats_.messages;
    }

  private:
    StreamStats& stats_;
    std::vector<std::byte> bytes_;
    Time time_{};
    Skips skips_;
};

}  // namespace hotpath::capture
