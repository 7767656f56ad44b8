#pragma once
/// EventLog: a listener that writes down what a matcher tells, for tests that compare two of them
/// or look at the order of events.
///
/// Threads: one owner. Allocation: on growth, so never on a hot path.

#include <variant>
#include <vector>

#include "hotpath/match/types.hpp"

namespace hotpath::match {

struct Added {
    book::OrderView order;
    friend constexpr bool operator==(const Added&, const Added&) = default;
};

struct Canceled {
    Cancellation cancellation;
    friend constexpr bool operator==(const Canceled&, const Canceled&) = default;
};

struct Reduced {
    Cancellation cancellation;
    friend constexpr bool operator==(const Reduced&, const Reduced&) = default;
};

struct Replaced {
    book::OrderView original;
    book::OrderView now;
    friend constexpr bool operator==(const Replaced&, const Replaced&) = default;
};

using Event = std::variant<Added, Execution, Canceled, Reduced, Replaced>;

/// Writes down the events that every matcher has; a log of more kinds derives from it.
template <class AnyEvent>
struct BasicEventLog {
    void on_added(const book::OrderView& order) { events.emplace_back(Added{order}); }
    void on_executed(const Execution& execution) { events.emplace_back(execution); }
    void on_canceled(const Cancellation& canceled) { events.emplace_back(Canceled{canceled}); }
    void on_reduced(const Cancellation& reduced) { events.emplace_back(Reduced{reduced}); }
    void on_replaced(const book::OrderView& original, const book::OrderView& now) {
        events.emplace_back(Replaced{original, now});
    }

    std::vector<AnyEvent> events{};
};

using EventLog = BasicEventLog<Event>;

}  // namespace hotpath::match
