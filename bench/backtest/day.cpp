#include "bench/backtest/day.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "bench/backtest/book_changes.hpp"
#include "hotpath/capture/dbn/itch_output.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/itch50/stock.hpp"
#include "hotpath/sim/market/market_generator.hpp"

namespace hotpath::bench::backtests {

namespace itch50 = protocols::nasdaq::itch50;

namespace {

/// Between two messages, at least: by price one may be two events.
constexpr std::uint64_t kStepNs = 2;
constexpr std::size_t kBlock = std::size_t{1} << 20U;

/// Takes the messages of a market, in order, and keeps those of the day.
class DayBuilder {
  public:
    void on_message(Bytes message) {
        switch (std::to_integer<char>(message.front())) {
            case itch50::SystemEvent::kType:
                return on_system_event(message);
            case itch50::StockDirectory::kType:
                return list(message);
            case itch50::StockTradingAction::kType:
                return on_trading_state(message);
            default:
                return on_order(message);
        }
    }
    void on_block(Bytes block) {
        protocols::FrameCursor frames(block);
        for (Bytes message; frames.next(message);) {
            on_message(message);
        }
    }

    /// The orders that are still there go before the end.
    [[nodiscard]] Expected<Day> finish() {
        for (const auto& [id, instrument] : changes_.open_orders()) {
            itch50::OrderDelete removal;
            removal.store_stock_locate(instrument.value);
            removal.store_order_reference_number(id.value);
            on_order(removal.bytes());
        }
        itch50::SystemEvent end;
        end.store_event_code(itch50::event_code::kEndOfMessages);
        keep(end.bytes());
        std::erase_if(day_.instruments, [](const DayInstrument& one) { return one.tick == 0; });
        if (day_.events == 0) {
            return fail("backtest: the day holds no order");
        }
        return std::move(day_);
    }

  private:
    void on_system_event(Bytes message) {
        const char code = itch50::SystemEvent::at(message.data()).load_event_code();
        if (code != itch50::event_code::kEndOfMessages) {
            keep(message);
        }
    }
    void list(Bytes message) {
        const InstrumentId id{itch50::locate_in(message)};
        if (index_.emplace(id.value, day_.instruments.size()).second) {
            day_.instruments.push_back({.symbol = *itch50::stock_in(message), .id = id});
        }
        keep(message);
    }
    /// The first that lets an instrument trade: peers have no halts.
    void on_trading_state(Bytes message) {
        const auto& action = itch50::StockTradingAction::at(message.data());
        if (action.load_trading_state() == itch50::trading_state::kTrading &&
            trading_.insert(itch50::locate_in(message)).second) {
            keep(message);
        }
    }
    void on_order(Bytes message) {
        bool has_changed = false;
        changes_.on_message(message, [&](const OrderChange& change) {
            has_changed = true;
            if (change.kind == OrderChange::Kind::Add) {
                note_price(day_.instruments[index_.at(change.instrument.value)], change.price);
            }
        });
        if (has_changed) {
            ++day_.events;
            keep(message);
        }
    }
    static void note_price(DayInstrument& of, Price price) {
        of.low = of.tick == 0 ? price : std::min(of.low, price);
        of.high = std::max(of.high, price);
        of.tick = std::gcd(of.tick, price.value);
    }

    void keep(Bytes message) {
        const std::uint64_t time = itch50::SystemEvent::at(message.data()).load_timestamp();
        last_ = std::max(time, last_ + kStepNs);
        const std::size_t used = day_.messages.size();
        day_.messages.resize(used + protocols::kFramePrefixLength + message.size());
        const MutableBytes room = MutableBytes(day_.messages).subspan(used);
        static_cast<void>(protocols::append_frame(room, message));
        itch50::SystemEvent::at(room.data() + protocols::kFramePrefixLength).store_timestamp(last_);
    }

    Day day_;
    BookChanges changes_;
    std::unordered_map<std::uint16_t, std::size_t> index_;  // of day_.instruments
    std::unordered_set<std::uint16_t> trading_;
    std::uint64_t last_ = 0;
};

/// Writes a day's changes as those of its levels.
class LevelWriter {
  public:
    explicit LevelWriter(const Day& by_order) : instruments_(by_order.instruments) {
        for (const DayInstrument& one : instruments_) {
            listings_.emplace(one.id.value,
                              capture::dbn::Listing{.locate = one.id.value, .symbol = one.symbol});
        }
    }

    [[nodiscard]] Day write(Bytes messages) {
        protocols::FrameCursor frames(messages);
        for (Bytes message; frames.next(message);) {
            if (out_.block().bytes().empty()) {
                begin(message);
            }
            changes_.on_message(message, [this](const OrderChange& change) { on_change(change); });
        }
        out_.end_day();
        const Bytes written = out_.block().bytes();
        return {.messages = {written.begin(), written.end()},
                .events = events_,
                .instruments = instruments_};
    }

  private:
    struct Level {
        OrderId reference{};
        std::uint64_t qty = 0;
    };

    void begin(Bytes first) {
        set_time(
            {static_cast<std::int64_t>(itch50::SystemEvent::at(first.data()).load_timestamp())});
        out_.begin_day();
        for (const DayInstrument& one : instruments_) {
            out_.list(listings_.at(one.id.value));
        }
    }
    void set_time(Time time) { out_.block().set_time(time); }

    void on_change(const OrderChange& change) {
        if (!change.is_last) {
            replaced_ = change;
            return;
        }
        const auto before = std::exchange(replaced_, std::nullopt);
        set_time(change.time);
        if (before && before->price == change.price) {
            return resize(change, std::int64_t{change.qty.value} - before->qty.value);
        }
        if (before) {
            resize(*before, -std::int64_t{before->qty.value});
            set_time(change.time + Nanos{1});
        }
        const bool is_new = change.kind == OrderChange::Kind::Add;
        resize(change, (is_new ? 1 : -1) * std::int64_t{change.qty.value});
    }

    /// The order's level has so many shares more; below 0: fewer.
    void resize(const OrderChange& change, std::int64_t more) {
        if (more == 0) {
            return;
        }
        ++events_;
        const std::uint64_t key = (std::uint64_t{change.instrument.value} << 48U) |
                                  (side_index(change.side) << 40U) |
                                  static_cast<std::uint64_t>(change.price.value);
        Level& level = levels_[key];
        more > 0 ? grow(change, level, static_cast<std::uint64_t>(more))
                 : shrink(change, level, static_cast<std::uint32_t>(-more));
        if (level.qty == 0) {
            levels_.erase(key);
        }
    }
    void grow(const OrderChange& change, Level& level, std::uint64_t qty) {
        const capture::dbn::Listing& listing = listings_.at(change.instrument.value);
        level.qty += qty;
        HOTPATH_ASSERT(level.qty <= 0xffff'ffffU, "a level's shares must fit ITCH's four bytes");
        const capture::dbn::NewOrder now{.reference = {++reference_},
                                         .side = change.side,
                                         .price = {static_cast<std::uint32_t>(change.price.value)},
                                         .qty = {static_cast<std::uint32_t>(level.qty)}};
        if (level.reference == OrderId{}) {
            out_.add(listing, now);
        } else {
            out_.replace(listing, level.reference, now);
        }
        level.reference = now.reference;
    }
    void shrink(const OrderChange& change, Level& level, std::uint32_t qty) {
        const capture::dbn::Listing& listing = listings_.at(change.instrument.value);
        level.qty -= qty;
        if (change.kind == OrderChange::Kind::Execute) {
            out_.execute(listing, level.reference, {qty});
        } else if (level.qty == 0) {
            out_.remove(listing, level.reference);
        } else {
            out_.reduce(listing, level.reference, {qty});
        }
    }

    std::vector<DayInstrument> instruments_;
    std::unordered_map<std::uint16_t, capture::dbn::Listing> listings_;
    capture::StreamStats stats_;
    capture::dbn::ItchOutput out_{stats_};
    BookChanges changes_;
    std::optional<OrderChange> replaced_;
    std::unordered_map<std::uint64_t, Level> levels_;
    std::uint64_t reference_ = 0;
    std::uint64_t events_ = 0;
};

}  // namespace

Expected<Day> generate_day(const GeneratedDay& day) {
    auto generator = sim::market::MarketGenerator::create(
        {.seed = day.seed, .messages = day.messages, .instruments = day.instruments});
    if (!generator) {
        return std::unexpected(generator.error());
    }
    DayBuilder builder;
    std::vector<std::byte> room(kBlock);
    for (Bytes block; !(block = generator->next_block(room)).empty();) {
        builder.on_block(block);
    }
    return builder.finish();
}

Expected<Day> read_day(capture::MessageStream& stream) {
    DayBuilder builder;
    for (;;) {
        const auto block = stream.next_block();
        if (!block) {
            return std::unexpected(block.error());
        }
        if (block->empty()) {
            return builder.finish();
        }
        builder.on_block(*block);
    }
}

Day by_price(const Day& by_order) {
    return LevelWriter(by_order).write(by_order.messages);
}

}  // namespace hotpath::bench::backtests
