#include "hotpath/sim/world/feed_ledger.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "hotpath/core/checksum.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"

namespace hotpath::sim::world {

namespace {

constexpr std::uint64_t kNumberMax = 1'000'000;  // of any world; what is above is damage

}  // namespace

void FeedLedger::on_published(Bytes packet) {
    protocols::nasdaq::moldudp64::PacketReader reader;
    if (reader.open(packet) != protocols::DecodeStatus::Ok) {
        return verdict_->find(Invariant::NothingToldIsLost, "the venue sent a malformed packet");
    }
    std::uint64_t number = reader.sequence_number();
    protocols::FrameCursor messages = reader.messages();
    for (Bytes message; messages.next(message); ++number) {
        Checksum checksum;
        checksum.add(message);
        const std::uint64_t hash = checksum.value() | 1U;
        hashes_.resize(std::max<std::size_t>(hashes_.size(), number));
        std::uint64_t& known = hashes_[number - 1];
        if (known != 0 && known != hash) {
            verdict_->find(Invariant::NothingToldIsLost,
                           fmt::format("message {} of the feed changed", number));
        }
        known = hash;
    }
}

void FeedLedger::check_kept(std::uint64_t next_seq) {
    if (next_seq <= published()) {
        verdict_->find(
            Invariant::NothingToldIsLost,
            fmt::format("message {} of the feed was published and would be published again",
                        next_seq));
    }
}

void Sight::on_packet(Bytes packet) {
    protocols::nasdaq::moldudp64::PacketReader reader;
    if (reader.open(packet) != protocols::DecodeStatus::Ok ||
        reader.next_sequence_number() > kNumberMax) {
        return;
    }
    const std::uint64_t end = reader.next_sequence_number();
    seen_.resize(std::max<std::size_t>(seen_.size(), end - 1));
    for (std::uint64_t number = reader.sequence_number(); number < end; ++number) {
        seen_[number - 1] = true;
    }
    go_on();
}

void Sight::on_snapshot(std::uint64_t next_seq) {
    reach_ = std::max(reach_, next_seq);
    go_on();
}

void Sight::go_on() {
    while (reach_ <= seen_.size() && seen_[reach_ - 1]) {
        ++reach_;
    }
}

}  // namespace hotpath::sim::world
