#include "hotpath/protocols/cme/capture/packet_kind.hpp"

#include "hotpath/protocols/cme/mdp3/generated/messages.hpp"
#include "hotpath/protocols/cme/mdp3/packet_reader.hpp"
#include "hotpath/protocols/decode_status.hpp"

namespace hotpath::capture::mdp3 {

namespace {

namespace wire3 = protocols::cme::mdp3;

[[nodiscard]] bool is_of_schema(Bytes message) noexcept {
    wire3::sbe::Block block;
    return wire3::open_header(message, block) == protocols::DecodeStatus::Ok;
}

/// Adds what a message says of its packet.
struct Look : wire3::NullListener {
    void on_channel_reset(const wire3::ChannelReset&) noexcept { take(PacketKind::Incremental); }
    void on_security_status(const wire3::SecurityStatus&) noexcept {
        take(PacketKind::Incremental);
    }
    void on_md_incremental_refresh_book(const wire3::MDIncrementalRefreshBook& m) noexcept {
        take(PacketKind::Incremental);
        contents.has_orders |= !m.no_order_id_entries().empty();
    }
    void on_md_incremental_refresh_order_book(
        const wire3::MDIncrementalRefreshOrderBook&) noexcept {
        take(PacketKind::Incremental);
        contents.has_orders = true;
    }
    void on_md_incremental_refresh_trade_summary(
        const wire3::MDIncrementalRefreshTradeSummary&) noexcept {
        take(PacketKind::Incremental);
    }
    void on_snapshot_full_refresh(const wire3::SnapshotFullRefresh&) noexcept {
        take(PacketKind::Levels);
    }
    void on_snapshot_full_refresh_order_book(const wire3::SnapshotFullRefreshOrderBook&) noexcept {
        take(PacketKind::Orders);
        contents.has_orders = true;
    }
    void on_md_instrument_definition_future(const wire3::MDInstrumentDefinitionFuture& m) noexcept {
        take(m.load_tot_num_reports() ? PacketKind::Definitions : PacketKind::Incremental);
    }

    void take(PacketKind kind) noexcept {
        if (!contents.kind) {
            contents.kind = kind;
        }
    }

    PacketContents contents;
};

}  // namespace

std::optional<PacketContents> look_at(Bytes packet) noexcept {
    wire3::PacketReader reader;
    if (reader.open(packet) != protocols::DecodeStatus::Ok) {
        return std::nullopt;
    }
    wire3::MessageCursor messages = reader.messages();
    Look look;
    bool is_first = true;
    for (Bytes message; messages.next(message); is_first = false) {
        const bool is_readable =
            message.size() >= wire3::MessageHeader::kLength && (!is_first || is_of_schema(message));
        if (!is_readable) {
            return std::nullopt;
        }
        static_cast<void>(wire3::decode(message, look));
    }
    return is_first ? std::nullopt : std::optional(look.contents);
}

}  // namespace hotpath::capture::mdp3
