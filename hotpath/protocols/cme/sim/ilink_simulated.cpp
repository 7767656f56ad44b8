// iLink 3 in a simulated session.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/protocols/cme/ilink3/frame.hpp"
#include "hotpath/protocols/cme/ilink3/generated/messages.hpp"
#include "hotpath/protocols/cme/ilink3/signed_text.hpp"
#include "hotpath/protocols/cme/trader/ilink_entry.hpp"
#include "hotpath/protocols/cme/venue/ilink_ports.hpp"
#include "hotpath/sim/session/session_ends.hpp"

namespace hotpath::protocols::cme {

namespace {

constexpr std::string_view kKey = "KEY";
constexpr std::string_view kSession = "S00";
constexpr std::string_view kFirm = "F0";

/// The venue's check of a signature that is zeros.
class NoSigner final : public ilink3::Signer {
  public:
    [[nodiscard]] ilink3::Signature sign(std::string_view) noexcept override { return {}; }
};

[[nodiscard]] ilink3::Signer& no_signer() noexcept {
    static NoSigner signer;
    return signer;
}

[[nodiscard]] std::size_t frame_length(Bytes bytes) noexcept {
    return bytes.size() < ilink3::kFrameLengthMin
               ? bytes.size()
               : std::min<std::size_t>(bytes.size(), load_le<std::uint16_t>(bytes.data()));
}

[[nodiscard]] bool is_heartbeat(Bytes message) noexcept {
    ilink3::Sequence sequence;
    return message.size() > ilink3::kFramingHeaderLength &&
           sequence.open(message.subspan(ilink3::kFramingHeaderLength)) == DecodeStatus::Ok;
}

[[nodiscard]] Bytes reply(Bytes message) noexcept {
    return message.subspan(std::min(message.size(), ilink3::kFramingHeaderLength));
}

void set_trader(trader::TraderOptions& options) {
    options.order_entry = IlinkAccount{.access_key_id = std::string(kKey),
                                       .session = std::string(kSession),
                                       .firm = std::string(kFirm),
                                       .sender_id = std::string(sim::session::kTraderName),
                                       .location = "DE"};
}

void set_venue(sim::session::ServedVenueOptions& options, std::uint32_t replies_max) {
    options.orders = exchange::kIlinkOrders;
    auto& ilink = std::get<exchange::IlinkOptions>(options.server.protocols);
    ilink.desk.is_taken = true;
    ilink.reports = sim::session::reports_room(replies_max);
    ilink.users.push_back({.access_key_id = std::string(kKey),
                           .session = std::string(kSession),
                           .firm = std::string(kFirm),
                           .signer = &no_signer()});
}

/// A UUID is a time in microseconds.
[[nodiscard]] SessionStart first_start(Time now) {
    constexpr std::int64_t kNanosPerMicrosecond = 1'000;
    return {.uuid = static_cast<std::uint64_t>(now.value / kNanosPerMicrosecond + 1)};
}

}  // namespace

const sim::session::OrderEnds& IlinkEntry::simulated() noexcept {
    static constexpr sim::session::OrderEnds kEnds{.title = "iLink 3",
                                                   .framing = {frame_length, is_heartbeat, reply},
                                                   .set_trader = set_trader,
                                                   .set_venue = set_venue,
                                                   .first_start = first_start};
    return kEnds;
}

}  // namespace hotpath::protocols::cme
