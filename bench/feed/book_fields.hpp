#pragma once
/// "Decoded" means the same for every subject of the decode test: each message's instrument, and of
/// the messages that move a book every field a book needs, added up. The sum is the answer that all
/// subjects must agree on.
///
/// SumOfBookFields hears messages from our decoder; floor_decode is the least code that gets the
/// same sum from the same bytes: one pointer, one switch, no length check. Threads: one.
/// Allocation: none.

#include <cstdint>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"

namespace hotpath::bench {

namespace itch = protocols::nasdaq::itch50;

class SumOfBookFields : public itch::NullListener {
  public:
    std::uint64_t sum = 0;

    void on_add_order(const itch::AddOrder& m) noexcept { add(m); }
    void on_add_order_mpid(const itch::AddOrderMpid& m) noexcept { add(m); }
    void on_order_executed(const itch::OrderExecuted& m) noexcept {
        sum += locate(m) + m.load_order_reference_number() + m.load_executed_shares();
    }
    void on_order_executed_with_price(const itch::OrderExecutedWithPrice& m) noexcept {
        sum += locate(m) + m.load_order_reference_number() + m.load_executed_shares() +
               m.load_execution_price();
    }
    void on_order_cancel(const itch::OrderCancel& m) noexcept {
        sum += locate(m) + m.load_order_reference_number() + m.load_cancelled_shares();
    }
    void on_order_delete(const itch::OrderDelete& m) noexcept {
        sum += locate(m) + m.load_order_reference_number();
    }
    void on_order_replace(const itch::OrderReplace& m) noexcept {
        sum += locate(m) + m.load_original_order_reference_number() +
               m.load_new_order_reference_number() + m.load_shares() + m.load_price();
    }
    void on_system_event(const itch::SystemEvent& m) noexcept { sum += locate(m); }
    void on_stock_directory(const itch::StockDirectory& m) noexcept { sum += locate(m); }
    void on_stock_trading_action(const itch::StockTradingAction& m) noexcept { sum += locate(m); }
    void on_reg_sho_restriction(const itch::RegShoRestriction& m) noexcept { sum += locate(m); }
    void on_market_participant_position(const itch::MarketParticipantPosition& m) noexcept {
        sum += locate(m);
    }
    void on_mwcb_decline_level(const itch::MwcbDeclineLevel& m) noexcept { sum += locate(m); }
    void on_mwcb_status(const itch::MwcbStatus& m) noexcept { sum += locate(m); }
    void on_quoting_period_update(const itch::QuotingPeriodUpdate& m) noexcept { sum += locate(m); }
    void on_luld_auction_collar(const itch::LuldAuctionCollar& m) noexcept { sum += locate(m); }
    void on_operational_halt(const itch::OperationalHalt& m) noexcept { sum += locate(m); }
    void on_trade(const itch::Trade& m) noexcept { sum += locate(m); }
    void on_cross_trade(const itch::CrossTrade& m) noexcept { sum += locate(m); }
    void on_broken_trade(const itch::BrokenTrade& m) noexcept { sum += locate(m); }
    void on_noii(const itch::Noii& m) noexcept { sum += locate(m); }
    void on_retail_price_improvement(const itch::RetailPriceImprovement& m) noexcept {
        sum += locate(m);
    }
    void on_direct_listing_price_discovery(const itch::DirectListingPriceDiscovery& m) noexcept {
        sum += locate(m);
    }

  private:
    [[nodiscard]] static std::uint64_t locate(const auto& message) noexcept {
        return message.load_stock_locate();
    }
    void add(const auto& m) noexcept {
        sum += locate(m) + m.load_order_reference_number() + m.load_shares() + m.load_price() +
               static_cast<unsigned char>(m.load_buy_sell_indicator());
    }
};

[[nodiscard]] inline std::uint64_t floor_decode(Bytes block) noexcept {
    const std::byte* at = block.data();
    const std::byte* const end = at + block.size();
    std::uint64_t sum = 0;
    while (at < end) {
        const std::byte* const m = at + 2;
        at = m + load_be<std::uint16_t>(at);
        sum += load_be<std::uint16_t>(m + 1);
        switch (std::to_integer<char>(*m)) {
            case 'A':
            case 'F':
                sum += load_be<std::uint64_t>(m + 11) + std::to_integer<unsigned>(m[19]) +
                       load_be<std::uint32_t>(m + 20) + load_be<std::uint32_t>(m + 32);
                break;
            case 'C':
                sum += load_be<std::uint32_t>(m + 32);
                [[fallthrough]];
            case 'E':
            case 'X':
                sum += load_be<std::uint64_t>(m + 11) + load_be<std::uint32_t>(m + 19);
                break;
            case 'D':
                sum += load_be<std::uint64_t>(m + 11);
                break;
            case 'U':
                sum += load_be<std::uint64_t>(m + 11) + load_be<std::uint64_t>(m + 19) +
                       load_be<std::uint32_t>(m + 27) + load_be<std::uint32_t>(m + 31);
                break;
            default:
                break;
        }
    }
    return sum;
}

}  // namespace hotpath::bench
