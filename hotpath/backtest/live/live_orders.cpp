#include "hotpath/backtest/live/live_orders.hpp"

#include <utility>

namespace hotpath::backtest {

void LiveOrders::enter(SessionOrder order, ClOrdId replaced) {
    order.sent = now_;
    known_[order.id.value] = {.index = orders_.size(), .replaced = replaced};
    requests_.push_back({.id = order.id, .changes = replaced, .sent = now_});
    orders_.push_back(std::move(order));
}

void LiveOrders::cancel(ClOrdId id) {
    requests_.push_back({.kind = LiveRequest::Kind::Cancel, .id = id, .changes = id, .sent = now_});
}

void LiveOrders::query() {
    opened_ = opened_.value_or(now_);
    requests_.push_back({.kind = LiveRequest::Kind::Query, .sent = now_});
}

void LiveOrders::open() noexcept {
    opened_ = opened_.value_or(now_);
    is_answered_ = true;
}

void LiveOrders::note_reply(Time at_venue) {
    if (is_answered_) {
        replies_.push_back({.sent = at_venue, .received = now_});
    }
}

std::optional<std::size_t> LiveOrders::note_arrival(LiveRequest::Kind kind, ClOrdId id,
                                                    Time at_venue) {
    std::optional<std::size_t> asked;
    for (std::size_t n = requests_.size(); n > 0; --n) {
        const LiveRequest& request = requests_[n - 1];
        if (request.kind == kind && request.id == id && request.arrived == kNever) {
            asked = n - 1;
        }
        if (request.kind == LiveRequest::Kind::Order && request.id == id) {
            break;  // the order itself: nothing earlier is about it
        }
    }
    if (asked) {
        requests_[*asked].arrived = at_venue;
    }
    return asked;
}

void LiveOrders::note_answer(LiveRequest::Kind kind, ClOrdId id, Time at_venue) {
    note_reply(at_venue);
    const std::optional<std::size_t> asked = note_arrival(kind, id, at_venue);
    if (asked && is_answered_) {
        replies_.back().answers = asked;
    }
}

void LiveOrders::reject(ClOrdId id) {
    if (const auto known = known_.find(id.value); known != known_.end()) {
        orders_[known->second.index].is_rejected = true;
    }
}

void LiveOrders::close(ClOrdId id, Time at_venue) {
    if (const auto known = known_.find(id.value); known != known_.end()) {
        known->second.last_event = at_venue;
    }
}

void LiveOrders::fill(ClOrdId id, const SessionFill& fill, Time at_venue) {
    if (const auto known = known_.find(id.value); known != known_.end()) {
        known->second.last_event = at_venue;
        orders_[known->second.index].fills.push_back(fill);
    }
}

void LiveOrders::name_execution(MatchId match) {
    if (is_answered_) {
        replies_.back().match = match;
    }
}

const SessionOrder* LiveOrders::find(ClOrdId id) const {
    const auto known = known_.find(id.value);
    return known == known_.end() ? nullptr : &orders_[known->second.index];
}

bool LiveOrders::is_replacement(ClOrdId id) const {
    const auto known = known_.find(id.value);
    return known != known_.end() && known->second.replaced != ClOrdId{};
}

/// A request without an answer came after what happened to its order last.
std::vector<LiveMessage> LiveOrders::requests() const {
    std::vector<LiveMessage> requests;
    for (const LiveRequest& request : requests_) {
        const auto known = known_.find(request.changes.value);
        const bool is_late = request.arrived == kNever && known != known_.end();
        requests.push_back(
            {.sent = request.sent,
             .received = is_late ? known->second.last_event + Nanos{1} : request.arrived});
    }
    return requests;
}

}  // namespace hotpath::backtest
