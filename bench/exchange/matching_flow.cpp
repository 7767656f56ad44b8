#include "bench/exchange/matching_flow.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "hotpath/core/random.hpp"
#include "hotpath/match/matcher.hpp"

namespace hotpath::bench {
namespace {

constexpr std::int64_t kTick = 100;
constexpr std::int64_t kMid = 1'000'000;
constexpr InstrumentId kInstrument{1};

/// Which orders are open, and one of them at random.
class OpenOrders : public match::NullListener {
  public:
    explicit OpenOrders(std::size_t ids_max) : places_(ids_max + 1, kNone) {}

    void on_added(const book::OrderView& order) {
        places_[order.id.value] = static_cast<std::uint32_t>(ids_.size());
        ids_.push_back(order.id);
    }
    void on_executed(const match::Execution& execution) {
        if (execution.resting_leaves_qty == Qty{}) {
            remove(execution.resting);
        }
    }
    void on_canceled(const match::Cancellation& canceled) {
        if (places_[canceled.order.id.value] != kNone) {
            remove(canceled.order.id);
        }
    }

    [[nodiscard]] std::size_t size() const { return ids_.size(); }
    [[nodiscard]] OrderId one(Random& random) const { return ids_[random.below(ids_.size())]; }

  private:
    static constexpr std::uint32_t kNone = 0xffff'ffff;

    void remove(OrderId id) {
        const std::uint32_t place = std::exchange(places_[id.value], kNone);
        ids_[place] = ids_.back();
        ids_.pop_back();
        if (place < ids_.size()) {
            places_[ids_[place].value] = place;
        }
    }

    std::vector<OrderId> ids_;
    std::vector<std::uint32_t> places_;  // by id: where in ids_
};

class FlowWriter {
  public:
    FlowWriter(std::string_view name, std::size_t commands, std::uint64_t seed)
        : random_(seed),
          open_(commands),
          commands_max_(commands),
          matcher_(std::move(
              *match::Matcher::create({.books = {.orders_max = static_cast<std::uint32_t>(commands),
                                                 .levels_max = 1'000'000,
                                                 .instruments_max = 1},
                                       .executions_max = 1'000'000}))) {
        flow_.name = name;
        flow_.commands.reserve(commands);
    }

    [[nodiscard]] bool is_full() const { return flow_.commands.size() >= commands_max_; }
    [[nodiscard]] Random& random() { return random_; }
    [[nodiscard]] std::size_t open() const { return open_.size(); }
    [[nodiscard]] std::uint64_t qty() { return 1 + random_.below(500); }
    [[nodiscard]] Side side() { return random_.one_in(2) ? Side::Buy : Side::Sell; }

    void enter(CommandKind kind, Side side, std::int64_t price, std::uint64_t qty) {
        const std::uint64_t id = ++flow_.highest_id;
        note({.kind = kind,
              .is_sell = side == Side::Sell ? 1U : 0U,
              .id = id,
              .price = price,
              .qty = qty});
        matcher_.enter(
            {.id = {id},
             .instrument = kInstrument,
             .side = side,
             .time_in_force = kind == CommandKind::Ioc ? TimeInForce::Ioc : TimeInForce::Day,
             .qty = {static_cast<std::uint32_t>(qty)},
             .price = {price}},
            open_);
    }
    /// Ticks away from the other side, measured from a price.
    void enter_away(std::int64_t from, std::int64_t ticks) {
        const Side s = side();
        enter(CommandKind::Limit, s, from - sign(s) * ticks * kTick, qty());
    }
    void cancel_one() {
        if (open_.size() != 0) {
            const OrderId id = open_.one(random_);
            note({.kind = CommandKind::Cancel, .id = id.value});
            matcher_.cancel(id, open_);
        }
    }
    void reduce_one() {
        if (open_.size() != 0) {
            const OrderId id = open_.one(random_);
            const std::uint64_t qty = 1 + random_.below(100);
            note({.kind = CommandKind::Reduce, .id = id.value, .qty = qty});
            matcher_.reduce(id, {static_cast<std::uint32_t>(qty)}, open_);
        }
    }

    [[nodiscard]] MatchingFlow done() { return std::move(flow_); }

  private:
    void note(const Command& command) { flow_.commands.push_back(command); }

    Random random_;
    OpenOrders open_;
    std::size_t commands_max_;
    match::Matcher matcher_;
    MatchingFlow flow_;
};

/// Adds near a mid that wanders, cancels of anything, one command in six that takes.
MatchingFlow mixed_flow(std::size_t commands) {
    FlowWriter flow("mixed", commands, 1);
    std::int64_t mid = kMid;
    while (!flow.is_full()) {
        Random& random = flow.random();
        mid += random.one_in(50) ? (random.one_in(2) ? kTick : -kTick) : 0;
        const std::uint64_t draw = random.below(100);
        if (draw < 45 || flow.open() < 500) {
            flow.enter_away(mid, 1 + static_cast<std::int64_t>(random.below(20)));
        } else if (draw < 57) {
            const Side side = flow.side();
            flow.enter(CommandKind::Ioc, side, mid + sign(side) * 5 * kTick, flow.qty());
        } else if (draw < 62) {
            flow.enter_away(mid, -2);
        } else if (draw < 95) {
            flow.cancel_one();
        } else {
            flow.reduce_one();
        }
    }
    return flow.done();
}

/// Two levels with tens of thousands of orders each; most commands take one out of the middle.
MatchingFlow deep_level_flow(std::size_t commands) {
    FlowWriter flow("deep_level", commands, 2);
    const std::size_t deep = commands / 10;
    while (!flow.is_full()) {
        const std::uint64_t draw = flow.random().below(100);
        if (flow.open() < deep || draw < 48) {
            flow.enter_away(kMid, 1);
        } else if (draw < 96) {
            flow.cancel_one();
        } else {
            const Side side = flow.side();
            flow.enter(CommandKind::Ioc, side, kMid + sign(side) * kTick, flow.qty());
        }
    }
    return flow.done();
}

/// A sparse book, a hundred thousand ticks wide: a taker leaves the next best price far away.
MatchingFlow wide_swing_flow(std::size_t commands) {
    FlowWriter flow("wide_swing", commands, 3);
    std::int64_t mid = kMid * 10;
    while (!flow.is_full()) {
        Random& random = flow.random();
        const std::uint64_t draw = random.below(100);
        const auto away = static_cast<std::int64_t>(1 + random.below(50'000));
        if (draw < 55 || flow.open() < 200) {
            flow.enter_away(mid, away);
        } else if (draw < 80) {
            const Side side = flow.side();
            flow.enter(CommandKind::Ioc, side, mid + sign(side) * 40'000 * kTick, 600);
        } else {
            flow.cancel_one();
        }
    }
    return flow.done();
}

/// Twenty thousand orders entered over two hundred levels, then all canceled, and again.
MatchingFlow mass_cancel_flow(std::size_t commands) {
    FlowWriter flow("mass_cancel", commands, 4);
    while (!flow.is_full()) {
        while (flow.open() < 20'000 && !flow.is_full()) {
            flow.enter_away(kMid, 1 + static_cast<std::int64_t>(flow.random().below(100)));
        }
        while (flow.open() != 0 && !flow.is_full()) {
            flow.cancel_one();
        }
    }
    return flow.done();
}

/// The first minutes: five hundred levels a side fill up, a quarter of what comes trades.
MatchingFlow open_flow(std::size_t commands) {
    FlowWriter flow("open", commands, 5);
    while (!flow.is_full()) {
        Random& random = flow.random();
        const std::uint64_t draw = random.below(100);
        if (draw < 65) {
            flow.enter_away(kMid, 1 + static_cast<std::int64_t>(random.below(500)));
        } else if (draw < 90) {
            flow.enter_away(kMid, -static_cast<std::int64_t>(random.below(20)));
        } else {
            flow.cancel_one();
        }
    }
    return flow.done();
}

}  // namespace

std::vector<MatchingFlow> matching_flows(std::size_t commands) {
    return {mixed_flow(commands), deep_level_flow(commands), wide_swing_flow(commands),
            mass_cancel_flow(commands), open_flow(commands)};
}

Expected<std::string> write_flow(const MatchingFlow& flow) {
    const auto folder = std::filesystem::path(HOTPATH_SOURCE_DIR) / "build/flows";
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const std::string path =
        (folder / fmt::format("{}-{}.commands", flow.name, flow.commands.size())).string();
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) {
        return fail("cannot write " + path);
    }
    const std::size_t written =
        std::fwrite(flow.commands.data(), sizeof(Command), flow.commands.size(), file);
    const bool is_closed = std::fclose(file) == 0;
    return written == flow.commands.size() && is_closed ? Expected<std::string>(path)
                                                        : fail("cannot write " + path);
}

}  // namespace hotpath::bench
