#include "bench/tick_to_trade/recordings.hpp"

#include <algorithm>

namespace hotpath::bench::tick_to_trade {

namespace {

/// The bytes move while a recording grows: places become spans at its end.
class Growing {
  public:
    void add(InputKind kind, Bytes bytes, Time now) {
        places_.push_back({kind, now, recording_.bytes.size(), bytes.size()});
        recording_.bytes.insert(recording_.bytes.end(), bytes.begin(), bytes.end());
    }
    [[nodiscard]] Recording finish() {
        for (const Place& place : places_) {
            recording_.inputs.push_back(
                {place.kind, place.now,
                 Bytes(recording_.bytes).subspan(place.offset, place.length)});
        }
        return std::move(recording_);
    }

  private:
    struct Place {
        InputKind kind;
        Time now;
        std::size_t offset;
        std::size_t length;
    };
    std::vector<Place> places_;
    Recording recording_;
};

class EngineTrader : public RecordedTrader {
  public:
    explicit EngineTrader(ManyEngine engine) : engine_(std::move(engine)) {}

    void on_input(InputKind kind, Bytes bytes, Time now) override {
        growing_.add(kind, bytes, now);
        if (kind == InputKind::Packet) {
            engine_.on_packet(bytes, now);
        } else if (kind == InputKind::OrderBytes) {
            engine_.on_order_bytes(bytes, now);
        } else {
            engine_.on_timer(now);
        }
    }
    void for_each_outgoing(const std::function<void(Bytes)>& sink) override {
        engine_.for_each_outgoing(sink);
    }
    [[nodiscard]] Recording finish() { return growing_.finish(); }

  private:
    ManyEngine engine_;
    Growing growing_;
};

}  // namespace

std::vector<strategy::MarketMaker> makers(std::size_t count) {
    std::vector<strategy::MarketMaker> result;
    for (std::size_t i = 0; i < count; ++i) {
        const auto n = static_cast<std::int64_t>(i);
        result.emplace_back(
            strategy::MarketMakerOptions{.instruments_max = session_books().instruments_max,
                                         .half_spread = 50 + 100 * n,
                                         .hysteresis_percent = 25 * n});
    }
    return result;
}

/// Each strategy may do as much as one alone: the account's limits grow with their number.
engine::EngineOptions engine_options(std::size_t strategies) {
    const auto times = static_cast<std::uint32_t>(strategies);
    engine::EngineOptions options;
    options.books = session_books();
    options.limits.position_max.value *= times;
    options.limits.open_orders_max =
        std::min(options.limits.open_orders_max * times, options.account.open_orders_max);
    options.limits.messages_max *= times;
    options.account.gross_max.value *= times;
    options.account.net_max.value *= times;
    options.account.traded_max.value *= times;
    options.account.messages_free *= times;
    for (risk::RateLimit* pace : {&options.pace.orders, &options.pace.cancels,
                                  &options.pace.duplicates, &options.pace.repeated_executions}) {
        pace->messages_max *= times;
    }
    return options;
}

Expected<Recording> record_engine(std::size_t strategies, const std::filesystem::path& file,
                                  std::uint64_t messages, const Ticks& clock) {
    auto engine =
        ManyEngine::create(engine_options(strategies),
                           strategy::Many<strategy::MarketMaker>(makers(strategies)), clock);
    if (!engine) {
        return std::unexpected(engine.error());
    }
    EngineTrader trader(std::move(*engine));
    if (auto played = play_session(file, messages, trader); !played) {
        return std::unexpected(played.error());
    }
    return trader.finish();
}

}  // namespace hotpath::bench::tick_to_trade
