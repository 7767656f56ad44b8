// OUCH and ITCH in a simulated session; ITCH as a generated market is written.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "hotpath/protocols/nasdaq/sim/soup_framing.hpp"
#include "hotpath/protocols/nasdaq/trader/itch_market_data.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_entry.hpp"
#include "hotpath/sim/market/written_formats.hpp"
#include "hotpath/sim/session/protocol_ends.hpp"

namespace hotpath::protocols::nasdaq {

const sim::session::OrderEnds& OuchEntry::simulated() noexcept {
    static const sim::session::OrderEnds kEnds{
        .title = "OUCH 5.0 in SoupBinTCP",
        .framing = soup_framing(),
        .set_trader = [](trader::TraderOptions& options) { options.order_entry = OuchAccount{}; },
        .set_venue = [](sim::session::ServedVenueOptions&, std::uint32_t) {},
        .first_start = [](Time) { return SessionStart{}; }};
    return kEnds;
}

const sim::session::FeedEnds& ItchMarketData::simulated() noexcept {
    static constexpr sim::session::FeedEnds kEnds{
        .keeps_numbers = true,
        .set_trader = [](trader::TraderOptions& options) { options.market_data = Options{}; },
        .create = nullptr,
        .loop_of = [](std::byte,
                      const trader::TraderOptions&) { return std::optional<feed::FeedLoop>(); }};
    return kEnds;
}

const sim::market::WrittenFormats& ItchMarketData::written() noexcept {
    static constexpr std::array<sim::market::WrittenFormat, 1> kEach{
        {{.key = "itch",
          .create = [](const std::filesystem::path& file, const sim::market::WrittenMarket&) {
              return capture::create(file);
          }}}};
    static constexpr sim::market::WrittenFormats kFormats{
        .product = "an ITCH 5.0 file", .note = "", .formats = kEach};
    return kFormats;
}

}  // namespace hotpath::protocols::nasdaq
