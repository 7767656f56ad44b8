#include "hotpath/capture/dbn/price.hpp"

#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "hotpath/capture/dbn/pending_trades.hpp"

namespace hotpath::capture::dbn {

namespace {

constexpr std::int64_t kUnitsPerPrice4 = protocols::dbn::kPriceUnitsPerCurrency / 10'000;
constexpr std::size_t kDecimalsMax = 9;

}  // namespace

std::string price_text(std::int64_t price) {
    if (price == protocols::dbn::kUndefinedPrice) {
        return "undefined";
    }
    // Unsigned: the least price has no magnitude of 64 bits with a sign.
    const bool is_negative = price < 0;
    const auto bits = static_cast<std::uint64_t>(price);
    const std::uint64_t magnitude = is_negative ? 0 - bits : bits;
    constexpr auto kUnits = static_cast<std::uint64_t>(protocols::dbn::kPriceUnitsPerCurrency);
    std::string decimals = fmt::format("{:0{}}", magnitude % kUnits, kDecimalsMax);
    decimals.erase(decimals.find_last_not_of('0') + 1);
    return fmt::format("{}{}{}{}", is_negative ? "-" : "", magnitude / kUnits,
                       decimals.empty() ? "" : ".", decimals);
}

std::string price_text(Price4 price) {
    return price_text(std::int64_t{price.value} * kUnitsPerPrice4);
}

Checked<Price4> to_price4(std::int64_t price) {
    constexpr std::int64_t kMax = std::int64_t{std::numeric_limits<std::uint32_t>::max()};
    if (price == protocols::dbn::kUndefinedPrice) {
        return std::unexpected("the price is undefined");
    }
    if (price % kUnitsPerPrice4 != 0) {
        return std::unexpected(fmt::format(
            "price {} is not a multiple of 0.0001, the price unit of hotpath", price_text(price)));
    }
    if (price < 0 || price / kUnitsPerPrice4 > kMax) {
        return std::unexpected(fmt::format("price {} must be 0 to {}", price_text(price),
                                           price_text(Price4{static_cast<std::uint32_t>(kMax)})));
    }
    return Price4{static_cast<std::uint32_t>(price / kUnitsPerPrice4)};
}

std::string too_many_trades() {
    return fmt::format(
        "the event has more than {} trades; the last record of an event must have F_LAST",
        PendingTrades::kTradesMax);
}

std::string crossed(const Listing& listing, Price4 bid, Price4 ask) {
    return fmt::format(
        "the book of {} is crossed: bid {} above ask {}; a record is missing or damaged, or "
        "trading has not begun and no status record says so",
        listing.symbol.view(), price_text(bid), price_text(ask));
}

std::string unknown_action(char action) {
    return fmt::format("action {:?} must be A, C, M, R, T, F or N", action);
}

}  // namespace hotpath::capture::dbn
