#pragma once
/// SessionInbox: passes messages of several gateways' sessions, each received by its own thread, to
/// the thread of the book stage. The order in which that thread takes them is the order of all
/// later stages, and the order that its observer records. Threads: a producer each session's
/// thread, one that calls poll(). Allocation: at construction. Complexity: O(bytes) a message.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/queue/mpsc.hpp"
#include "lab/pipelined/event.hpp"

namespace hotpath::engine::pipelined {

struct Reply {
    Time now{};  // when it was received
    std::uint16_t length = 0;
    std::uint8_t gateway = 0;
    std::array<std::byte, kMessageBytesMax> bytes{};
};

class SessionInbox {
  public:
    class Producer {
      public:
        Producer(queue::MpscProducer<Reply> producer, std::uint8_t gateway) noexcept
            : producer_(producer), gateway_(gateway) {}

        /// False when the inbox is full, or the message longer than kMessageBytesMax.
        [[nodiscard]] bool try_post(Bytes message, Time now) noexcept {
            Reply* const place = message.size() > kMessageBytesMax ? nullptr : producer_.claim();
            if (place == nullptr) {
                return false;
            }
            place->now = now;
            place->length = static_cast<std::uint16_t>(message.size());
            place->gateway = gateway_;
            std::ranges::copy(message, place->bytes.begin());
            producer_.publish();
            return true;
        }

      private:
        queue::MpscProducer<Reply> producer_;
        std::uint8_t gateway_;
    };

    /// `slots` is a power of two, at least 4.
    explicit SessionInbox(std::size_t slots) : queue_(slots), consumer_(queue_.consumer()) {}

    /// For one session's thread.
    [[nodiscard]] Producer producer(std::uint8_t gateway) noexcept {
        return {queue_.producer(), gateway};
    }

    /// Passes the oldest message to the stage, if it takes one. Returns 0 or 1.
    template <class BookStage>
    std::size_t poll(BookStage& books) noexcept {
        Reply* const reply = consumer_.front();
        if (reply == nullptr ||
            !books.try_take({.kind = InputKind::OrderBytes,
                             .source = reply->gateway,
                             .now = reply->now,
                             .bytes = Bytes(reply->bytes).first(reply->length)})) {
            return 0;
        }
        consumer_.pop();
        return 1;
    }

  private:
    queue::MpscQueue<Reply> queue_;
    queue::MpscConsumer<Reply> consumer_;
};

}  // namespace hotpath::engine::pipelined
