#pragma once
/// LiveSessionReader: a live session out of the records of its trader's journal, one after the other.
///
///   LiveSessionReader reader(options_of);
///   for each record:  reader.add(record)
///   reader.finish()                          LiveSession
///
/// The session of the journal's last trader; an error when an earlier one of it has sent orders, too, or
/// when it traded at two venues, or its market data does not say which order changed a level. Errors begin with "must".
/// Threads: one owner. Allocation: free. Complexity: O(n log n) in the journal's messages.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/backtest/live/live_market.hpp"
#include "hotpath/backtest/live/live_messages.hpp"
#include "hotpath/backtest/live/live_order_entry.hpp"
#include "hotpath/backtest/live/live_orders.hpp"
#include "hotpath/backtest/live/live_session.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/journal/record.hpp"
#include "hotpath/trader/input.hpp"
#include "hotpath/trader/input_log.hpp"
#include "hotpath/trader/trader_options.hpp"

namespace hotpath::backtest {

class LiveSessionReader {
  public:
    /// The options of the trader that a configuration's text describes.
    using OptionsOf = std::function<Expected<trader::TraderOptions>(const std::string& config)>;

    explicit LiveSessionReader(OptionsOf options_of) : options_of_(std::move(options_of)) {}
    LiveSessionReader(const LiveSessionReader&) = delete;
    LiveSessionReader& operator=(const LiveSessionReader&) = delete;

    /// Records of other kinds are passed over.
    [[nodiscard]] Expected<void> add(const journal::Record& record);
    /// Once, after the last record.
    [[nodiscard]] Expected<LiveSession> finish();

  private:
    [[nodiscard]] Expected<void> on_start(const trader::Start& start, bool has_more);
    /// The protocols that the trader's configuration names.
    [[nodiscard]] Expected<void> set_up();
    [[nodiscard]] Expected<void> on_input(const trader::Input& input, bool has_more);

    void on_event(const trader::event::Packet& event);
    void on_event(const trader::event::LoopPacket& event);
    void on_event(const trader::event::Received& event);
    void on_event(const trader::event::Connected& event);
    void on_event(const trader::event::Timer& event);
    void on_event(const trader::event::Kill&) { on_stop(); }
    void on_event(const trader::event::Stop&) { on_stop(); }
    void on_event(const trader::event::StopTrading&) { on_stop(); }
    void on_event(const trader::OperatorCommand& command);
    void on_event(const auto&) {}
    void on_stop() { stopped_ = stopped_.value_or(input_.now); }

    /// Without what an exact time is not looked up by.
    [[nodiscard]] std::vector<LiveMessage> replies() const;

    OptionsOf options_of_;
    std::string config_;
    bool has_started_ = false;
    bool is_text_begun_ = false;
    trader::Input input_{};
    std::vector<std::byte> bytes_;  // of an input, as far as read
    std::unique_ptr<LiveOrderEntry> entry_;
    std::vector<Symbol> symbols_;  // traded
    std::size_t market_data_ = 0;  // its place in protocols::MarketFeeds
    std::unique_ptr<LiveMarket> market_;
    LiveMessages glimpse_;
    LiveOrders orders_;
    bool is_exact_ = true;  // the times of replies
    bool answers_query_itself_ = false;
    std::vector<Time> timers_;
    std::optional<Time> stopped_{};  // first
};

}  // namespace hotpath::backtest
