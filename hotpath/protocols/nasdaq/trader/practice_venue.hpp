#pragma once
/// PracticeVenue: a venue of one invented instrument and one participant, for an engine that
/// practises while another one trades. It publishes ITCH in MoldUDP64 packets of one message, which
/// is what live packets mostly are, and answers orders in core terms, so that any protocol's codec
/// can make them its messages.
///
///   next_packet()   the participant's orders as they appear in the feed; else the next step of
///                   a cycle on either side: an order joins the best price, is reduced, replaced
///                   by one at a better price, executed in part and deleted; another is executed
///                   whole
///   answer()        accepted, replaced, reduced, canceled, as the participant's record asks for. The
///                   first bid is executed, so that there is a position, and so is each order that
///                   is immediate or reaches the other side
/// After each cycle the others' book is as it was before. Threads: one. Allocation: none. Complexity:
/// prepare_answer() O(open orders), else O(1).

#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/oms/orders.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "hotpath/protocols/trader/order_entry.hpp"

namespace hotpath::protocols::nasdaq {

class PracticeVenue {
  public:
    /// An engine that practises here needs this room.
    static constexpr std::uint16_t kInstruments = 1;
    static constexpr std::uint32_t kOrdersMax = 128;
    static constexpr std::uint32_t kLevelsMax = 128;
    static constexpr std::uint32_t kOrdersRemembered = 256;

    /// The instrument has this symbol.
    explicit PracticeVenue(Symbol symbol) noexcept;

    /// Valid until the next call.
    [[nodiscard]] Bytes next_packet() noexcept;
    /// Answers a request that the participant's record shows as unanswered; false: none is. The
    /// participant must get answer() before the next call.
    [[nodiscard]] bool prepare_answer(const oms::Orders& orders) noexcept;
    [[nodiscard]] const VenueAnswer& answer() const noexcept { return answer_; }

  private:
    static constexpr std::size_t kWaitingMax = 64;
    static constexpr std::size_t kMessageLengthMax = 44;  // ITCH's Trade

    /// Messages first in, first out; a full one takes no more.
    class Waiting {
      public:
        [[nodiscard]] bool empty() const noexcept { return first_ == end_; }
        void push(Bytes message) noexcept;
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
        std::uint64_t venue_id = 0;  // in the feed
        std::uint64_t kept_id = 0;   // that of the first order of its chain of replacements
        bool is_taken = false;  // it is executed as soon as it is accepted, and not in the feed
    };

    void step() noexcept;
    [[nodiscard]] Own& own_of(ClOrdId id) noexcept { return own_[id.value % own_.size()]; }
    [[nodiscard]] bool takes(const oms::Order& order) noexcept;
    [[nodiscard]] bool answers(const oms::Order& order) noexcept;
    bool accept(const oms::Order& order) noexcept;
    bool replace(const oms::Order& order) noexcept;
    bool reduce(const oms::Order& order) noexcept;
    bool cancel(const oms::Order& order) noexcept;
    bool execute(const oms::Order& order) noexcept;
    /// Sets the answer; true, as all five.
    bool set_answer(VenueAnswer::Kind kind, const oms::Order& order, Qty qty,
                    Qty leaves_qty) noexcept;

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
    void publish_replacement(std::uint64_t original, std::uint64_t id, std::uint32_t price,
                             std::uint32_t shares) noexcept;
    void publish_trade(std::uint32_t price) noexcept;

    Symbol symbol_;
    std::array<std::byte, moldudp64::room_for(kMessageLengthMax)> packet_{};
    std::uint64_t sequence_number_ = 1;
    std::uint64_t next_id_ = 1;  // of an order, in the order in which they join their queues
    std::uint64_t other_ = 0;    // the order of the cycle
    std::uint64_t steps_ = 0;
    bool has_executed_ = false;
    Waiting feed_;
    std::array<Own, kOrdersRemembered> own_{};  // by id, modulo, as in the participant's record
    VenueAnswer answer_;
};

}  // namespace hotpath::protocols::nasdaq
