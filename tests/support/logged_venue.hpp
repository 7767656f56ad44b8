#pragma once
/// A venue's log with two symbols, for tests: what FixVenue and IlinkVenueLog have in common.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::support {

[[nodiscard]] inline exchange::ExchangeOptions logged_venue_options() {
    return {.books = {.orders_max = 1'000, .levels_max = 1'000, .instruments_max = 4},
            .sessions_max = 4,
            .session_orders_max = 256,
            .executions_per_command_max = 64};
}

class LoggedVenue {
  public:
    static constexpr std::int64_t kNow = 34'200'000'000'000;

    void list(std::string_view symbol, std::uint16_t locate) {
        protocols::nasdaq::itch50::StockDirectory directory;
        directory.store_stock_locate(locate);
        directory.store_stock(*Symbol::from(symbol));
        take(exchange::event::Publication{directory.bytes()}, [] {});
    }

    [[nodiscard]] exchange::VenueLog& log() noexcept { return log_; }
    /// All inputs so far, as records.
    [[nodiscard]] const std::vector<std::vector<std::byte>>& records() const { return records_; }

  protected:
    explicit LoggedVenue(const exchange::ExchangeOptions& options,
                         const exchange::VenueProtocols::DeskOptions& desks)
        : log_(std::move(*exchange::VenueLog::create(options, nullptr, desks))) {
        list("AAPL", 1);
        list("MSFT", 2);
    }

    /// Applies and records one input; read() finds its outputs in the log.
    template <class Read>
    void take(const exchange::Event& event, Read&& read) {
        const exchange::Input input{
            .time = {kNow}, .outputs = log_.outputs_so_far(), .event = event};
        const exchange::ApplyStatus status = log_.apply(input);
        HOTPATH_ASSERT(status == exchange::ApplyStatus::Ok, "the venue must take the input");
        read();
        keep(input);
        log_.clear_outputs();
    }

  private:
    void keep(const exchange::Input& input) {
        std::vector<std::byte> room(exchange::kInputLengthMax);
        const Bytes record = exchange::encode(input, room);
        records_.emplace_back(record.begin(), record.end());
    }

    exchange::VenueLog log_;
    std::vector<std::vector<std::byte>> records_;
};

}  // namespace hotpath::support
