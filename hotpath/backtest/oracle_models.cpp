#include "hotpath/backtest/oracle_models.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "hotpath/backtest/fill_models.hpp"
#include "hotpath/backtest/order_oracle.hpp"
#include "hotpath/capture/books_size.hpp"
#include "hotpath/sim/market/market_input.hpp"
#include "hotpath/wire/framing.hpp"

namespace hotpath::backtest {

namespace {

using sim::flow::FillModel;
using sim::flow::QueueModel;
using sim::market::MarketInput;

constexpr std::array<double, 10> kExponents{0.25, 0.5, 1.5, 2, 3, 5, 10, 20, 50, 100};

[[nodiscard]] std::vector<OracleModel> models() {
    std::vector<OracleModel> models;
    for (std::size_t n = 0; n < kFillModels.size(); ++n) {
        if (fill_model(n).queue != QueueModel::Power) {
            models.push_back({std::string(kFillModels[n]), fill_model(n)});
            continue;
        }
        for (const double exponent : kExponents) {
            models.push_back({fmt::format("{} {:g}", kFillModels[n], exponent),
                              {.queue = QueueModel::Power, .exponent = exponent}});
        }
    }
    return models;
}

[[nodiscard]] Expected<std::vector<OrderOracle>> create_oracles(
    const OracleRunOptions& options, const std::vector<ModelResult>& results, std::uint32_t run) {
    std::vector<OrderOracle> oracles;
    for (const ModelResult& result : results) {
        book::BooksOptions books = capture::books_for_file(options.file);
        books.prefault = false;
        books.huge_pages = HugePages::Never;  // many books, each touched in few places
        auto oracle = OrderOracle::create(
            {.books = books, .fills = result.model.fills, .one_in = options.one_in, .part = run});
        if (!oracle) {
            return std::unexpected(oracle.error());
        }
        oracles.push_back(std::move(*oracle));
    }
    return oracles;
}

[[nodiscard]] Expected<void> play(MarketInput& input, std::vector<OrderOracle>& oracles,
                                  const std::atomic<bool>& stop, const OracleProgress& progress) {
    for (;;) {
        const auto block = input.next_block();
        if (!block) {
            return std::unexpected(block.error());
        }
        if (block->empty()) {
            return {};
        }
        for (OrderOracle& oracle : oracles) {
            wire::FrameCursor frames(*block);
            for (Bytes message; frames.next(message);) {
                oracle.on_message(message);
            }
        }
        if (progress) {
            progress(input.progress());
        }
        if (stop.load(std::memory_order_relaxed)) {
            return fail("stopped before the end; no result was written");
        }
    }
}

/// Plays the recording once and adds what came of it.
[[nodiscard]] Expected<void> run_once(const OracleRunOptions& options, std::uint32_t run,
                                      std::vector<ModelResult>& results,
                                      const std::atomic<bool>& stop,
                                      const OracleProgress& progress) {
    auto input = MarketInput::recorded(options.file);
    if (!input) {
        return std::unexpected(input.error());
    }
    if ((*input)->book_source().basis == capture::BookBasis::ByPrice) {
        return fail(fmt::format("{}: the recording must be by order, got one by price",
                                options.file.string()));
    }
    auto oracles = create_oracles(options, results, run);
    if (!oracles) {
        return std::unexpected(oracles.error());
    }
    if (auto played = play(**input, *oracles, stop, progress); !played) {
        return played;
    }
    for (std::size_t n = 0; n < results.size(); ++n) {
        OrderOracle& oracle = (*oracles)[n];
        oracle.finish();
        results[n].counts += oracle.counts();
        results[n].scores.add(oracle.scores());
        if (results[n].first_difference.empty()) {
            results[n].first_difference = oracle.first_difference();
        }
    }
    return {};
}

}  // namespace

/// The exponent of the power model with the smallest Brier score.
const ModelResult& calibrated(std::span<const ModelResult> results) {
    return *std::ranges::min_element(results, {}, [](const ModelResult& result) {
        const FillModel& fills = result.model.fills;
        return fills.queue == QueueModel::Power || fills.queue == QueueModel::Proportional
                   ? result.scores.brier_score()
                   : 2.0;
    });
}
double exponent_of(const ModelResult& result) {
    return result.model.fills.queue == QueueModel::Power ? result.model.fills.exponent : 1.0;
}

Expected<std::vector<ModelResult>> run_oracle_models(const OracleRunOptions& options,
                                                     const std::atomic<bool>& stop,
                                                     const OracleProgress& progress) {
    std::vector<ModelResult> results;
    for (OracleModel& model : models()) {
        results.push_back({.model = std::move(model)});
    }
    for (std::uint32_t run = 0; run < options.runs; ++run) {
        if (auto played = run_once(options, run, results, stop, progress); !played) {
            return std::unexpected(played.error());
        }
    }
    return results;
}

}  // namespace hotpath::backtest
