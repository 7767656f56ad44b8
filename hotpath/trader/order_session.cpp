#include "hotpath/trader/order_session.hpp"

namespace hotpath::trader {

using protocols::nasdaq::soupbintcp::CloseReason;

void OrderSession::on_connected(Time now, const SessionStart& start) noexcept {
    if (session_.link() != nullptr) {
        session_.on_connected(now, start);
        return;
    }
    constexpr std::uint64_t kNewest = 0;
    is_probing_ = must_probe_;
    session_.begin_session(session_.soup().session(), is_probing_ ? kNewest : next_);
    session_.on_connected(now);
}

/// The venue sends 1 for a stream of one message and for an empty one. To take an old answer with
/// this number for ours does no harm, as no order is older; but ours may then still be under way.
void OrderSession::end_probe(std::uint64_t number) noexcept {
    past_end_ = number > 1 ? number : 0;
    must_probe_ = false;
    session_.hang_up(CloseReason::LoggedOut);
}

bool OrderSession::take_end(Time now) noexcept {
    const bool was_probing = is_probing_;
    if (!session_.take_end(now)) {
        return false;
    }
    is_probing_ = false;
    if (was_probing) {
        return false;
    }
    const bool was_open = std::exchange(is_open_, false);
    if (session_.link() != nullptr) {
        return was_open;
    }
    next_ = session_.soup().next_sequence_number();
    must_probe_ = must_probe_ || (was_open && answered_at_ <= 1);
    return was_open;
}

}  // namespace hotpath::trader
