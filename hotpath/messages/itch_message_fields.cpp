#include <array>
#include <utility>

#include "hotpath/messages/field_words.hpp"
#include "hotpath/messages/message_fields.hpp"
#include "hotpath/messages/ouch_code_text.hpp"
#include "hotpath/wire/itch50/decode.hpp"

namespace hotpath::messages {

namespace {

using Json = nlohmann::ordered_json;
namespace itch50 = wire::itch50;

constexpr std::array kTradingStates{CodeWord{'H', "halted"}, CodeWord{'P', "paused"},
                                    CodeWord{'Q', "quotation only"}, CodeWord{'T', "trading"}};
constexpr std::array kEvents{
    CodeWord{'O', "start of messages"},     CodeWord{'S', "start of system hours"},
    CodeWord{'Q', "start of market hours"}, CodeWord{'M', "end of market hours"},
    CodeWord{'E', "end of system hours"},   CodeWord{'C', "end of messages"}};
constexpr std::array kMarkets{CodeWord{'Q', "Nasdaq Global Select"},
                              CodeWord{'G', "Nasdaq Global Market"},
                              CodeWord{'S', "Nasdaq Capital Market"},
                              CodeWord{'N', "NYSE"},
                              CodeWord{'A', "NYSE American"},
                              CodeWord{'P', "NYSE Arca"},
                              CodeWord{'Z', "Cboe BZX"},
                              CodeWord{'V', "IEX"},
                              CodeWord{' ', "not available"}};
constexpr std::array kFinancialStates{CodeWord{'N', "normal"},
                                      CodeWord{'D', "deficient"},
                                      CodeWord{'E', "delinquent"},
                                      CodeWord{'Q', "bankrupt"},
                                      CodeWord{'S', "suspended"},
                                      CodeWord{'G', "deficient and bankrupt"},
                                      CodeWord{'H', "deficient and delinquent"},
                                      CodeWord{'J', "delinquent and bankrupt"},
                                      CodeWord{'K', "deficient, delinquent and bankrupt"},
                                      CodeWord{'C', "creations or redemptions suspended"},
                                      CodeWord{' ', "not available"}};
constexpr std::array kIssues{CodeWord{'A', "American depositary share"},
                             CodeWord{'B', "bond"},
                             CodeWord{'C', "common stock"},
                             CodeWord{'F', "depositary receipt"},
                             CodeWord{'I', "144A"},
                             CodeWord{'L', "limited partnership"},
                             CodeWord{'N', "notes"},
                             CodeWord{'O', "ordinary share"},
                             CodeWord{'P', "preferred stock"},
                             CodeWord{'Q', "other securities"},
                             CodeWord{'R', "right"},
                             CodeWord{'S', "shares of beneficial interest"},
                             CodeWord{'T', "convertible debenture"},
                             CodeWord{'U', "unit"},
                             CodeWord{'V', "units of beneficial interest"},
                             CodeWord{'W', "warrant"},
                             CodeWord{' ', "not available"}};
constexpr std::array kAuthenticities{CodeWord{'P', "live"}, CodeWord{'T', "test"}};
constexpr std::array kTiers{CodeWord{'1', "tier 1"}, CodeWord{'2', "tier 2"},
                            CodeWord{' ', "not available"}};
constexpr std::array kRegShoActions{CodeWord{'0', "none"}, CodeWord{'1', "from today"},
                                    CodeWord{'2', "remains"}};
constexpr std::array kMakerModes{CodeWord{'N', "normal"}, CodeWord{'P', "passive"},
                                 CodeWord{'S', "syndicate"}, CodeWord{'R', "pre-syndicate"},
                                 CodeWord{'L', "penalty"}};
constexpr std::array kParticipantStates{CodeWord{'A', "active"}, CodeWord{'E', "excused"},
                                        CodeWord{'W', "withdrawn"}, CodeWord{'S', "suspended"},
                                        CodeWord{'D', "deleted"}};
constexpr std::array kReleases{CodeWord{'A', "anticipated"}, CodeWord{'C', "canceled"}};
constexpr std::array kMarketCodes{CodeWord{'Q', "Nasdaq"}, CodeWord{'B', "BX"},
                                  CodeWord{'X', "PSX"}};
constexpr std::array kHaltActions{CodeWord{'H', "halted"}, CodeWord{'T', "resumed"}};
constexpr std::array kImbalances{CodeWord{'B', "buy"}, CodeWord{'S', "sell"}, CodeWord{'N', "none"},
                                 CodeWord{'O', "too few orders"}, CodeWord{'P', "paused"}};
constexpr std::array kVariations{
    CodeWord{'L', "less than 1%"}, CodeWord{'1', "1 to 1.99%"},   CodeWord{'2', "2 to 2.99%"},
    CodeWord{'3', "3 to 3.99%"},   CodeWord{'4', "4 to 4.99%"},   CodeWord{'5', "5 to 5.99%"},
    CodeWord{'6', "6 to 6.99%"},   CodeWord{'7', "7 to 7.99%"},   CodeWord{'8', "8 to 8.99%"},
    CodeWord{'9', "9 to 9.99%"},   CodeWord{'A', "10 to 19.99%"}, CodeWord{'B', "20 to 29.99%"},
    CodeWord{'C', "30% or more"},  CodeWord{' ', "not available"}};
constexpr std::array kInterests{CodeWord{'B', "buy"}, CodeWord{'S', "sell"},
                                CodeWord{'A', "buy and sell"}, CodeWord{'N', "none"}};

/// Eight decimals: the levels of a market-wide circuit breaker alone have them.
[[nodiscard]] std::string price8_text(std::uint64_t price) {
    constexpr std::uint64_t kUnit = 100'000'000;
    return fmt::format("{}.{:08}", price / kUnit, price % kUnit);
}

class ItchFields : public itch50::NullListener {
  public:
    void on_system_event(const itch50::SystemEvent& m) {
        begin(m);
        fields["event_code"] = word_of(m.load_event_code(), kEvents);
    }
    void on_stock_directory(const itch50::StockDirectory& m) {
        begin(m);
        fields["stock"] = printable(m.load_stock().str());
        fields["market_category"] = word_of(m.load_market_category(), kMarkets);
        fields["financial_status_indicator"] =
            word_of(m.load_financial_status_indicator(), kFinancialStates);
        fields["round_lot_size"] = m.load_round_lot_size();
        fields["round_lots_only"] = word_of(m.load_round_lots_only(), kYesNo);
        fields["issue_classification"] = word_of(m.load_issue_classification(), kIssues);
        fields["issue_sub_type"] = text_of(m.load_issue_sub_type());
        fields["authenticity"] = word_of(m.load_authenticity(), kAuthenticities);
        fields["short_sale_threshold_indicator"] =
            word_of(m.load_short_sale_threshold_indicator(), kYesNo);
        fields["ipo_flag"] = word_of(m.load_ipo_flag(), kYesNo);
        fields["luld_reference_price_tier"] = word_of(m.load_luld_reference_price_tier(), kTiers);
        fields["etp_flag"] = word_of(m.load_etp_flag(), kYesNo);
        fields["etp_leverage_factor"] = m.load_etp_leverage_factor();
        fields["inverse_indicator"] = word_of(m.load_inverse_indicator(), kYesNo);
    }
    void on_stock_trading_action(const itch50::StockTradingAction& m) {
        begin(m);
        fields["stock"] = printable(m.load_stock().str());
        fields["trading_state"] = word_of(m.load_trading_state(), kTradingStates);
        fields["reserved"] = code_text(m.load_reserved());
        fields["reason"] = text_of(m.load_reason());
    }
    void on_reg_sho_restriction(const itch50::RegShoRestriction& m) {
        begin(m);
        fields["stock"] = printable(m.load_stock().str());
        fields["reg_sho_action"] = word_of(m.load_reg_sho_action(), kRegShoActions);
    }
    void on_market_participant_position(const itch50::MarketParticipantPosition& m) {
        begin(m);
        fields["mpid"] = text_of(m.load_mpid());
        fields["stock"] = printable(m.load_stock().str());
        fields["primary_market_maker"] = word_of(m.load_primary_market_maker(), kYesNo);
        fields["market_maker_mode"] = word_of(m.load_market_maker_mode(), kMakerModes);
        fields["market_participant_state"] =
            word_of(m.load_market_participant_state(), kParticipantStates);
    }
    void on_mwcb_decline_level(const itch50::MwcbDeclineLevel& m) {
        begin(m);
        fields["level_1"] = price8_text(m.load_level_1());
        fields["level_2"] = price8_text(m.load_level_2());
        fields["level_3"] = price8_text(m.load_level_3());
    }
    void on_mwcb_status(const itch50::MwcbStatus& m) {
        begin(m);
        fields["breached_level"] = code_text(m.load_breached_level());
    }
    void on_quoting_period_update(const itch50::QuotingPeriodUpdate& m) {
        begin(m);
        fields["stock"] = printable(m.load_stock().str());
        fields["ipo_quotation_release_time"] =
            text::time_of_day({m.load_ipo_quotation_release_time() * kNanosPerSecond});
        fields["ipo_quotation_release_qualifier"] =
            word_of(m.load_ipo_quotation_release_qualifier(), kReleases);
        fields["ipo_price"] = dollars_of(m.load_ipo_price());
    }
    void on_luld_auction_collar(const itch50::LuldAuctionCollar& m) {
        begin(m);
        fields["stock"] = printable(m.load_stock().str());
        fields["auction_collar_reference_price"] =
            dollars_of(m.load_auction_collar_reference_price());
        fields["upper_auction_collar_price"] = dollars_of(m.load_upper_auction_collar_price());
        fields["lower_auction_collar_price"] = dollars_of(m.load_lower_auction_collar_price());
        fields["auction_collar_extension"] = m.load_auction_collar_extension();
    }
    void on_operational_halt(const itch50::OperationalHalt& m) {
        begin(m);
        fields["stock"] = printable(m.load_stock().str());
        fields["market_code"] = word_of(m.load_market_code(), kMarketCodes);
        fields["operational_halt_action"] = word_of(m.load_operational_halt_action(), kHaltActions);
    }
    void on_add_order(const itch50::AddOrder& m) { begin_order(m); }
    void on_add_order_mpid(const itch50::AddOrderMpid& m) {
        begin_order(m);
        fields["attribution"] = text_of(m.load_attribution());
    }
    void on_order_executed(const itch50::OrderExecuted& m) { begin_execution(m); }
    void on_order_executed_with_price(const itch50::OrderExecutedWithPrice& m) {
        begin_execution(m);
        fields["printable"] = word_of(m.load_printable(), kYesNo);
        fields["execution_price"] = dollars_of(m.load_execution_price());
    }
    void on_order_cancel(const itch50::OrderCancel& m) {
        begin(m);
        fields["order_reference_number"] = m.load_order_reference_number();
        fields["cancelled_shares"] = m.load_cancelled_shares();
    }
    void on_order_delete(const itch50::OrderDelete& m) {
        begin(m);
        fields["order_reference_number"] = m.load_order_reference_number();
    }
    void on_order_replace(const itch50::OrderReplace& m) {
        begin(m);
        fields["original_order_reference_number"] = m.load_original_order_reference_number();
        fields["new_order_reference_number"] = m.load_new_order_reference_number();
        fields["shares"] = m.load_shares();
        fields["price"] = dollars_of(m.load_price());
    }
    void on_trade(const itch50::Trade& m) {
        begin_order(m);
        fields["match_number"] = m.load_match_number();
    }
    void on_cross_trade(const itch50::CrossTrade& m) {
        begin(m);
        fields["shares"] = m.load_shares();
        fields["stock"] = printable(m.load_stock().str());
        fields["cross_price"] = dollars_of(m.load_cross_price());
        fields["match_number"] = m.load_match_number();
        fields["cross_type"] = word_of(m.load_cross_type(), kCrosses);
    }
    void on_broken_trade(const itch50::BrokenTrade& m) {
        begin(m);
        fields["match_number"] = m.load_match_number();
    }
    void on_noii(const itch50::Noii& m) {
        begin(m);
        fields["paired_shares"] = m.load_paired_shares();
        fields["imbalance_shares"] = m.load_imbalance_shares();
        fields["imbalance_direction"] = word_of(m.load_imbalance_direction(), kImbalances);
        fields["stock"] = printable(m.load_stock().str());
        fields["far_price"] = dollars_of(m.load_far_price());
        fields["near_price"] = dollars_of(m.load_near_price());
        fields["current_reference_price"] = dollars_of(m.load_current_reference_price());
        fields["cross_type"] = word_of(m.load_cross_type(), kCrosses);
        fields["price_variation_indicator"] =
            word_of(m.load_price_variation_indicator(), kVariations);
    }
    void on_retail_price_improvement(const itch50::RetailPriceImprovement& m) {
        begin(m);
        fields["stock"] = printable(m.load_stock().str());
        fields["interest_flag"] = word_of(m.load_interest_flag(), kInterests);
    }
    void on_direct_listing_price_discovery(const itch50::DirectListingPriceDiscovery& m) {
        begin(m);
        fields["stock"] = printable(m.load_stock().str());
        fields["open_eligibility_status"] = word_of(m.load_open_eligibility_status(), kYesNo);
        fields["minimum_allowable_price"] = dollars_of(m.load_minimum_allowable_price());
        fields["maximum_allowable_price"] = dollars_of(m.load_maximum_allowable_price());
        fields["near_execution_price"] = dollars_of(m.load_near_execution_price());
        fields["near_execution_time"] =
            text::time_of_day({static_cast<std::int64_t>(m.load_near_execution_time())});
        fields["lower_price_range_collar"] = dollars_of(m.load_lower_price_range_collar());
        fields["upper_price_range_collar"] = dollars_of(m.load_upper_price_range_collar());
    }
    Json fields = Json::object();

  private:
    /// The fields of every message.
    template <class M>
    void begin(const M& m) {
        fields = {
            {"message", M::kName},
            {"stock_locate", m.load_stock_locate()},
            {"tracking_number", m.load_tracking_number()},
            {"timestamp", text::time_of_day({static_cast<std::int64_t>(m.load_timestamp())})}};
    }
    /// An order, or a trade of one that was not displayed.
    template <class M>
    void begin_order(const M& m) {
        begin(m);
        fields["order_reference_number"] = m.load_order_reference_number();
        fields["buy_sell_indicator"] = side_text(m.load_buy_sell_indicator());
        fields["shares"] = m.load_shares();
        fields["stock"] = printable(m.load_stock().str());
        fields["price"] = dollars_of(m.load_price());
    }
    template <class M>
    void begin_execution(const M& m) {
        begin(m);
        fields["order_reference_number"] = m.load_order_reference_number();
        fields["executed_shares"] = m.load_executed_shares();
        fields["match_number"] = m.load_match_number();
    }
};

}  // namespace

Json itch_fields(Bytes message) {
    ItchFields read;
    const bool is_read = itch50::decode(message, read) == wire::DecodeStatus::Ok;
    return is_read && !read.fields.empty() ? std::move(read.fields)
                                           : no_message("ITCH message", message);
}

}  // namespace hotpath::messages
