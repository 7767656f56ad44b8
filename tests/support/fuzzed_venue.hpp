#pragma once
/// Small venues that any bytes are given to, and what must hold after each input, for fuzz targets.
///
///   TwinLogs logs(options, desks);
///   logs.apply(event, check);   // on both logs; check(log) sees the outputs
///   logs.check_state();
///
/// Threads: one. Allocation: free. Fuzz targets only.

#include <cstddef>
#include <cstdint>
#include <utility>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"

namespace hotpath::support {

/// Two sessions, at most two symbols, and bounds that a short input reaches.
[[nodiscard]] inline exchange::ExchangeOptions fuzzed_exchange() {
    return {.books = {.orders_max = 64,
                      .levels_max = 64,
                      .instruments_max = 2,
                      .huge_pages = HugePages::Never},
            .sessions_max = 2,
            .session_orders_max = 32,
            .executions_per_command_max = 16,
            .takes_extensions = true};
}

/// The publication that lists AAPL as instrument 1.
[[nodiscard]] inline protocols::nasdaq::itch50::StockDirectory fuzzed_listing() {
    protocols::nasdaq::itch50::StockDirectory directory;
    directory.store_stock_locate(1);
    directory.store_stock(*Symbol::from("AAPL"));
    return directory;
}

/// Asserts that the bid of instrument 1 is below its ask.
template <class Books>
void check_not_crossed(const Books& books) {
    const book::Bbo bbo = books.bbo({1});
    HOTPATH_ASSERT(!bbo.is_two_sided() || bbo.bid.price < bbo.ask.price,
                   "the book must not be crossed");
}

/// `head` is the byte before a message. Its highest bit selects the session.
[[nodiscard]] inline exchange::SessionId fuzzed_session(std::size_t head) {
    return {static_cast<std::uint16_t>(head >> 7U)};
}
/// The next bit refuses the message: the reject reason, 0 for none.
[[nodiscard]] inline exchange::RejectReason fuzzed_refusal(std::size_t head) {
    return (head & 64U) != 0 ? exchange::RejectReason::RateTooHigh : exchange::RejectReason::None;
}

/// Two logs that are given the same inputs.
class TwinLogs {
  public:
    TwinLogs(const exchange::ExchangeOptions& options,
             const exchange::VenueProtocols::DeskOptions& desks)
        : options_(options), desks_(desks), log_(make()), twin_(make()) {}

    /// Applies one input to both. check(log) sees the outputs, which are cleared after it.
    template <class Check>
    void apply(const exchange::Event& event, Check&& check) {
        for (exchange::VenueLog* const each : {&log_, &twin_}) {
            const exchange::ApplyStatus status =
                each->apply({.time = {1}, .outputs = each->outputs_so_far(), .event = event});
            HOTPATH_ASSERT(status == exchange::ApplyStatus::Ok, "the venue must take the input");
            check(std::as_const(*each));
            check_not_crossed(each->exchange().books());
            each->clear_outputs();
        }
        HOTPATH_ASSERT(log_.output_checksum() == twin_.output_checksum(), "the same again");
    }
    /// Asserts that a log loaded from the saved state has the same state.
    void check_state() const {
        StateWriter state;
        log_.save(state);
        exchange::VenueLog loaded = make();
        StateReader reader(state.bytes());
        loaded.load(reader);
        HOTPATH_ASSERT(reader.is_done() && loaded.state_checksum() == log_.state_checksum(),
                       "what is saved must load");
    }

  private:
    [[nodiscard]] exchange::VenueLog make() const {
        return std::move(*exchange::VenueLog::create(options_, nullptr, desks_));
    }

    exchange::ExchangeOptions options_;
    exchange::VenueProtocols::DeskOptions desks_;
    exchange::VenueLog log_;
    exchange::VenueLog twin_;
};

}  // namespace hotpath::support
