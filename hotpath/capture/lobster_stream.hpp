#pragma once
/// A LOBSTER message file as ITCH 5.0 messages of one instrument, stock locate 1.
///
///   begins with   S(O) start of messages, R directory, H(T) trading, S(Q) start of market hours
///   1 add         A                         5 hidden execution   P trade
///   2 partial     X                         6 cross trade        Q cross (O before noon, C after)
///   3 delete      D                         7 halt               H (H, Q or T)
///   4 execution   E                         ends with            S(M) market hours, S(C) messages
///
/// The file does not hold the orders that were open before it begins, nor what happens below its
/// levels. So an executed order that was never added gets its add first (implied_adds: of the
/// quantity executed), an order that a later event shows to be gone gets its delete
/// (implied_deletes, see LobsterOrders), and cancels and deletes of orders unknown are left out
/// (skipped_events). The book made of this stream never crosses, and executions hit the first in
/// the queue. Threads: one owner. Allocation: the open orders. Complexity: O(log n) an event.

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/capture/lobster.hpp"
#include "hotpath/capture/lobster_orders.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/core/symbol.hpp"

namespace hotpath::capture {

class LobsterStream final : public MessageStream {
  public:
    LobsterStream(LobsterReader events, Symbol symbol);

    [[nodiscard]] Progress progress() const override { return events_.input().progress(); }
    [[nodiscard]] StreamStats stats() const override { return stats_; }
    [[nodiscard]] Format format() const override { return Format::Lobster; }

    [[nodiscard]] Expected<Bytes> next_block() override;

  private:
    void begin(Nanos time);
    void end();
    void translate(const LobsterEvent& event);
    void add(const LobsterEvent& event);
    void cancel(const LobsterEvent& event);
    void remove(const LobsterEvent& event);
    void execute(const LobsterEvent& event);
    void cross(const LobsterEvent& event);
    void halt(const LobsterEvent& event);
    void trade(const LobsterEvent& event);

    void put_add(const LobsterOrder& order);
    void put_delete(OrderId id);
    void put_system_event(char code);
    void put_directory();
    void put_trading_state(char state);
    template <class M>
    void put(M& message);

    LobsterReader events_;
    Symbol symbol_;
    LobsterOrders orders_;
    std::vector<std::byte> block_;
    Nanos time_{};  // of the event being translated
    std::uint64_t next_match_ = 1;
    bool has_begun_ = false;
    bool has_ended_ = false;
    std::optional<Error> failure_;
    StreamStats stats_;
};

}  // namespace hotpath::capture
