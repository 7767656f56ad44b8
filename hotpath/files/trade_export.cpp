#include "hotpath/files/trade_export.hpp"

#include <utility>

#include <fmt/format.h>

#include "hotpath/wire/itch50/messages.hpp"

namespace hotpath::files {

char message_type(feed::TradeKind kind) {
    switch (kind) {
        case feed::TradeKind::Displayed:
            return 'E';
        case feed::TradeKind::DisplayedAtPrice:
            return 'C';
        case feed::TradeKind::Hidden:
            return 'P';
        case feed::TradeKind::Cross:
            return 'Q';
    }
    return '?';
}

// The venue publishes the side of displayed orders only (ITCH P always has B since 2014).
char side_code(const feed::Trade& trade) {
    const bool is_told =
        trade.kind == feed::TradeKind::Displayed || trade.kind == feed::TradeKind::DisplayedAtPrice;
    if (!is_told) {
        return 'N';
    }
    return trade.resting_side == Side::Buy ? 'B' : 'S';
}

std::optional<TradeBreak> trade_break_in(Bytes message) {
    using wire::itch50::BrokenTrade;
    if (message.size() != BrokenTrade::kLength ||
        std::to_integer<char>(message.front()) != BrokenTrade::kType) {
        return std::nullopt;
    }
    const BrokenTrade& broken = BrokenTrade::at(message.data());
    return TradeBreak{.instrument = {broken.load_stock_locate()},
                      .match_id = {broken.load_match_number()},
                      .venue_time = {static_cast<std::int64_t>(broken.load_timestamp())}};
}

Expected<TradeExport> TradeExport::create(const std::filesystem::path& path) {
    auto file = OutputFile::create(path);
    if (!file) {
        return std::unexpected(file.error());
    }
    return TradeExport(std::move(*file));
}

TradeExport::TradeExport(OutputFile file) : file_(std::move(file)) {
    file_.write("time_ns,symbol,message_type,side,price,qty,match_id,printable\n");
}

void TradeExport::on_trade(const feed::Trade& trade, const Symbol& symbol) {
    file_.write(fmt::format("{},{},{},{},{},{},{},{}\n", trade.venue_time.value, symbol.view(),
                            message_type(trade.kind), side_code(trade), trade.price.value,
                            trade.qty.value, trade.match_id.value, trade.printable ? 'Y' : 'N'));
    ++rows_;
}

void TradeExport::on_trade_break(const TradeBreak& broken, const Symbol& symbol) {
    file_.write(fmt::format("{},{},B,N,0,0,{},N\n", broken.venue_time.value, symbol.view(),
                            broken.match_id.value));
    ++rows_;
}

}  // namespace hotpath::files
