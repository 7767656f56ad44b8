// The state of a recorded flow as bytes, and back.

#include <algorithm>
#include <cstdint>

#include "hotpath/book/books_state.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"

namespace hotpath::sim::flow {

using book::OrderView;

namespace {

/// visit(field) for each, in the order in which they are saved.
template <class Counters, class Visitor>
void for_each_counter(Counters& counters, Visitor&& visit) {
    visit(counters.messages);
    visit(counters.decode_errors);
    visit(counters.order_messages);
    visit(counters.passed_through);
    visit(counters.executions_with_price);
    visit(counters.executions_out_of_turn);
    visit(counters.crossing_orders);
    visit(counters.impossible);
    visit(counters.symbol_mismatches);
    visit(counters.refused);
    visit(counters.orders_gone);
    visit(counters.orders_withdrawn);
}

}  // namespace

template <class Visitor>
void RecordedFlow::for_each_order(Visitor&& visit) const {
    for (std::uint32_t n = 1; n <= recording_.instruments_max() && !shifts_.empty(); ++n) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            recording_.for_each_order({static_cast<std::uint16_t>(n)}, side, visit);
        }
    }
}

void RecordedFlow::save(StateWriter& writer) const {
    book::save_books(writer, recording_);
    for_each_counter(counters_, [&](std::uint64_t counter) { writer.put(counter); });
    const auto known = std::ranges::count_if(instruments_.items(),
                                             [](InstrumentId id) { return id != InstrumentId{}; });
    writer.put(newest_.value);
    writer.put(static_cast<std::uint64_t>(shifts_.size()));
    for_each_order([&](const OrderView& order) {
        if (const std::uint64_t* const shift = shifts_.find(order.id)) {
            writer.put(order.id.value);
            writer.put(*shift);
        }
    });
    writer.put(static_cast<std::uint32_t>(known));
    for (std::size_t locate = 0; locate < kLocates; ++locate) {
        if (instruments_[locate] != InstrumentId{}) {
            writer.put(static_cast<std::uint16_t>(locate));
            writer.put(instruments_[locate].value);
        }
    }
}

void RecordedFlow::load(StateReader& reader) {
    book::load_books(reader, recording_);
    for_each_counter(counters_,
                     [&](std::uint64_t& counter) { counter = reader.get<std::uint64_t>(); });
    newest_ = {reader.get<std::uint64_t>()};
    const auto shifts = reader.get<std::uint64_t>();
    for (std::uint64_t n = 0; n < shifts && reader.is_ok(); ++n) {
        const OrderId id{reader.get<std::uint64_t>()};
        static_cast<void>(shifts_.try_insert(id, reader.get<std::uint64_t>()));
    }
    const auto known = reader.get<std::uint32_t>();
    for (std::uint32_t n = 0; n < known && reader.is_ok(); ++n) {
        const auto locate = reader.get<std::uint16_t>();
        instruments_[locate] = {reader.get<std::uint16_t>()};
    }
}

}  // namespace hotpath::sim::flow
