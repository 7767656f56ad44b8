#include "hotpath/protocols/cme/config/venue_mdp3_ports.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "hotpath/live/venue/venue_setup.hpp"
#include "hotpath/protocols/cme/numbers/number_files.hpp"
#include "hotpath/protocols/cme/venue/mdp3_identities.hpp"
#include "hotpath/timing/day_clock.hpp"

namespace hotpath::protocols::cme {

std::vector<live::KeyedAddress> Mdp3PublisherConfig::lines() const {
    return {{"mdp3.line_a", line_a}};
}

Expected<std::unique_ptr<live::VenuePublisher>> Mdp3PublisherConfig::open(
    const live::VenueSetup& setup, net::Waiter& /*waiter*/) const {
    return std::make_unique<Mdp3Ports>(*this, setup.journal_folder, setup.interface);
}

Mdp3Ports::Mdp3Ports(const Mdp3Channel& channel, const std::filesystem::path& folder,
                     const std::string& interface)
    : channel_(channel),
      numbers_file_(folder / "mdp3.numbers"),
      interface_(interface),
      groups_{channel.line_a, channel.definitions, channel.orders, channel.levels} {}

Expected<void> Mdp3Ports::open() {
    auto numbers = store::NumberFile::open(numbers_file_, kMdp3Numbers);
    if (!numbers) {
        return std::unexpected(numbers.error());
    }
    if (numbers->next() > std::numeric_limits<std::uint32_t>::max()) {
        return fail(fmt::format(
            "{}: every MDP 3.0 packet number is used: remove the file between two trading weeks",
            numbers_file_.string()));
    }
    exchange::Mdp3VenueFeedOptions options = channel_.feed;
    options.market.first_packet = static_cast<std::uint32_t>(numbers->next());
    auto feed = exchange::Mdp3VenueFeed::create(options);
    if (!feed) {
        return std::unexpected(feed.error());
    }
    auto socket =
        net::UdpSocket::send_to_group({.group = channel_.line_a, .interface = interface_});
    if (!socket) {
        return std::unexpected(socket.error());
    }
    open_.emplace(std::move(*feed), std::move(*numbers), std::move(*socket));
    return {};
}

Mdp3Ports::Moment Mdp3Ports::moment(Time now) {
    constexpr std::int64_t kEpoch = 0;
    return {.now = now,
            .utc_ns = static_cast<std::uint64_t>(std::max(kEpoch, timing::wall_clock().value))};
}

void Mdp3Ports::send(exchange::Mdp3Group group, Bytes packet) noexcept {
    open_->socket.send(packet, groups_[static_cast<std::size_t>(group)]);
    if (group == exchange::Mdp3Group::Incremental) {
        open_->socket.send(packet, channel_.line_b);
    }
}

Expected<void> Mdp3Ports::begin(const exchange::VenueLog& log, Time now) {
    if (auto opened = open(); !opened) {
        return opened;
    }
    open_->feed.begin(log.exchange(), moment(now), sender(), exchange::mdp3_identities(log));
    keep_number();
    return {};
}

void Mdp3Ports::on_packet(Bytes packet, Time now) {
    if (open_) {
        open_->feed.on_packet(packet, moment(now), sender());
        keep_number();
    }
}

void Mdp3Ports::on_timer(Time now) {
    if (open_ && now >= open_->feed.next_deadline()) {
        open_->feed.on_timer(moment(now), sender());
        keep_number();
    }
}

std::string Mdp3Ports::lines_text() const {
    return fmt::format("MDP 3.0 line A {}, line B {}, ", channel_.line_a.to_string(),
                       channel_.line_b.to_string());
}

}  // namespace hotpath::protocols::cme
