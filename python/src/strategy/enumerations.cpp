#include "python/src/strategy/python_values.hpp"

namespace hotpath::python {

namespace nb = nanobind;

namespace {

template <class E>
class Enumeration {
  public:
    Enumeration(nb::module_& module, const char* name, const char* meaning)
        : made_(module, name, nb::is_arithmetic(), meaning) {}

    /// The members live as long as the interpreter.
    Enumeration& member(const char* name, E value, const char* meaning) {
        made_.value(name, value, meaning);
        EnumerationMembers<E>::members[static_cast<std::size_t>(value)] =
            nb::object(made_.attr(name)).release().ptr();
        return *this;
    }

  private:
    nb::enum_<E> made_;
};

}  // namespace

void bind_enumerations(nb::module_& module) {
    Enumeration<Side>(module, "Side", "The side of an order.")
        .member("Buy", Side::Buy, "bids")
        .member("Sell", Side::Sell, "asks");
    Enumeration<TimeInForce>(module, "TimeInForce", "How long an order stays.")
        .member("Day", TimeInForce::Day, "until it is executed or canceled")
        .member("Ioc", TimeInForce::Ioc, "executes at once, as far as it can; the rest is canceled");
    Enumeration<oms::OrderState>(module, "OrderState", "The state of one of our orders.")
        .member("PendingNew", oms::OrderState::PendingNew, "sent")
        .member("Live", oms::OrderState::Live, "accepted")
        .member("PendingReplace", oms::OrderState::PendingReplace, "a replacement is sent")
        .member("PendingCancel", oms::OrderState::PendingCancel, "a cancel is sent")
        .member("Executed", oms::OrderState::Executed, "closed: all of it")
        .member("Canceled", oms::OrderState::Canceled, "closed")
        .member("Replaced", oms::OrderState::Replaced, "closed: its successor is live")
        .member("Rejected", oms::OrderState::Rejected, "closed");
    Enumeration<oms::RejectedBy>(module, "RejectedBy", "Which part refused a request.")
        .member("Orders", oms::RejectedBy::Orders, "our record of orders")
        .member("Risk", oms::RejectedBy::Risk, "the risk check")
        .member("Gateway", oms::RejectedBy::Gateway, "the session's sender")
        .member("Venue", oms::RejectedBy::Venue, "the venue");
    Enumeration<strategy::BooksState>(module, "BooksState", "Whether the books are the venue's.")
        .member("Current", strategy::BooksState::Current, "they are")
        .member("Stale", strategy::BooksState::Stale, "a gap, a silent or ended feed");
}

}  // namespace hotpath::python
