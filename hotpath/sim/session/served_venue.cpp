#include "hotpath/sim/session/served_venue.hpp"

#include <algorithm>
#include <utility>

#include "hotpath/core/arena.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/header.hpp"

namespace hotpath::sim::session {

/// Pages that come into being when they are touched: streams are made for the busiest day.
class ServedVenue::Memory final : public exchange::StreamMemory {
  public:
    [[nodiscard]] Expected<MutableBytes> take(std::size_t bytes) override {
        auto arena = Arena::create(Arena::bytes_for<std::byte>(bytes), HugePages::Never);
        if (!arena) {
            return std::unexpected(arena.error());
        }
        const MutableBytes taken = arena->allocate<std::byte>(bytes);
        arenas_.push_back(std::move(*arena));
        return taken;
    }

  private:
    std::vector<Arena> arenas_;
};

Expected<ServedVenue> ServedVenue::create(const ServedVenueOptions& options,
                                          flow::RecordedFlow&& flow) {
    auto memory = std::make_unique<Memory>();
    auto background = std::make_unique<flow::Background>(std::move(flow));
    exchange::VenueServerOptions of_server = options.server;
    of_server.stream_memory = memory.get();
    auto server = exchange::VenueServer::create(of_server, background.get());
    if (!server) {
        return std::unexpected(server.error());
    }
    std::unique_ptr<VenueFeed> feed;
    if (const auto create_feed = feed_ends(options.protocols.feed).create; create_feed != nullptr) {
        auto created = create_feed(options.server.exchange.books);
        if (!created) {
            return std::unexpected(created.error());
        }
        feed = std::move(*created);
    }
    return ServedVenue(options, std::move(memory), std::move(background),
                       std::make_unique<exchange::VenueServer>(std::move(*server)),
                       std::move(feed));
}

ServedVenue::ServedVenue(const ServedVenueOptions& options, std::unique_ptr<Memory> memory,
                         std::unique_ptr<flow::Background> flow,
                         std::unique_ptr<exchange::VenueServer> server,
                         std::unique_ptr<VenueFeed> feed)
    : orders_(options.orders),
      framing_(order_ends(options.protocols.orders).framing),
      memory_(std::move(memory)),
      flow_(std::move(flow)),
      server_(std::move(server)),
      feed_(std::move(feed)) {}

ServedVenue::ServedVenue(ServedVenue&&) noexcept = default;
ServedVenue& ServedVenue::operator=(ServedVenue&&) noexcept = default;
ServedVenue::~ServedVenue() = default;

std::size_t ServedVenue::messages_in(Bytes packet) const noexcept {
    using Header = protocols::nasdaq::moldudp64::DownstreamHeader;
    return feed_ ? 1 : Header::at(bytes_of_piece(packet).data()).load_message_count();
}

exchange::Port ServedVenue::at_venue(trader::Port port) const noexcept {
    return port == trader::Port::OrderEntry ? orders_
           : port == trader::Port::Glimpse  ? exchange::Port::Glimpse
                                            : exchange::Port::DropCopy;
}

void ServedVenue::start(Time now) {
    server_->start(1, now);
    if (feed_) {
        feed_->begin(exchange(), now, packets_);
        feed_->set_loops(false, now);
    }
    has_started_ = true;
}

void ServedVenue::on_market(Bytes message, Time now) {
    if (!has_started_) {
        start(now);
    }
    server_->on_background(message, now);
    settle(now);
}

void ServedVenue::on_timer(Time now) {
    server_->on_timer(now);
    if (feed_ && now >= feed_->next_deadline()) {
        feed_->on_timer(now, packets_);
    }
    settle(now);
}

void ServedVenue::on_order_bytes(exchange::SessionId, Bytes piece, Time now) {
    const PieceHead head = PieceHead::of(piece);
    std::optional<exchange::ConnectionId>& id = connection(head.port);
    is_at_once_ = head.is_at_once;
    if (head.kind == PieceKind::Opened) {
        id = server_->on_connect(at_venue(head.port), now);
        if (!id) {
            const PieceHead closed{.port = head.port, .kind = PieceKind::Closed};
            pieces_.append(closed.to_byte(), {});
        }
    } else if (head.kind == PieceKind::Joined || head.kind == PieceKind::Left) {
        if (feed_) {
            feed_->set_loops(head.kind == PieceKind::Joined, now);
        }
    } else if (id && head.kind == PieceKind::Closed) {
        server_->on_disconnect(*id, now);
    } else if (id) {
        server_->on_bytes(*id, bytes_of_piece(piece), now);
    }
    settle(now);
    is_at_once_ = false;
}

void ServedVenue::settle(Time now) {
    for (bool is_moving = true; is_moving;) {
        server_->for_each_record([](const exchange::InputRecord&) {});
        server_->on_durable(server_->last_seq(), now);
        server_->for_each_packet([&](Bytes packet) { publish(packet, now); });
        is_moving = false;
        for (const trader::Port port : trader::kAllPorts) {
            is_moving = take_output(port, now) || is_moving;
        }
    }
    take_closed();
    wakes_at_ = std::min(server_->feed().next_deadline(), feed_ ? feed_->next_deadline() : kNever);
}

void ServedVenue::publish(Bytes packet, Time now) {
    if (feed_) {
        feed_->on_packet(packet, now, packets_);
    } else {
        packets_.append(std::byte{}, packet);  // of the lines
    }
}

/// The ring of an output may cut a message: it is whole here.
bool ServedVenue::take_output(trader::Port port, Time now) {
    const std::optional<exchange::ConnectionId> id = connection(port);
    output_.clear();
    for (Bytes bytes = id ? server_->output(*id) : Bytes{}; !bytes.empty();
         bytes = server_->output(*id)) {
        output_.insert(output_.end(), bytes.begin(), bytes.end());
        server_->on_written(*id, bytes.size(), now);
    }
    append_messages(pieces_, {.port = port, .is_at_once = is_at_once_}, output_,
                    framing_of_port(port));
    return !output_.empty();
}

void ServedVenue::take_closed() {
    server_->for_each_closed([&](exchange::ConnectionId id, auto) {
        for (const trader::Port port : trader::kAllPorts) {
            if (connection(port) == id) {
                connection(port).reset();
                const PieceHead closed{
                    .port = port, .kind = PieceKind::Closed, .is_at_once = is_at_once_};
                pieces_.append(closed.to_byte(), {});
            }
        }
    });
}

std::span<const exchange::Reply> ServedVenue::replies() {
    replies_.clear();
    for (std::size_t n = 0; n < pieces_.size(); ++n) {
        replies_.push_back({.session = {}, .message = pieces_[n]});
    }
    return replies_;
}

std::span<const Bytes> ServedVenue::feed_packets() {
    packet_list_.clear();
    for (std::size_t n = 0; n < packets_.size(); ++n) {
        packet_list_.push_back(packets_[n]);
    }
    return packet_list_;
}

}  // namespace hotpath::sim::session
