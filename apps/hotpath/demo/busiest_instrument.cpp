#include "apps/hotpath/demo/busiest_instrument.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::app {

namespace {

struct Activity {
    Symbol symbol;
    std::uint64_t executions = 0;
    std::uint64_t adds = 0;
    bool is_listed = false;
    bool has_traded = false;
    char trading_state = ' ';
};

TradedInstrument to_traded(InstrumentId id, const Activity& activity) {
    return {.id = id,
            .symbol = activity.symbol,
            .is_listed = activity.is_listed,
            .has_traded = activity.has_traded,
            .trading_state = activity.trading_state};
}

/// By stock locate: which instruments are listed, traded, quoted.
class ActivityCounter : public protocols::nasdaq::itch50::NullListener {
  public:
    [[nodiscard]] const std::map<InstrumentId, Activity>& all() const { return activities_; }

    void on_stock_directory(const protocols::nasdaq::itch50::StockDirectory& m) {
        of(m).symbol = m.load_stock();
        of(m).is_listed = true;
    }
    void on_stock_trading_action(const protocols::nasdaq::itch50::StockTradingAction& m) {
        Activity& activity = of(m);
        activity.trading_state = m.load_trading_state();
        activity.has_traded |=
            activity.trading_state == protocols::nasdaq::itch50::trading_state::kTrading;
    }
    void on_add_order(const protocols::nasdaq::itch50::AddOrder& m) { add(m); }
    void on_add_order_mpid(const protocols::nasdaq::itch50::AddOrderMpid& m) { add(m); }
    void on_order_executed(const protocols::nasdaq::itch50::OrderExecuted& m) {
        ++of(m).executions;
    }

  private:
    Activity& of(const auto& message) {
        return activities_[InstrumentId{message.load_stock_locate()}];
    }

    void add(const auto& message) {
        Activity& activity = of(message);
        activity.symbol = message.load_stock();
        ++activity.adds;
    }

    std::map<InstrumentId, Activity> activities_;
};

Expected<void> scan(sim::market::MarketInput& input, ActivityCounter& counter) {
    std::uint64_t messages = 0;
    while (messages < kScanMessagesMax) {
        const auto block = input.next_block();
        if (!block) {
            return std::unexpected(block.error());
        }
        if (block->empty()) {
            return {};
        }
        protocols::FrameCursor frames(*block);
        for (Bytes message; frames.next(message); ++messages) {
            std::ignore = protocols::nasdaq::itch50::decode(message, counter);
        }
    }
    return {};
}

using Found = std::vector<TradedInstrument>;

[[nodiscard]] bool is_among(const Found& found, InstrumentId id) {
    return std::ranges::find(found, id, &TradedInstrument::id) != found.end();
}

/// The instrument 0 when no other is left.
[[nodiscard]] TradedInstrument busiest_beside(const ActivityCounter& counter, const Found& taken) {
    TradedInstrument busiest;
    std::pair<std::uint64_t, std::uint64_t> most{0, 0};  // executions, then adds
    for (const auto& [id, activity] : counter.all()) {
        if (const std::pair here{activity.executions, activity.adds};
            here > most && !is_among(taken, id)) {
            most = here;
            busiest = to_traded(id, activity);
        }
    }
    return busiest;
}

}  // namespace

Expected<Found> find_traded_instruments(sim::market::MarketInput& input,
                                        std::span<const std::optional<Symbol>> wanted) {
    ActivityCounter counter;
    if (auto scanned = scan(input, counter); !scanned) {
        return std::unexpected(scanned.error());
    }
    const auto scanned = [&] {
        return fmt::format("in the first {} messages of {}", text::grouped(kScanMessagesMax),
                           input.description());
    };
    Found taken;
    for (const std::optional<Symbol>& symbol : wanted) {
        const auto found = std::ranges::find_if(counter.all(), [&](const auto& entry) {
            return symbol && entry.second.symbol == *symbol;
        });
        if (symbol && found == counter.all().end()) {
            return fail(fmt::format("no instrument {} {}", symbol->view(), scanned()));
        }
        if (symbol) {
            taken.push_back(to_traded(found->first, found->second));
        }
    }
    Found all;
    for (std::size_t n = 0, named = 0; n < wanted.size(); ++n) {
        all.push_back(wanted[n] ? taken[named++] : busiest_beside(counter, taken));
        if (!wanted[n]) {
            taken.push_back(all.back());
        }
        if (all.back().id.value == 0 && wanted.size() > 1) {
            return fail(
                fmt::format("the strategy trades {} instruments, and only {} have orders {}",
                            wanted.size(), n, scanned()));
        }
    }
    return all;
}

}  // namespace hotpath::app
