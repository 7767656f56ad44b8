#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "hotpath/book/types.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/files/trade_export.hpp"
#include "python/src/bindings.hpp"
#include "python/src/books/book_walk.hpp"
#include "python/src/errors.hpp"
#include "python/src/symbols.hpp"
#include "python/src/watcher.hpp"

namespace hotpath::python {

namespace nb = nanobind;
using namespace nb::literals;

namespace {

/// A walk and whether a thread is stepping it: that is done without the GIL, so that another thread
/// may come along.
class Books {
  public:
    explicit Books(std::unique_ptr<BookWalk> walk) : walk_(std::move(walk)) {}

    [[nodiscard]] const BookWalk& walk() const {
        check_idle();
        return *walk_;
    }

    std::uint64_t step(std::uint64_t messages, std::int64_t end_ns) {
        check_idle();
        PythonWatcher watcher;
        is_stepping_ = true;
        auto stepped = [&] {
            const nb::gil_scoped_release released;
            return walk_->step(messages, {end_ns}, watcher);
        }();
        is_stepping_ = false;
        watcher.raise_if_stopped();
        return value_of(std::move(stepped));
    }

  private:
    void check_idle() const {
        if (is_stepping_) {
            throw std::runtime_error("another thread is stepping these books");
        }
    }

    std::unique_ptr<BookWalk> walk_;
    bool is_stepping_ = false;  // written with the GIL
};

/// A query of the walk as one of the books.
template <class Answer, class... Arguments>
auto of_walk(Answer (*query)(const BookWalk&, Arguments...)) {
    return [query](const Books& books, Arguments... arguments) {
        return query(books.walk(), arguments...);
    };
}

std::unique_ptr<Books> open_books(const std::string& path,
                                  const std::vector<std::string>& symbols) {
    const std::vector<Symbol> wanted = to_symbols(symbols);
    auto walk = [&] {
        const nb::gil_scoped_release released;
        return BookWalk::open(path, wanted);
    }();
    return std::make_unique<Books>(value_of(std::move(walk)));
}

InstrumentId instrument_of(const BookWalk& walk, const std::string& name) {
    const auto symbol = Symbol::from(name);
    const auto instrument = symbol ? walk.directory().find(*symbol) : std::nullopt;
    if (!instrument) {
        throw nb::key_error(name.c_str());
    }
    return *instrument;
}

Side to_side(std::string_view side) {
    if (side != "buy" && side != "sell") {
        throw nb::value_error(
            fmt::format("side must be \"buy\" or \"sell\", got \"{}\"", side).c_str());
    }
    return side == "buy" ? Side::Buy : Side::Sell;
}

const char* side_name(Side side) {
    return side == Side::Buy ? "buy" : "sell";
}

std::optional<book::Level> level_or_none(const book::Level& level) {
    return level.orders == 0 ? std::nullopt : std::optional(level);
}

std::pair<std::optional<book::Level>, std::optional<book::Level>> best(const BookWalk& walk,
                                                                       const std::string& symbol) {
    const book::Bbo bbo = walk.books().bbo(instrument_of(walk, symbol));
    return {level_or_none(bbo.bid), level_or_none(bbo.ask)};
}

std::vector<book::Level> levels_of(const BookWalk& walk, InstrumentId instrument, Side side,
                                   std::size_t levels_max) {
    const std::size_t there = walk.books().level_count(instrument, side);
    std::vector<book::Level> levels(std::min(levels_max, there));
    levels.resize(walk.books().depth(instrument, side, levels));
    return levels;
}

std::pair<std::vector<book::Level>, std::vector<book::Level>> depth(const BookWalk& walk,
                                                                    const std::string& symbol,
                                                                    std::size_t levels) {
    const InstrumentId instrument = instrument_of(walk, symbol);
    return {levels_of(walk, instrument, Side::Buy, levels),
            levels_of(walk, instrument, Side::Sell, levels)};
}

std::vector<book::OrderView> queue(const BookWalk& walk, const std::string& symbol,
                                   const std::string& side, std::optional<std::int64_t> price) {
    std::vector<book::OrderView> orders;
    walk.books().for_each_order(instrument_of(walk, symbol), to_side(side),
                                [&](const book::OrderView& order) {
                                    if (!price || order.price.value == *price) {
                                        orders.push_back(order);
                                    }
                                });
    return orders;
}

std::optional<book::OrderView> order_of(const BookWalk& walk, std::uint64_t order_id) {
    return walk.books().find({order_id});
}

/// An order's place in line.
struct Place {
    std::uint64_t queue_ahead_qty = 0;
    std::uint32_t orders_ahead = 0;
    std::uint64_t level_qty = 0;
    std::uint32_t level_orders = 0;
};

std::optional<Place> place_of(const BookWalk& walk, std::uint64_t order_id) {
    const auto order = walk.books().find({order_id});
    if (!order) {
        return std::nullopt;
    }
    const book::Level level =
        walk.books().level(order->instrument, {.side = order->side, .price = order->price});
    std::uint32_t ahead = 0;
    walk.books().for_each_order_while(
        order->instrument, order->side, [&](const book::OrderView& other) {
            ahead += other.price == order->price && other.id < order->id ? 1U : 0U;
            return other.id != order->id;
        });
    return Place{.queue_ahead_qty = walk.books().queue_ahead_qty({order_id}).value,
                 .orders_ahead = ahead,
                 .level_qty = level.qty.value,
                 .level_orders = level.orders};
}

nb::object field_if(bool is_there, auto value) {
    return is_there ? nb::cast(value) : nb::none();
}

nb::object symbol_name(const BookWalk& walk, InstrumentId instrument) {
    const std::string name = walk.directory()[instrument].symbol.str();
    return name.empty() ? nb::none() : nb::cast(name);
}

/// The last message with the names of the messages' table.
nb::object last_message(const BookWalk& walk) {
    if (!walk.last()) {
        return nb::none();
    }
    const MessageRow& row = *walk.last();
    nb::dict message;
    message["time_ns"] = row.venue_time.value;
    message["symbol"] = symbol_name(walk, {row.locate});
    message["message_type"] = std::string(1, row.type);
    message["order_id"] = field_if((row.has & RowHas::kOrder) != 0, row.order_id);
    message["side"] = std::string(1, row.side);
    message["price"] = field_if((row.has & RowHas::kPrice) != 0, row.price);
    message["qty"] = field_if((row.has & RowHas::kQty) != 0, row.qty);
    message["match_id"] = field_if((row.has & RowHas::kMatch) != 0, row.match_id);
    message["new_order_id"] = field_if((row.has & RowHas::kNewOrder) != 0, row.new_order_id);
    return message;
}

/// The execution in the last message with the names of the trades' table.
nb::object last_trade(const BookWalk& walk) {
    if (!walk.last_trade()) {
        return nb::none();
    }
    const feed::Trade& traded = *walk.last_trade();
    nb::dict trade;
    trade["time_ns"] = traded.venue_time.value;
    trade["symbol"] = symbol_name(walk, traded.instrument);
    trade["message_type"] = std::string(1, files::message_type(traded.kind));
    trade["side"] = std::string(1, files::side_code(traded));
    trade["price"] = traded.price.value;
    trade["qty"] = traded.qty.value;
    trade["match_id"] = traded.match_id.value;
    trade["printable"] = traded.printable;
    return trade;
}

std::string trading_state(const BookWalk& walk, const std::string& symbol) {
    return std::string(book::name(walk.books().trading_state(instrument_of(walk, symbol))));
}

std::vector<std::string> symbols_of(const BookWalk& walk) {
    std::vector<std::string> symbols;
    walk.directory().for_each([&](InstrumentId, const feed::Instrument& instrument) {
        symbols.push_back(instrument.symbol.str());
    });
    return symbols;
}

void bind_values(nb::module_& module) {
    nb::class_<book::Level>(module, "Level", "A price of one side of a book.")
        .def_prop_ro(
            "price", [](const book::Level& level) { return level.price.value; },
            "In 1/10,000 of the currency.")
        .def_prop_ro(
            "qty", [](const book::Level& level) { return level.qty.value; },
            "The sum of its orders, in shares.")
        .def_prop_ro("orders", [](const book::Level& level) { return level.orders; })
        .def("__eq__",
             [](const book::Level& a, const nb::object& b) {
                 return nb::isinstance<book::Level>(b) && a == nb::cast<const book::Level&>(b);
             })
        .def("__repr__", [](const book::Level& level) {
            return fmt::format("Level(price={}, qty={}, orders={})", level.price.value,
                               level.qty.value, level.orders);
        });
    nb::class_<book::OrderView>(module, "Order", "An open order.")
        .def_prop_ro("order_id", [](const book::OrderView& order) { return order.id.value; })
        .def_prop_ro(
            "side", [](const book::OrderView& order) { return side_name(order.side); },
            "\"buy\" or \"sell\".")
        .def_prop_ro(
            "price", [](const book::OrderView& order) { return order.price.value; },
            "In 1/10,000 of the currency.")
        .def_prop_ro(
            "leaves_qty", [](const book::OrderView& order) { return order.leaves_qty.value; },
            "What is left of it, in shares.")
        .def("__eq__",
             [](const book::OrderView& a, const nb::object& b) {
                 return nb::isinstance<book::OrderView>(b) &&
                        a == nb::cast<const book::OrderView&>(b);
             })
        .def("__repr__", [](const book::OrderView& order) {
            return fmt::format("Order(order_id={}, side='{}', price={}, leaves_qty={})",
                               order.id.value, side_name(order.side), order.price.value,
                               order.leaves_qty.value);
        });
    nb::class_<Place>(module, "QueuePosition", "An order's place in the queue of its price.")
        .def_ro("queue_ahead_qty", &Place::queue_ahead_qty, "Shares that trade before it.")
        .def_ro("orders_ahead", &Place::orders_ahead, "Orders that trade before it.")
        .def_ro("level_qty", &Place::level_qty, "Shares at its price, its own included.")
        .def_ro("level_orders", &Place::level_orders, "Orders at its price, itself included.")
        .def("__repr__", [](const Place& place) {
            return fmt::format(
                "QueuePosition(queue_ahead_qty={}, orders_ahead={}, level_qty={}, "
                "level_orders={})",
                place.queue_ahead_qty, place.orders_ahead, place.level_qty, place.level_orders);
        });
}

}  // namespace

void bind_books(nb::module_& module) {
    bind_values(module);
    nb::class_<Books>(module, "BookWalk", "The books of a recording, stepped by hand.")
        .def("step", &Books::step, "messages"_a = std::numeric_limits<std::uint64_t>::max(),
             "end_ns"_a = kNever.value,
             "Applies at most so many messages, all before end_ns; returns how many there were.")
        .def_prop_ro("messages", [](const Books& books) { return books.walk().messages(); })
        .def_prop_ro("is_at_end", [](const Books& books) { return books.walk().is_at_end(); })
        .def_prop_ro("time_ns",
                     [](const Books& books) {
                         const auto& last = books.walk().last();
                         return last ? last->venue_time.value : 0;
                     })
        .def_prop_ro("symbols", of_walk(&symbols_of))
        .def("last_message", of_walk(&last_message),
             nb::sig("def last_message(self) -> dict[str, object] | None"))
        .def("last_trade", of_walk(&last_trade),
             nb::sig("def last_trade(self) -> dict[str, object] | None"))
        .def("best", of_walk(&best), "symbol"_a)
        .def("depth", of_walk(&depth), "symbol"_a, "levels"_a)
        .def("queue", of_walk(&queue), "symbol"_a, "side"_a, "price"_a.none())
        .def("order", of_walk(&order_of), "order_id"_a)
        .def("queue_position", of_walk(&place_of), "order_id"_a)
        .def("trading_state", of_walk(&trading_state), "symbol"_a)
        .def_prop_ro("open_orders",
                     [](const Books& books) { return books.walk().books().open_orders(); })
        .def("checksum", [](const Books& books) { return books.walk().books().checksum(); });
    module.def("open_books", &open_books, "path"_a, "symbols"_a);
}

}  // namespace hotpath::python
