#include "hotpath/sim/session/session_ends.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "hotpath/protocols/cme/feed/mdp3_feed.hpp"
#include "hotpath/protocols/cme/ilink3/frame.hpp"
#include "hotpath/protocols/cme/ilink3/generated/messages.hpp"
#include "hotpath/protocols/cme/ilink3/signed_text.hpp"
#include "hotpath/protocols/cme/venue/ilink_ports.hpp"
#include "hotpath/protocols/fix/body_text.hpp"
#include "hotpath/protocols/fix/venue/fix_ports.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"
#include "hotpath/trader/input_recorder.hpp"

namespace hotpath::sim::session {

namespace {

constexpr std::string_view kUser = "TRADER";
constexpr std::string_view kVenue = "VENUE";
constexpr std::string_view kKey = "KEY";
constexpr std::string_view kIlinkSession = "S00";
constexpr std::string_view kFirm = "F0";

/// The venue's check of a signature that is zeros.
class NoSigner final : public protocols::cme::ilink3::Signer {
  public:
    [[nodiscard]] protocols::cme::ilink3::Signature sign(std::string_view) noexcept override {
        return {};
    }
};

[[nodiscard]] protocols::cme::ilink3::Signer& no_signer() noexcept {
    static NoSigner signer;
    return signer;
}

[[nodiscard]] protocols::nasdaq::soupbintcp::Credentials account() {
    return protocols::nasdaq::soupbintcp::Credentials::of(kUser, protocols::kHiddenPassword);
}

[[nodiscard]] std::size_t ilink_frame_length(Bytes bytes) noexcept {
    return bytes.size() < protocols::cme::ilink3::kFrameLengthMin
               ? bytes.size()
               : std::min<std::size_t>(bytes.size(), load_le<std::uint16_t>(bytes.data()));
}

/// Up to the end of the CheckSum field.
[[nodiscard]] std::size_t fix_frame_length(Bytes bytes) noexcept {
    constexpr std::string_view kCheckSum =
        "\x01"
        "10=";
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::size_t begin = text.find(kCheckSum);
    const std::size_t end =
        begin == std::string_view::npos ? begin : text.find('\x01', begin + kCheckSum.size());
    return end == std::string_view::npos ? bytes.size() : end + 1;
}

[[nodiscard]] std::size_t soup_frame_length(Bytes bytes) noexcept {
    return bytes.size() < protocols::kFramePrefixLength
               ? bytes.size()
               : std::min<std::size_t>(bytes.size(), protocols::kFramePrefixLength +
                                                         load_be<std::uint16_t>(bytes.data()));
}

[[nodiscard]] bool is_soup_heartbeat(Bytes message) noexcept {
    using namespace protocols::nasdaq::soupbintcp;
    const char type = message.empty() ? ' ' : std::to_integer<char>(message.back());
    return message.size() == ServerHeartbeat::kLength &&
           (type == ServerHeartbeat::kType || type == ClientHeartbeat::kType);
}

[[nodiscard]] bool is_fix_heartbeat(Bytes message) noexcept {
    return protocols::fix::first_value(as_text(message), "35=") == "0";
}

[[nodiscard]] bool is_ilink_heartbeat(Bytes message) noexcept {
    namespace ilink3 = protocols::cme::ilink3;
    ilink3::Sequence sequence;
    return message.size() > ilink3::kFramingHeaderLength &&
           sequence.open(message.subspan(ilink3::kFramingHeaderLength)) ==
               protocols::DecodeStatus::Ok;
}

}  // namespace

const Framing& framing_of(OrderProtocol protocol) noexcept {
    static constexpr Framing kSoup{soup_frame_length, is_soup_heartbeat};
    static constexpr Framing kFix{fix_frame_length, is_fix_heartbeat};
    static constexpr Framing kIlink{ilink_frame_length, is_ilink_heartbeat};
    return protocol == OrderProtocol::Fix     ? kFix
           : protocol == OrderProtocol::Ilink ? kIlink
                                              : kSoup;
}

trader::TraderOptions trader_end(const SessionProtocols& protocols,
                                 const engine::EngineOptions& engine) {
    trader::TraderOptions options;
    options.engine = engine;
    options.account = account();
    options.retry_min = Nanos{1};  // a log-on takes no time
    options.timer_interval = Nanos{1};
    if (protocols.orders == OrderProtocol::Fix) {
        options.order_entry =
            protocols::fix::FixAccount{.comp_id = std::string(kUser),
                                       .venue_comp_id = std::string(kVenue),
                                       .password = std::string(protocols::kHiddenPassword)};
    } else if (protocols.orders == OrderProtocol::Ilink) {
        options.order_entry = protocols::cme::IlinkAccount{.access_key_id = std::string(kKey),
                                                           .session = std::string(kIlinkSession),
                                                           .firm = std::string(kFirm),
                                                           .sender_id = std::string(kUser),
                                                           .location = "DE"};
    }
    if (protocols.feed == FeedProtocol::Mdp3) {
        options.market_data = feed::Mdp3Options{};
        const Nanos silence_max = options.engine.feed_silence_max;
        options.engine.feed = feed::mdp3_feed_options();
        options.engine.feed_silence_max = silence_max;
    }
    return options;
}

ServedVenueOptions venue_end(const SessionProtocols& protocols, const book::BooksOptions& books,
                             std::uint32_t replies_max) {
    constexpr std::uint64_t kReplyBytes = 80;
    constexpr std::uint64_t kReportBytes = 400;
    constexpr std::uint32_t kFixIdsMax = std::uint32_t{1} << 22U;
    ServedVenueOptions options;
    exchange::VenueServerOptions& server = options.server;
    server.exchange.books = books;
    server.exchange.session_orders_max = 4'096;  // many times what one trader may have open
    server.gate = {.bytes_max = std::size_t{96} << 20U, .outputs_max = std::size_t{128} << 10U};
    server.snapshots.snapshots_max = 1;
    server.soup.behind_max = replies_max;
    server.users = {account()};
    server.connections_max = 4;
    server.replies = {.messages_max = replies_max, .bytes_max = kReplyBytes * replies_max};
    server.feed = {.messages_max = 1, .bytes_max = 512};  // nothing is lost on the way
    server.joins_packets = false;
    const protocols::SequencedStoreOptions reports{.messages_max = replies_max,
                                                   .bytes_max = kReportBytes * replies_max};
    if (protocols.orders == OrderProtocol::Fix) {
        auto& fix = std::get<exchange::FixOptions>(server.protocols);
        options.orders = exchange::kFixOrders;
        fix.desk.ids_max = std::min(kFixIdsMax, std::bit_ceil(replies_max));
        fix.reports = reports;
        fix.users.push_back({.comp_id = std::string(kUser),
                             .venue_comp_id = std::string(kVenue),
                             .password = std::string(protocols::kHiddenPassword)});
    } else if (protocols.orders == OrderProtocol::Ilink) {
        auto& ilink = std::get<exchange::IlinkOptions>(server.protocols);
        options.orders = exchange::kIlinkOrders;
        ilink.desk.is_taken = true;
        ilink.reports = reports;
        ilink.users.push_back({.access_key_id = std::string(kKey),
                               .session = std::string(kIlinkSession),
                               .firm = std::string(kFirm),
                               .signer = &no_signer()});
    }
    options.framing = framing_of(protocols.orders);
    if (protocols.feed == FeedProtocol::Mdp3) {
        options.mdp3 = exchange::Mdp3VenueFeedOptions{.market = {.books = books}};
    }
    return options;
}

}  // namespace hotpath::sim::session
