#include <initializer_list>
#include <utility>

#include "python/src/strategy/python_values.hpp"

namespace hotpath::python {

namespace nb = nanobind;

namespace {

/// An enum.IntEnum of Python's own. Its members live as long as the process: they are no types of
/// nanobind's, which would call that a leak.
template <class E>
void bind_enumeration(nb::module_& module, const char* name, const char* meaning,
                      std::initializer_list<std::pair<const char*, E>> members) {
    nb::dict values;
    for (const auto& [member, value] : members) {
        values[member] = static_cast<int>(value);
    }
    nb::dict options;
    options["module"] = "hotpath._core";
    const nb::object made = nb::module_::import_("enum").attr("IntEnum")(name, values, **options);
    made.attr("__doc__") = meaning;
    for (const auto& [member, value] : members) {
        EnumerationMembers<E>::members[static_cast<std::size_t>(value)] =
            nb::object(made.attr(member)).release().ptr();
    }
    module.attr(name) = made;
}

}  // namespace

void bind_enumerations(nb::module_& module) {
    using oms::OrderState;
    using oms::RejectedBy;
    using strategy::BooksState;
    bind_enumeration<Side>(module, "Side", "The side of an order.",
                           {{"Buy", Side::Buy}, {"Sell", Side::Sell}});
    bind_enumeration<TimeInForce>(
        module, "TimeInForce",
        "Day: until it is executed or canceled. Ioc: at once, as far as it can; the rest is "
        "canceled. "
        "Fok: all of it at once, or nothing.",
        {{"Day", TimeInForce::Day}, {"Ioc", TimeInForce::Ioc}, {"Fok", TimeInForce::Fok}});
    bind_enumeration<OrderState>(module, "OrderState",
                                 "The state of one of our orders; from Executed on it is closed.",
                                 {{"PendingNew", OrderState::PendingNew},
                                  {"Live", OrderState::Live},
                                  {"PendingReplace", OrderState::PendingReplace},
                                  {"PendingReduce", OrderState::PendingReduce},
                                  {"PendingCancel", OrderState::PendingCancel},
                                  {"Executed", OrderState::Executed},
                                  {"Canceled", OrderState::Canceled},
                                  {"Replaced", OrderState::Replaced},
                                  {"Rejected", OrderState::Rejected}});
    bind_enumeration<RejectedBy>(module, "RejectedBy",
                                 "Which part refused a request: our record of orders, the risk "
                                 "check, the session, the venue.",
                                 {{"Orders", RejectedBy::Orders},
                                  {"Risk", RejectedBy::Risk},
                                  {"Gateway", RejectedBy::Gateway},
                                  {"Venue", RejectedBy::Venue}});
    bind_enumeration<BooksState>(
        module, "BooksState", "Whether the books are the venue's: not in a gap, or without a feed.",
        {{"Current", BooksState::Current}, {"Stale", BooksState::Stale}});
}

}  // namespace hotpath::python
