#include "hotpath/live/status/status.hpp"

#include <algorithm>

#include "hotpath/protocols/nasdaq/itch50/foreign.hpp"

namespace hotpath::live {

void note_foreign_packets(FeedStatus& status) noexcept {
    const std::uint64_t packets = status.packets[0] + status.packets[1] + status.packets[2];
    status.is_foreign = status.is_foreign || protocols::nasdaq::itch50::is_foreign(
                                                 packets, packets - status.packets_malformed);
}

ConnectionStatus connection_status(const trader::ResumableSession* session) noexcept {
    if (session == nullptr) {
        return {};
    }
    return {.is_used = true,
            .is_logged_in = session->is_logged_in(),
            .is_refused = session->is_refused(),
            .login_reason = session->login_reason(),
            .state = session->state(),
            .close_reason = session->close_reason(),
            .connections = session->connections(),
            .logins = session->logins()};
}

CopyStatus copy_status(const trader::Reconciliation* reconciliation) noexcept {
    if (reconciliation == nullptr) {
        return {};
    }
    return {.is_used = true,
            .is_settled = reconciliation->is_settled(),
            .finding = reconciliation->finding(),
            .agreed = reconciliation->agreed(),
            .copies = reconciliation->copies(),
            .others_copies = reconciliation->others_copies(),
            .waiting = reconciliation->waiting(),
            .waiting_since = reconciliation->waiting_since(),
            .own = reconciliation->own(),
            .copied = reconciliation->copied()};
}

namespace {

void note_positions_count(TradeStatus& status, std::size_t symbols) noexcept {
    status.positions_count =
        static_cast<std::uint32_t>(std::min(symbols, TradeStatus::kPositionsMax));
    status.positions_not_shown = static_cast<std::uint32_t>(symbols) - status.positions_count;
}

void note_position(PositionStatus& shown, Symbol symbol, const PositionSources& sources) noexcept {
    shown = {.symbol = symbol};
    const auto instrument = sources.directory.find(symbol);
    if (!instrument) {
        return;
    }
    shown.is_listed = true;
    const oms::Position& held = sources.orders.position(*instrument);
    shown.position = held.position;
    shown.realized_pnl = held.realized_pnl();
    shown.unrealized_pnl = held.unrealized_pnl(held.mark);
    shown.fees = held.fees;
    shown.cash = held.cash;
    shown.bought_qty = held.bought_qty;
    shown.sold_qty = held.sold_qty;
    shown.copied_position =
        sources.copies == nullptr ? SignedQty{} : sources.copies->position(symbol);
    shown.open_orders = held.open_orders;
    shown.mark = held.mark;
    shown.mark_old_since = held.position == SignedQty{} ? kNever : held.mark_old_since;
    const book::Bbo bbo = sources.books.bbo(*instrument);
    shown.bid = bbo.bid.price;
    shown.ask = bbo.ask.price;
    shown.bid_qty = bbo.bid.qty;
    shown.ask_qty = bbo.ask.qty;
}

}  // namespace

bool note_positions(TradeStatus& status, std::span<const Symbol> symbols,
                    const PositionSources& sources, std::size_t first, std::size_t count) noexcept {
    note_positions_count(status, symbols.size());
    const std::size_t end = std::min<std::size_t>(status.positions_count, first + count);
    for (std::size_t n = first; n < end; ++n) {
        note_position(status.positions[n], symbols[n], sources);
    }
    return end == status.positions_count;
}

}  // namespace hotpath::live
