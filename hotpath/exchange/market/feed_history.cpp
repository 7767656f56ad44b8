#include "hotpath/exchange/market/feed_history.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"

namespace hotpath::exchange {

namespace moldudp64 = protocols::nasdaq::moldudp64;

Expected<FeedHistory> FeedHistory::create(const moldudp64::Session& session,
                                          const protocols::SequencedStoreOptions& options) {
    Expected<protocols::SequencedStore> kept = protocols::SequencedStore::create(options);
    if (!kept) {
        return std::unexpected(std::move(kept.error()));
    }
    auto stream = std::make_unique<protocols::SequencedStore>(std::move(*kept));
    Expected<moldudp64::RequestServer> requests =
        moldudp64::RequestServer::create(*stream, session);
    if (!requests) {
        return std::unexpected(std::move(requests.error()));
    }
    return FeedHistory(session, std::move(stream), std::move(*requests));
}

bool FeedHistory::on_packet(Bytes packet, Time now) noexcept {
    moldudp64::PacketReader reader;
    const bool is_own = reader.open(packet) == protocols::DecodeStatus::Ok;
    HOTPATH_ASSERT(is_own, "the venue's packet must decode");
    const bool is_first = !reader.is_of(session_);
    if (is_first) {
        begin_session(reader.session());
    }
    protocols::FrameCursor messages = reader.messages();
    for (Bytes message; messages.next(message); ++next_seq_) {
        const bool is_kept =
            kept_->next_sequence_number() == next_seq_ && kept_->try_append(message);
        counters_.messages_not_kept += is_kept ? 0U : 1U;
    }
    has_ended_ = has_ended_ || reader.is_end_of_session();
    ++counters_.packets;
    sent_at_ = now;
    return is_first;
}

void FeedHistory::begin_session(const moldudp64::Session& session) noexcept {
    session_ = session;
    requests_.begin_session(session);
    kept_->clear();
    next_seq_ = 1;
    has_ended_ = false;
}

Bytes FeedHistory::heartbeat(Time now) noexcept {
    ++counters_.heartbeats;
    sent_at_ = now;
    moldudp64::PacketWriter writer(buffer_, session_, next_seq_);
    return has_ended_ ? writer.finish_session() : writer.finish();
}

void FeedHistory::save(StateWriter& writer) const {
    writer.put_bytes(std::as_bytes(std::span(session_)));
    writer.put(next_seq_);
    writer.put(has_ended_);
    save_stream(writer, *kept_);
}

void FeedHistory::load(StateReader& reader) {
    const Bytes session = reader.get_bytes();
    if (session.size() != session_.size()) {
        return reader.refuse();
    }
    moldudp64::Session saved{};
    std::ranges::copy(session, std::as_writable_bytes(std::span(saved)).begin());
    begin_session(saved);
    next_seq_ = reader.get<std::uint64_t>();
    has_ended_ = reader.get_bool();
    load_stream(reader, *kept_);
}

void save_stream(StateWriter& writer, const protocols::SequencedStore& stream) {
    writer.put(stream.size());
    for (std::uint64_t seq = 1; seq <= stream.size(); ++seq) {
        writer.put_bytes(stream.at(seq));
    }
    writer.put(stream.is_ended());
}

void load_stream(StateReader& reader, protocols::SequencedStore& stream) {
    const auto size = reader.get<std::uint64_t>();
    for (std::uint64_t seq = 1; seq <= size && reader.is_ok(); ++seq) {
        if (!stream.try_append(reader.get_bytes())) {
            return reader.refuse();
        }
    }
    if (reader.get_bool()) {
        stream.end_session();
    }
}

}  // namespace hotpath::exchange
