#include "apps/hotpath/exchange/mdp3_ports.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "hotpath/protocols/cme/numbers/number_files.hpp"
#include "hotpath/protocols/cme/venue/mdp3_identities.hpp"
#include "hotpath/timing/day_clock.hpp"

namespace hotpath::app {

Expected<std::unique_ptr<Mdp3Ports>> Mdp3Ports::open(const ExchangeConfig& config) {
    auto numbers = store::NumberFile::open(config.journal_folder / "mdp3.numbers",
                                           protocols::cme::kMdp3Numbers);
    if (!numbers) {
        return std::unexpected(numbers.error());
    }
    if (numbers->next() > std::numeric_limits<std::uint32_t>::max()) {
        return fail(fmt::format(
            "{}: every MDP 3.0 packet number is used: remove the file between two trading weeks",
            (config.journal_folder / "mdp3.numbers").string()));
    }
    exchange::Mdp3VenueFeedOptions options = config.mdp3->feed;
    options.market.first_packet = static_cast<std::uint32_t>(numbers->next());
    auto feed = exchange::Mdp3VenueFeed::create(options);
    if (!feed) {
        return std::unexpected(feed.error());
    }
    auto socket = net::UdpSocket::send_to_group(
        {.group = config.mdp3->line_a, .interface = config.interface});
    if (!socket) {
        return std::unexpected(socket.error());
    }
    return std::unique_ptr<Mdp3Ports>(
        new Mdp3Ports(*config.mdp3, std::move(*feed), std::move(*numbers), std::move(*socket)));
}

Mdp3Ports::Mdp3Ports(const Mdp3Config& config, exchange::Mdp3VenueFeed&& feed,
                     store::NumberFile&& numbers, net::UdpSocket&& socket)
    : feed_(std::move(feed)),
      numbers_(std::move(numbers)),
      socket_(std::move(socket)),
      line_b_(config.line_b),
      groups_{config.line_a, config.definitions, config.orders, config.levels} {}

Mdp3Ports::Moment Mdp3Ports::moment(Time now) {
    constexpr std::int64_t kEpoch = 0;
    return {.now = now,
            .utc_ns = static_cast<std::uint64_t>(std::max(kEpoch, timing::wall_clock().value))};
}

void Mdp3Ports::send(exchange::Mdp3Group group, Bytes packet) noexcept {
    socket_.send(packet, groups_[static_cast<std::size_t>(group)]);
    if (group == exchange::Mdp3Group::Incremental) {
        socket_.send(packet, line_b_);
    }
}

void Mdp3Ports::begin(const exchange::VenueLog& log, Time now) {
    feed_.begin(log.exchange(), moment(now), sender(), exchange::mdp3_identities(log));
    keep_number();
}

void Mdp3Ports::on_packet(Bytes packet, Time now) {
    feed_.on_packet(packet, moment(now), sender());
    keep_number();
}

void Mdp3Ports::on_timer(Time now) {
    if (now >= feed_.next_deadline()) {
        feed_.on_timer(moment(now), sender());
        keep_number();
    }
}

}  // namespace hotpath::app
