#include "hotpath/protocols/cme/feed/mdp3_loops.hpp"

namespace hotpath::feed {

namespace {

/// Futures, options, spreads, fixed income, repos, FX: each is a report of the definition loop.
[[nodiscard]] bool is_definition(std::uint16_t template_id) noexcept {
    return (template_id >= 54 && template_id <= 58) || template_id == 63;
}

}  // namespace

Mdp3LoopPosition::Step Mdp3LoopPosition::on_packet(std::uint32_t number,
                                                   std::uint64_t sending_time) noexcept {
    if (sending_time < last_time_) {
        if (++old_packets_ == kOldPacketsMax) {
            *this = {};
        }
        return Step::Ignored;
    }
    old_packets_ = 0;
    if (number == 1) {
        if (next_ != 0 && sending_time == begin_time_) {
            return Step::Ignored;  // the other line's
        }
        next_ = 2;
        begin_time_ = sending_time;
        last_time_ = sending_time;
        return Step::Begin;
    }
    if (next_ == 0 || number < next_) {
        return Step::Ignored;
    }
    if (number > next_) {
        next_ = 0;
        return Step::Broken;
    }
    ++next_;
    last_time_ = sending_time;
    return Step::Next;
}

void Mdp3Loops::begin_session() noexcept {
    has_definitions_ = false;
    definitions_.finish();
    snapshots_.finish();
}

bool Mdp3Loops::is_whole(protocols::cme::mdp3::PacketReader& packet, Bytes bytes) noexcept {
    ++counters_.packets;
    const bool is_ok = packet.open(bytes) == protocols::DecodeStatus::Ok;
    counters_.malformed += is_ok ? 0U : 1U;
    return is_ok;
}

Mdp3Loops::Step Mdp3Loops::take(Mdp3LoopPosition& loop,
                                const protocols::cme::mdp3::PacketReader& packet) noexcept {
    const Step step = loop.on_packet(packet.msg_seq_num(), packet.sending_time());
    counters_.broken += step == Step::Broken ? 1U : 0U;
    return step;
}

bool Mdp3Loops::count_definitions(const protocols::cme::mdp3::PacketReader& packet) noexcept {
    protocols::cme::mdp3::MessageCursor messages = packet.messages();
    for (Bytes message; messages.next(message);) {
        protocols::cme::mdp3::sbe::Block block;
        if (protocols::cme::mdp3::open_header(message, block) != protocols::DecodeStatus::Ok) {
            continue;
        }
        const auto& header = protocols::cme::mdp3::MessageHeader::at(message.data());
        reports_.received += is_definition(header.load_template_id()) ? 1U : 0U;
        protocols::cme::mdp3::MDInstrumentDefinitionFuture future;
        if (future.open(message) != protocols::DecodeStatus::Ok) {
            continue;
        }
        reports_.total = future.load_tot_num_reports().value_or(0);
        if (!is_reported_once(future.load_security_id())) {
            return false;
        }
    }
    return true;
}

bool Mdp3Loops::count_snapshots(const protocols::cme::mdp3::PacketReader& packet) noexcept {
    protocols::cme::mdp3::MessageCursor messages = packet.messages();
    for (Bytes message; messages.next(message);) {
        protocols::cme::mdp3::SnapshotFullRefreshOrderBook chunk;
        protocols::cme::mdp3::SnapshotFullRefresh levels;
        const bool is_counted =
            depth_ == Mdp3Depth::ByOrder
                ? chunk.open(message) != protocols::DecodeStatus::Ok || count_chunk(chunk)
                : levels.open(message) != protocols::DecodeStatus::Ok || count_levels(levels);
        if (!is_counted) {
            return false;
        }
    }
    return true;
}

bool Mdp3Loops::count_levels(const protocols::cme::mdp3::SnapshotFullRefresh& levels) noexcept {
    ++reports_.received;
    reports_.total = levels.load_tot_num_reports();
    reports_.as_of_min = std::min(reports_.as_of_min, levels.load_last_msg_seq_num_processed());
    return is_reported_once(levels.load_security_id());
}

bool Mdp3Loops::count_chunk(
    const protocols::cme::mdp3::SnapshotFullRefreshOrderBook& chunk) noexcept {
    const std::uint32_t number = chunk.load_current_chunk();
    const std::int32_t security_id = chunk.load_security_id();
    const std::uint32_t as_of = chunk.load_last_msg_seq_num_processed();
    const bool is_expected = reports_.chunk_next == 0
                                 ? number == 1 && is_reported_once(security_id)
                                 : number == reports_.chunk_next && as_of == reports_.chunk_as_of &&
                                       security_id == reports_.chunk_security_id;
    if (!is_expected) {
        return false;
    }
    const bool is_last = number >= chunk.load_no_chunks();
    reports_.received += is_last ? 1U : 0U;
    reports_.total = chunk.load_tot_num_reports();
    reports_.as_of_min = std::min(reports_.as_of_min, as_of);
    reports_.chunk_next = is_last ? 0 : number + 1;
    reports_.chunk_security_id = security_id;
    reports_.chunk_as_of = as_of;
    return true;
}

}  // namespace hotpath::feed
