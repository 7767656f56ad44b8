#include "hotpath/protocols/fix/venue/data/data_subscriptions.hpp"

#include "hotpath/core/assert.hpp"

namespace hotpath::exchange {

DataSubscriptions::DataSubscriptions(std::size_t sessions, std::uint32_t of_session_max,
                                     std::size_t instruments_max)
    : of_session_max_(of_session_max),
      nodes_(sessions * of_session_max),
      sessions_(sessions),
      instruments_(instruments_max + 1),
      free_(nodes_.size()),
      free_count_(nodes_.size()) {
    for (std::size_t n = 0; n < free_.size(); ++n) {
        free_[n] = static_cast<Index>(free_.size() - 1 - n);
    }
}

bool DataSubscriptions::has(std::uint16_t session, std::string_view id) const noexcept {
    return has_one(session, [&](const DataSubscription& is) { return is.id() == id; });
}

bool DataSubscriptions::has(std::uint16_t session, std::string_view id,
                            InstrumentId instrument) const noexcept {
    return has_one(session, [&](const DataSubscription& is) {
        return is.instrument == instrument && is.id() == id;
    });
}

DataSubscriptions::Index DataSubscriptions::add(const DataSubscription& subscription) noexcept {
    Session& session = sessions_[subscription.session];
    HOTPATH_ASSERT(session.count < of_session_max_, "call free() first");
    const Index index = free_[--free_count_];
    nodes_[index] = {.is = subscription};
    nodes_[index].is.is_waiting = false;
    append(session.all, &Node::of_session, index);
    ++session.count;
    append(instruments_[subscription.instrument.value], &Node::of_instrument, index);
    wait(index);
    return index;
}

void DataSubscriptions::remove(Index index) noexcept {
    const DataSubscription& is = nodes_[index].is;
    stop_waiting(index);
    unlink(instruments_[is.instrument.value], &Node::of_instrument, index);
    unlink(sessions_[is.session].all, &Node::of_session, index);
    --sessions_[is.session].count;
    free_[free_count_++] = index;
}

void DataSubscriptions::wait(Index index) noexcept {
    if (nodes_[index].is.is_waiting) {
        return;
    }
    nodes_[index].is.is_waiting = true;
    append(line_, &Node::in_line, index);
    ++waiting_count_;
}

void DataSubscriptions::stop_waiting(Index index) noexcept {
    if (nodes_[index].is.is_waiting) {
        nodes_[index].is.is_waiting = false;
        unlink(line_, &Node::in_line, index);
        --waiting_count_;
    }
}

DataSubscriptions::Index DataSubscriptions::take_waiting() noexcept {
    HOTPATH_ASSERT(waiting_count_ > 0, "call waiting() first");
    const Index index = line_.first;
    stop_waiting(index);
    return index;
}

void DataSubscriptions::append(List& list, Link Node::* link, Index index) noexcept {
    nodes_[index].*link = {.next = kNone, .previous = list.last};
    Index& before = list.last == kNone ? list.first : (nodes_[list.last].*link).next;
    before = index;
    list.last = index;
}

void DataSubscriptions::unlink(List& list, Link Node::* link, Index index) noexcept {
    const Link is = nodes_[index].*link;
    Index& before = is.previous == kNone ? list.first : (nodes_[is.previous].*link).next;
    Index& after = is.next == kNone ? list.last : (nodes_[is.next].*link).previous;
    before = is.next;
    after = is.previous;
}

}  // namespace hotpath::exchange
