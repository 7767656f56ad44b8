#include "bench/tick_to_trade/recordings.hpp"

#include <algorithm>

namespace hotpath::bench::pipeline {

namespace {

/// The bytes move while a recording grows: places become spans at its end.
class Growing {
  public:
    void add(piped::InputKind kind, Bytes bytes, Time now) {
        places_.push_back({kind, now, recording_.bytes.size(), bytes.size()});
        recording_.bytes.insert(recording_.bytes.end(), bytes.begin(), bytes.end());
    }
    [[nodiscard]] Recording finish() {
        for (const Place& place : places_) {
            recording_.inputs.push_back(
                {place.kind, 0, place.now,
                 Bytes(recording_.bytes).subspan(place.offset, place.length)});
        }
        return std::move(recording_);
    }

  private:
    struct Place {
        piped::InputKind kind;
        Time now;
        std::size_t offset;
        std::size_t length;
    };
    std::vector<Place> places_;
    Recording recording_;
};

piped::InputKind kind_of(InputKind kind) {
    return kind == InputKind::Packet       ? piped::InputKind::Packet
           : kind == InputKind::OrderBytes ? piped::InputKind::OrderBytes
                                           : piped::InputKind::Timer;
}

class EngineTrader : public RecordedTrader {
  public:
    explicit EngineTrader(ManyEngine engine) : engine_(std::move(engine)) {}

    void on_input(InputKind kind, Bytes bytes, Time now) override {
        growing_.add(kind_of(kind), bytes, now);
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

struct GrowingObserver {
    Growing* growing;
    void on_input(const piped::Input& input) const {
        growing->add(input.kind, input.bytes, input.now);
    }
};
struct KeepMessages {
    std::vector<std::vector<std::byte>>* messages;
    void operator()(const piped::Outgoing& out) const {
        messages->emplace_back(out.message.begin(), out.message.end());
    }
};

class PipelineTrader : public RecordedTrader {
  public:
    using Recorded = piped::Pipeline<strategy::MarketMaker, venue::nasdaq::OuchCodec, KeepMessages,
                                     timing::NoTicks, GrowingObserver>;

    [[nodiscard]] Expected<void> build(std::size_t strategies) {
        auto pipeline = Recorded::create(pipeline_options(strategies, 1),
                                         {makers(strategies), {&messages_}, {}, {&growing_}});
        if (!pipeline) {
            return std::unexpected(pipeline.error());
        }
        pipeline_ = std::move(*pipeline);
        return {};
    }
    void on_input(InputKind kind, Bytes bytes, Time now) override {
        pipeline_->run({kind_of(kind), 0, now, bytes});
    }
    void for_each_outgoing(const std::function<void(Bytes)>& sink) override {
        for (const auto& message : messages_) {
            sink(message);
        }
        messages_.clear();
    }
    [[nodiscard]] Recording finish() { return growing_.finish(); }

  private:
    std::vector<std::vector<std::byte>> messages_;
    Growing growing_;
    std::unique_ptr<Recorded> pipeline_;
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

piped::PipelineOptions pipeline_options(std::size_t strategies, std::size_t stages) {
    piped::PipelineOptions options;
    options.engine = engine_options(strategies);
    options.slots = strategies;
    options.strategy_stages = stages;
    // Alone a strategy remembers as many orders as the account: an order that stays open while the
    // ids go once round the table costs an id, and then the bytes would not be the engine's.
    options.slot_orders = {.orders_remembered = strategies == 1 ? 65'536U : 8'192U,
                           .open_orders_max = 1'024,
                           .executions_remembered = 4'096};
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

Expected<Recording> record_pipeline(std::size_t strategies, const std::filesystem::path& file,
                                    std::uint64_t messages) {
    PipelineTrader trader;
    if (auto built = trader.build(strategies); !built) {
        return std::unexpected(built.error());
    }
    if (auto played = play_session(file, messages, trader); !played) {
        return std::unexpected(played.error());
    }
    return trader.finish();
}

}  // namespace hotpath::bench::pipeline
