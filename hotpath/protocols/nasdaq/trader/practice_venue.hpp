#pragma once
/// PracticeVenue: a venue of one invented instrument and one participant, for an engine that
/// practises (engine/understudy.hpp). It publishes ITCH in MoldUDP64 packets of one message, which
/// is what live packets mostly are, and answers OUCH requests.
///
///   next_packet()   the participant's own orders as they appear in the feed; else the next step of
///                   a cycle on either side: an order joins the best price, is reduced, replaced
///                   by one at a better price, executed in part and deleted; another is executed
///                   whole
///   on_request()    accepted, replaced, canceled; the first bid is executed, so that there is a
///                   position
/// After each cycle the others' book is as it was before. Bounded: while kWaitingMax replies wait,
/// a further request is not answered. Threads: one. Allocation: none. Complexity: O(1).

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"

namespace hotpath::protocols::nasdaq {

class PracticeVenue : public protocols::nasdaq::ouch50::NullRequestListener {
  public:
    /// An engine that practises here needs books of so much.
    static constexpr std::uint16_t kInstruments = 1;
    static constexpr std::uint32_t kOrdersMax = 64;
    static constexpr std::uint32_t kLevelsMax = 64;

    PracticeVenue() noexcept;

    /// Valid until the next call.
    [[nodiscard]] Bytes next_packet() noexcept;
    void on_request(Bytes request) noexcept;
    [[nodiscard]] bool has_reply() const noexcept { return !replies_.empty(); }
    /// The oldest reply, which is then taken. Valid until the next request.
    [[nodiscard]] Bytes take_reply() noexcept { return replies_.pop(); }

    // The participant's requests: called by on_request().
    void on_enter_order(const protocols::nasdaq::ouch50::EnterOrder& m,
                        protocols::nasdaq::ouch50::Appendage) noexcept;
    void on_replace_order_request(const protocols::nasdaq::ouch50::ReplaceOrderRequest& m,
                                  protocols::nasdaq::ouch50::Appendage) noexcept;
    void on_cancel_order_request(const protocols::nasdaq::ouch50::CancelOrderRequest& m) noexcept;

  private:
    static constexpr std::size_t kWaitingMax = 64;
    static constexpr std::size_t kMessageLengthMax = 68;  // OUCH's Order Replaced

    /// Messages first in, first out; a full one takes no more.
    class Waiting {
      public:
        [[nodiscard]] bool empty() const noexcept { return first_ == end_; }
        void push(Bytes message) noexcept {
            if (end_ - first_ < kWaitingMax) {
                Slot& slot = slots_[end_++ % kWaitingMax];
                slot.length = message.size();
                std::ranges::copy(message, slot.bytes.begin());
            }
        }
        [[nodiscard]] Bytes pop() noexcept {
            const Slot& slot = slots_[first_++ % kWaitingMax];
            return Bytes(slot.bytes).first(slot.length);
        }

      private:
        struct Slot {
            std::size_t length = 0;
            std::array<std::byte, kMessageLengthMax> bytes{};
        };
        std::array<Slot, kWaitingMax> slots_{};
        std::uint64_t first_ = 0;
        std::uint64_t end_ = 0;
    };

    /// An order of the participant.
    struct Own {
        std::uint32_t user_ref_num = 0;
        std::uint64_t id = 0;
        std::uint32_t shares = 0;  // 0: closed
    };

    void step() noexcept;
    [[nodiscard]] Own* find(std::uint32_t user_ref_num) noexcept;

    template <class Message>
    [[nodiscard]] Message message() const noexcept;
    template <class Message>
    void publish(const Message& message) noexcept {
        feed_.push(message.bytes());
    }
    template <class Add>
    void publish_add(std::uint64_t id, Side side, std::uint32_t price,
                     std::uint32_t shares) noexcept;
    void publish_execution(std::uint64_t id, std::uint32_t shares) noexcept;
    void publish_delete(std::uint64_t id) noexcept;
    void publish_reduction(std::uint64_t id, std::uint32_t shares) noexcept;
    void publish_replacement(std::uint64_t original, std::uint32_t price,
                             std::uint32_t shares) noexcept;
    void publish_trade(std::uint32_t price) noexcept;

    std::array<std::byte, protocols::nasdaq::moldudp64::room_for(kMessageLengthMax)> packet_{};
    std::uint64_t sequence_number_ = 1;
    std::uint64_t next_id_ = 1;  // of an order, in the order in which they join their queues
    std::uint64_t other_ = 0;    // the order of the cycle
    std::uint64_t steps_ = 0;
    bool has_executed_ = false;
    Waiting feed_;
    Waiting replies_;
    std::array<Own, kWaitingMax> own_{};  // by user_ref_num, modulo
};

}  // namespace hotpath::protocols::nasdaq
