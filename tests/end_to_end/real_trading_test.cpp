// Market making and pairs trading on real data: engine and exchange in one session, the recording's
// order flow around them. An account made of the session's bytes alone is held against the
// trader's record, the venue's words, its books and its feed, after every event; and what came of
// it is what docs/results/strategies-on-real-data.md says (tests/golden/real_trading.json).
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"
#include "hotpath/sim/session/session.hpp"
#include "hotpath/strategy/market_maker.hpp"
#include "hotpath/strategy/pairs_trading.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/support/conservation.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath {
namespace {

namespace itch50 = protocols::nasdaq::itch50;
namespace ouch50 = protocols::nasdaq::ouch50;
using Message = std::vector<std::byte>;

constexpr book::BooksOptions kBounds{.orders_max = 200'000,
                                     .levels_max = 100'000,
                                     .instruments_max = 10'000,
                                     .huge_pages = HugePages::Never};
/// As Nasdaq's were in those years, in round numbers: a taker pays, a maker is paid.
constexpr oms::Fees kFees{.added = {-20}, .removed = {30}, .other = {0}};

engine::EngineOptions options_for(const std::vector<Symbol>& symbols) {
    engine::EngineOptions options;
    options.books = kBounds;
    options.symbols = symbols;
    options.orders.fees = kFees;
    options.account.loss_max = {100'000'000'000};  // a day is to be traded to its end
    options.account.traded_max = {100'000'000'000'000};
    return options;
}

/// Executions in the venue's feed, by match number.
class FeedExecutions : public itch50::NullListener {
  public:
    void read(Bytes packet) {
        protocols::nasdaq::moldudp64::PacketReader reader;
        ASSERT_EQ(reader.open(packet), protocols::DecodeStatus::Ok);
        protocols::FrameCursor messages = reader.messages();
        for (Bytes message; messages.next(message);) {
            ASSERT_EQ(itch50::decode(message, *this), protocols::DecodeStatus::Ok);
        }
    }
    void on_add_order(const itch50::AddOrder& m) { add(m); }
    void on_add_order_mpid(const itch50::AddOrderMpid& m) { add(m); }
    void on_order_replace(const itch50::OrderReplace& m) {
        price_of_[m.load_new_order_reference_number()] = m.load_price();
    }
    void on_order_executed(const itch50::OrderExecuted& m) {
        note(m.load_match_number(), m.load_executed_shares(),
             price_of_[m.load_order_reference_number()]);
    }
    void on_order_executed_with_price(const itch50::OrderExecutedWithPrice& m) {
        note(m.load_match_number(), m.load_executed_shares(), m.load_execution_price());
    }

    [[nodiscard]] bool has(std::uint64_t match, const support::Conservation::Execution& e) const {
        const auto found = executions_.find(match);
        return found != executions_.end() && found->second.qty == e.qty &&
               found->second.price == e.price;
    }

  private:
    void add(const auto& m) { price_of_[m.load_order_reference_number()] = m.load_price(); }
    void note(std::uint64_t match, std::uint64_t qty, std::int64_t price) {
        executions_[match] = {qty, price};
    }
    std::map<std::uint64_t, std::int64_t> price_of_;
    std::map<std::uint64_t, support::Conservation::Execution> executions_;
};

/// Positions by the venue's replies, as it sends them.
class VenuePositions : public ouch50::NullReplyListener {
  public:
    void read(Bytes reply) {
        ASSERT_EQ(ouch50::decode_reply(reply, *this), protocols::DecodeStatus::Ok);
    }
    void on_order_accepted(const ouch50::OrderAccepted& m, ouch50::Appendage) { open(m); }
    void on_order_replaced(const ouch50::OrderReplaced& m, ouch50::Appendage) { open(m); }
    void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) {
        const auto& [symbol, side] = orders_.at(m.load_user_ref_num());
        held[symbol] += signed_qty(side, {m.load_quantity()});
    }

    std::map<Symbol, SignedQty> held{};

  private:
    void open(const auto& m) {
        orders_[m.load_user_ref_num()] = {m.load_symbol(), ouch50::to_side(m.load_side())};
    }
    std::map<std::uint32_t, std::pair<Symbol, Side>> orders_;
};

/// Looks at everything after everything.
class Checker {
  public:
    explicit Checker(const engine::EngineOptions& options)
        : account_(
              {.limits = options.limits, .account = options.account, .fees = options.orders.fees}) {
    }

    void on_order_sent(Bytes message) { account_.on_request(message); }
    void on_reply_sent(Bytes message) { venue_.read(message); }
    void on_feed_sent(Bytes packet) { feed_.read(packet); }
    void on_reply_due(Bytes message) {
        account_.on_reply(message);
        heard_.read(message);
    }
    void on_packet(const auto& trader, Time) { check(trader); }
    void on_reply(const auto& trader, Time) { check(trader); }
    void on_timer(const auto& trader, Time) { check(trader); }

    [[nodiscard]] const support::Conservation& account() const { return account_; }
    [[nodiscard]] const std::string& fault() const { return fault_; }
    [[nodiscard]] std::uint64_t checks() const { return checks_; }

    /// With no order and no reply on its way: here and there are the same.
    void compare_with_venue(const exchange::Exchange& venue) {
        note(venue_.held == heard_.held, "another position than the venue's");
        note(venue.session_orders() == account_.open_orders().size(),
             "another number of open orders than the venue's");
        for (const auto& [id, order] : account_.open_orders()) {
            const auto there = venue.books().find({order.venue_id});
            note(there && there->leaves_qty.value == order.open(),
                 "another open quantity than the venue's");
        }
    }

  private:
    void check(const auto& trader) {
        ++checks_;
        note(trader.gateway().trouble().status == oms::ReportStatus::Ok, "trouble with a reply");
        note(fault_.empty() ? account_.fault(trader.orders(), trader.feed().market().directory())
                            : fault_);
        if (account_.executions().size() != executions_) {
            executions_ = account_.executions().size();
            for (const auto& [match, execution] : account_.executions()) {
                note(feed_.has(match, execution), "an execution that the feed does not know");
            }
            for (const auto& [symbol, position] : heard_.held) {
                const auto own = account_.held().find(symbol);
                note(own != account_.held().end() && own->second.position == position,
                     "another position than the replies make");
            }
        }
    }
    void note(const std::string& fault) { fault_ = fault_.empty() ? fault : fault_; }
    void note(bool is_so, const std::string& otherwise) { note(is_so ? "" : otherwise); }

    support::Conservation account_;
    VenuePositions venue_;  // as sent
    VenuePositions heard_;  // as delivered
    FeedExecutions feed_;
    std::string fault_;
    std::uint64_t checks_ = 0;
    std::size_t executions_ = 0;
};

/// One strategy on one stream of ITCH messages, to the end.
template <class S>
nlohmann::json trade(S strategy, const std::vector<Symbol>& symbols,
                     const std::vector<Message>& messages) {
    using Engine = protocols::nasdaq::NasdaqEngine<S>;
    const engine::EngineOptions options = options_for(symbols);
    sim::session::Session<Engine, Checker> session(
        {}, {.venue = std::move(*exchange::OuchExchange::create({.books = kBounds})),
             .flow = std::move(*sim::flow::RecordedFlow::create(kBounds)),
             .trader = std::move(*Engine::create(options, std::move(strategy))),
             .observer = Checker(options)});
    Checker& checker = session.observer();
    for (const Message& message : messages) {
        session.on_message(message);
        if (session.is_quiet()) {
            checker.compare_with_venue(session.venue());
        }
        EXPECT_EQ(checker.fault(), "") << "message " << session.counters().market_messages;
        if (!checker.fault().empty()) {
            break;
        }
    }
    session.finish();
    checker.compare_with_venue(session.venue());
    EXPECT_EQ(checker.fault(), "");
    EXPECT_FALSE(session.trader().is_killed());

    const support::Conservation& account = checker.account();
    std::uint64_t bought = 0;
    std::uint64_t sold = 0;
    std::int64_t fees = 0;
    nlohmann::json positions = nlohmann::json::object();
    for (const auto& [symbol, held] : account.held()) {
        bought += held.bought_qty;
        sold += held.sold_qty;
        fees += held.fees.value;
        positions[symbol.str()] = held.position.value;
    }
    return {{"market_messages", session.counters().market_messages},
            {"checks", checker.checks()},
            {"orders", account.orders()},
            {"executions", account.executions().size()},
            {"bought_qty", bought},
            {"sold_qty", sold},
            {"position_most", account.position_most()},
            {"positions", positions},
            {"fees", fees},
            {"pnl", session.trader().orders().account().pnl.value}};
}

std::vector<Message> messages_of(const std::filesystem::path& file) {
    std::vector<Message> messages;
    end_to_end::for_each_message(
        file, [&](Bytes message) { messages.emplace_back(message.begin(), message.end()); });
    return messages;
}

/// Two series of daily closes as a market: each day both are quoted a cent around their close, in
/// any quantity that is wanted, and nothing else happens. Days are ten seconds apart.
class ClosingMarket {
  public:
    explicit ClosingMarket(const std::vector<Symbol>& symbols) {
        for (std::uint16_t locate = 1; locate <= symbols.size(); ++locate) {
            itch50::StockDirectory directory;
            directory.store_stock(symbols[locate - 1U]);
            append(directory, locate);
            itch50::StockTradingAction action;
            action.store_stock(symbols[locate - 1U]);
            action.store_trading_state('T');
            append(action, locate);
        }
        symbols_ = symbols;
    }
    void close(const std::vector<double>& dollars) {
        time_ += 10 * static_cast<std::uint64_t>(kNanosPerSecond);
        for (std::uint16_t locate = 1; locate <= symbols_.size(); ++locate) {
            quote(locate, 100 * std::llround(100 * dollars[locate - 1U]));
            time_ += 1'000'000;
        }
    }
    [[nodiscard]] const std::vector<Message>& messages() const { return messages_; }

  private:
    void quote(std::uint16_t locate, std::int64_t price) {
        for (const std::uint64_t id : quotes_[locate]) {
            itch50::OrderDelete m;
            m.store_order_reference_number(id);
            append(m, locate);
        }
        quotes_[locate].clear();
        for (const Side side : {Side::Buy, Side::Sell}) {
            itch50::AddOrder m;
            m.store_order_reference_number(++last_id_);
            m.store_buy_sell_indicator(side == Side::Buy ? 'B' : 'S');
            m.store_shares(100'000);
            m.store_stock(symbols_[locate - 1U]);
            m.store_price(static_cast<std::uint32_t>(price - 100 * sign(side)));
            append(m, locate);
            quotes_[locate].push_back(last_id_);
        }
    }
    template <class M>
    void append(M message, std::uint16_t locate) {
        message.store_stock_locate(locate);
        message.store_timestamp(++time_);
        const Bytes bytes = message.bytes();
        messages_.emplace_back(bytes.begin(), bytes.end());
    }

    std::vector<Symbol> symbols_;
    std::vector<Message> messages_;
    std::map<std::uint16_t, std::vector<std::uint64_t>> quotes_;
    std::uint64_t last_id_ = 0;
    std::uint64_t time_ = 0;
};

/// Columns of a table of daily closes, in the order of `names`; one row a day.
std::vector<std::vector<double>> closes_of(const std::filesystem::path& file,
                                           const std::vector<std::string>& names) {
    std::ifstream text(file);
    std::string line;
    std::getline(text, line);
    std::vector<std::size_t> columns(names.size());
    std::istringstream heads(line);
    std::size_t column = 0;
    for (std::string head; std::getline(heads, head, ','); ++column) {
        for (std::size_t n = 0; n < names.size(); ++n) {
            columns[n] = head == names[n] ? column : columns[n];
        }
    }
    std::vector<std::vector<double>> days;
    while (std::getline(text, line)) {
        std::istringstream cells(line);
        std::vector<std::string> row;
        for (std::string cell; std::getline(cells, cell, ',');) {
            row.push_back(cell);
        }
        std::vector<double>& day = days.emplace_back();
        for (const std::size_t of : columns) {
            day.push_back(std::stod(row.at(of)));
        }
    }
    return days;
}

/// Held against the committed result; HOTPATH_WRITE_GOLDEN=1 writes it down instead.
void expect_result(const std::string& name, const nlohmann::json& result) {
    const std::filesystem::path file = support::golden_file("real_trading.json");
    nlohmann::ordered_json committed = nlohmann::ordered_json::object();
    if (std::ifstream text(file); text) {
        committed = nlohmann::ordered_json::parse(text);
    }
    if (const char* write = std::getenv("HOTPATH_WRITE_GOLDEN"); write != nullptr) {
        committed[name] = result;
        std::ofstream(file) << committed.dump(2) << '\n';
    }
    EXPECT_EQ(nlohmann::json(committed[name]), result) << name;
}

TEST(RealTrading, AMarketMakerInAppleBeforeTheOpen) {
    const auto file = support::licensed_data(end_to_end::kApple);
    if (!file) {
        GTEST_SKIP() << support::missing_data(end_to_end::kApple);
    }
    const nlohmann::json result = trade(strategy::MarketMaker({.instruments_max = 10'000}),
                                        {*Symbol::from("AAPL")}, messages_of(*file));
    EXPECT_GT(result["executions"], 0);
    expect_result("market_maker_aapl", result);
}

TEST(RealTrading, AMarketMakerInGoogleForADay) {
    const auto file = support::licensed_data(end_to_end::kGoogle);
    if (!file) {
        GTEST_SKIP() << support::missing_data(end_to_end::kGoogle);
    }
    const nlohmann::json result = trade(strategy::MarketMaker({.instruments_max = 10'000}),
                                        {*Symbol::from("GOOG")}, messages_of(*file));
    EXPECT_GT(result["executions"], 0);
    expect_result("market_maker_goog", result);
}

TEST(RealTrading, APairOfBanksOverSixYearsOfCloses) {
    const char* const name = "daily_prices/adj_close_2018_2023.csv";
    const auto file = support::licensed_data(name);
    if (!file) {
        GTEST_SKIP() << support::missing_data(name);
    }
    const std::vector<Symbol> symbols{*Symbol::from("MS"), *Symbol::from("GS")};
    ClosingMarket market(symbols);
    for (const std::vector<double>& day : closes_of(*file, {"MS", "GS"})) {
        market.close(day);
    }
    auto pairs = strategy::PairsTrading::create({.first = symbols[0],
                                                 .second = symbols[1],
                                                 .first_qty = {1'000},
                                                 .window = 10,
                                                 .sample_every = {10 * kNanosPerSecond},
                                                 .entry_z_milli = 1'000,
                                                 .exit_z_milli = 0,
                                                 .stop_z_milli = 4'000});
    ASSERT_TRUE(pairs) << pairs.error().message;
    const nlohmann::json result = trade(std::move(*pairs), symbols, market.messages());
    EXPECT_GT(result["executions"], 100);
    expect_result("pairs_ms_gs_daily", result);
}

}  // namespace
}  // namespace hotpath
