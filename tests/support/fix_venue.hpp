#pragma once
/// A venue's log with FIX sessions, for tests: messages in as people write them, reports out the
/// same way, without their TransactTime.
///
///   FixVenue venue;
///   venue.send(kUs, "35=D|11=1|55=AAPL|54=1|38=100|40=2|44=50|") ==
///       Lines{"0 35=8|37=1|11=1|17=R1|150=0|39=0|..."}
///
/// Threads: the test's. Allocation: strings. Tests only.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/wire/itch50/messages.hpp"
#include "tests/support/fix_messages.hpp"

namespace hotpath::support {

using FixLines = std::vector<std::string>;

[[nodiscard]] inline exchange::ExchangeOptions fix_venue_options() {
    return {.books = {.orders_max = 1'000, .levels_max = 1'000, .instruments_max = 4},
            .sessions_max = 4,
            .session_orders_max = 256,
            .executions_per_command_max = 64,
            .fix_ids_max = 1'024};
}

/// A body as a line: `|` for SOH, without TransactTime.
[[nodiscard]] inline std::string fix_line(Bytes body) {
    std::string line = text_of(body);
    for (char& c : line) {
        c = c == wire::fix::kSoh ? '|' : c;
    }
    if (const std::size_t at = line.find("|60="); at != std::string::npos) {
        line.erase(at, line.find('|', at + 1) - at);
    }
    return line;
}

class FixVenue {
  public:
    static constexpr std::int64_t kNow = 34'200'000'000'000;

    explicit FixVenue(const exchange::ExchangeOptions& options = fix_venue_options())
        : log_(std::move(*exchange::VenueLog::create(options, nullptr))) {
        list("AAPL", 1);
        list("MSFT", 2);
    }

    void list(std::string_view symbol, std::uint16_t locate) {
        wire::itch50::StockDirectory directory;
        directory.store_stock_locate(locate);
        directory.store_stock(*Symbol::from(symbol));
        static_cast<void>(apply(exchange::event::Publication{directory.bytes()}));
    }

    /// A whole message of a FIX 4.4 client, its header written here.
    FixLines send(exchange::SessionId session, std::string_view body, std::uint16_t refusal = 0) {
        return send_as("FIX.4.4", session, body, refusal);
    }
    FixLines send_as(std::string_view begin_string, exchange::SessionId session,
                     std::string_view body, std::uint16_t refusal = 0) {
        const std::size_t type_end = body.find('|') + 1;
        const std::string message =
            fix_message(begin_string, std::string(body.substr(0, type_end)) +
                                          "34=" + std::to_string(++number_) + "|49=C|52=x|56=V|" +
                                          std::string(body.substr(type_end)));
        return apply(exchange::event::FixMessage{session, refusal, view_of(message)});
    }

    /// The reports to FIX sessions, the session's number before each.
    FixLines apply(const exchange::Event& event) {
        FixLines lines;
        const exchange::Input input{
            .time = {kNow}, .outputs = log_.outputs_so_far(), .event = event};
        const exchange::ApplyStatus status = log_.apply(input);
        HOTPATH_ASSERT(status == exchange::ApplyStatus::Ok, "the venue must take the input");
        for (const exchange::Reply& reply : log_.fix_replies()) {
            lines.push_back(std::to_string(reply.session.value) + " " + fix_line(reply.message));
        }
        copies_.clear();
        for (const exchange::Reply& copy : log_.fix_copies()) {
            copies_.push_back(std::to_string(copy.session.value) + " " + fix_line(copy.message));
        }
        keep(input);
        log_.clear_outputs();
        return lines;
    }

    /// Copies that the last input made.
    [[nodiscard]] const FixLines& copies() const { return copies_; }
    [[nodiscard]] exchange::VenueLog& log() noexcept { return log_; }
    /// All inputs so far, as records.
    [[nodiscard]] const std::vector<std::vector<std::byte>>& records() const { return records_; }

  private:
    void keep(const exchange::Input& input) {
        std::vector<std::byte> room(exchange::kInputLengthMax);
        const Bytes record = exchange::encode(input, room);
        records_.emplace_back(record.begin(), record.end());
    }

    exchange::VenueLog log_;
    std::uint64_t number_ = 0;
    FixLines copies_;
    std::vector<std::vector<std::byte>> records_;
};

}  // namespace hotpath::support
