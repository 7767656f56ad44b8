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
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/fix_messages.hpp"
#include "tests/support/logged_venue.hpp"

namespace hotpath::support {

using FixLines = std::vector<std::string>;

[[nodiscard]] inline exchange::VenueProtocols::DeskOptions fix_desks(bool has_copies = false) {
    return {exchange::FixDeskOptions{.ids_max = 1'024, .has_copies = has_copies}, {}};
}

/// A body as a line: `|` for SOH, without TransactTime.
[[nodiscard]] inline std::string fix_line(Bytes body) {
    std::string line = text_of(body);
    for (char& c : line) {
        c = c == protocols::fix::kSoh ? '|' : c;
    }
    if (const std::size_t at = line.find("|60="); at != std::string::npos) {
        line.erase(at, line.find('|', at + 1) - at);
    }
    return line;
}

class FixVenue : public LoggedVenue {
  public:
    explicit FixVenue(const exchange::ExchangeOptions& options = logged_venue_options(),
                      const exchange::VenueProtocols::DeskOptions& desks = fix_desks())
        : LoggedVenue(options, desks) {}

    /// A whole message of a FIX 4.4 client, its header written here.
    FixLines send(exchange::SessionId session, std::string_view body,
                  exchange::RejectReason refusal = {}) {
        return send_as("FIX.4.4", session, body, refusal);
    }
    FixLines send_as(std::string_view begin_string, exchange::SessionId session,
                     std::string_view body, exchange::RejectReason refusal = {}) {
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
        take(event, [&] {
            lines =
                lines_of(log().outputs_of<exchange::FixProtocol>(exchange::FixProtocol::kReplies));
            copies_ =
                lines_of(log().outputs_of<exchange::FixProtocol>(exchange::FixProtocol::kCopies));
        });
        return lines;
    }

    /// Copies that the last input made.
    [[nodiscard]] const FixLines& copies() const { return copies_; }

  private:
    [[nodiscard]] static FixLines lines_of(std::span<const exchange::Reply> replies) {
        FixLines lines;
        for (const exchange::Reply& reply : replies) {
            lines.push_back(std::to_string(reply.session.value) + " " + fix_line(reply.message));
        }
        return lines;
    }

    std::uint64_t number_ = 0;
    FixLines copies_;
};

}  // namespace hotpath::support
