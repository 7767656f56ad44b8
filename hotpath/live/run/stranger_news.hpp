#pragma once
/// StrangerNews: says once of each source that packets of another session come from it. They are
/// counted and never believed; who sends them is for the network's owner to find.
///
/// Threads: one owner. Allocation: a line for each new source. Complexity: O(sources), a packet of
/// another session; O(1) any other.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hotpath/feed/lines.hpp"
#include "hotpath/net/endpoint.hpp"
#include "hotpath/protocols/ascii_fields.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"

namespace hotpath::live {

class StrangerNews {
  public:
    /// Further ones are counted only: a source is easily forged.
    static constexpr std::size_t kSourcesMax = 8;

    /// After each packet of the line: it was one of another session, of which there were so many.
    [[nodiscard]] bool take(feed::Line line, std::uint64_t packets) noexcept {
        return std::exchange(seen_[static_cast<std::size_t>(line)], packets) != packets;
    }
    /// A line for the log, if the source is new. No name: of a protocol whose sessions have none.
    [[nodiscard]] std::optional<std::string> note(
        feed::Line line, const std::optional<protocols::nasdaq::moldudp64::Session>& session,
        const net::Endpoint& from) {
        if (sources_.size() == kSourcesMax || std::ranges::find(sources_, from) != sources_.end()) {
            return std::nullopt;
        }
        sources_.push_back(from);
        const std::string name =
            session ? fmt::format("session \"{}\"", protocols::without_padding(*session))
                    : "trading week";
        return fmt::format(
            "hotpath trade: market data: packets of another {} from {} on {}: ignored, counted as "
            "packets_of_others\n",
            name, from.to_string(),
            line == feed::Line::A   ? "line A"
            : line == feed::Line::B ? "line B"
                                    : "the port of re-requests");
    }

  private:
    std::array<std::uint64_t, feed::kLines> seen_{};
    std::vector<net::Endpoint> sources_;
};

}  // namespace hotpath::live
