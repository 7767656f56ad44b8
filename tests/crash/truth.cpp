#include "tests/crash/truth.hpp"

#include <algorithm>

namespace hotpath::crash {

namespace {

constexpr std::size_t kComplaintsMax = 20;

}  // namespace

void Truth::complain(const std::string& sentence) {
    if (complaints_.size() < kComplaintsMax) {
        complaints_.push_back(sentence);
    }
}

std::string Truth::about(const Delivery& delivery) const {
    return "delivery " + std::to_string(totals_.delivered) + ", epoch " +
           std::to_string(delivery.writer_epoch) + ", seq " + std::to_string(delivery.seq) +
           " behind epoch " + std::to_string(last_.writer_epoch) + ", seq " +
           std::to_string(last_.seq);
}

void Truth::count_writer_kill(Phase phase) {
    ++totals_.writer_kills;
    totals_.writer_starting += phase == Phase::Starting ? 1U : 0U;
    totals_.writer_claiming += phase == Phase::Claiming ? 1U : 0U;
    totals_.writer_publishing += phase == Phase::Publishing ? 1U : 0U;
}

void Truth::count_reader_kill(Phase phase) {
    ++totals_.reader_kills;
    totals_.reader_starting += phase == Phase::Starting ? 1U : 0U;
    totals_.reader_holding += phase == Phase::Holding ? 1U : 0U;
    totals_.reader_popping += phase == Phase::Popping ? 1U : 0U;
}

void Truth::on_writer_end(bool was_killed) {
    const WriterEvidence& writer = evidence_.writer;
    const Phase phase = writer.phase.load(std::memory_order_acquire);
    if (was_killed) {
        count_writer_kill(phase);
    }
    // Before it was attached it had written nothing, neither messages nor a complete oath.
    if (phase == Phase::Starting) {
        return;
    }
    const std::uint64_t epoch = writer.epoch.load(std::memory_order_acquire);
    const WriterLife life{.first_seq = writer.first_seq.load(),
                          .attempted = writer.attempted.load(),
                          .acknowledged = writer.acknowledged.load()};
    const auto& [last_epoch, before] = *lives_.rbegin();
    if (epoch <= last_epoch) {
        complain("the writer's epoch went from " + std::to_string(last_epoch) + " to " +
                 std::to_string(epoch));
    }
    if (is_any_writer_killed_ && writer.is_after_crash.load() == 0) {
        complain("writer of epoch " + std::to_string(epoch) + " was not told of the crash before");
    }
    verify_succession(before, life);
    lives_[epoch] = life;
    is_any_writer_killed_ |= was_killed;
    totals_.acknowledged = life.acknowledged;
}

void Truth::verify_succession(const WriterLife& before, const WriterLife& life) {
    if (life.first_seq <= before.acknowledged || life.first_seq > before.attempted + 1) {
        complain("a writer went on at " + std::to_string(life.first_seq) + ", the one before had " +
                 std::to_string(before.acknowledged) + " acknowledged and " +
                 std::to_string(before.attempted) + " attempted");
    }
}

void Truth::on_reader_end(bool was_killed) {
    const ReaderEvidence& reader = evidence_.reader;
    const Phase phase = reader.phase.load(std::memory_order_acquire);
    if (was_killed) {
        count_reader_kill(phase);
    }
    if (phase != Phase::Starting) {
        const bool is_told = reader.is_after_crash.load() != 0;
        if (scenario_ == Scenario::Spsc && is_any_reader_killed_ && !is_told) {
            complain("a reader was not told of the crash before");
        }
        is_any_reader_killed_ |= was_killed;
    }
    verify_deliveries();
    may_repeat_ = reader.journalled.load() != reader.popped.load();
}

void Truth::verify_deliveries() {
    const std::uint64_t journalled = evidence_.reader.journalled.load(std::memory_order_acquire);
    for (std::uint64_t n = evidence_.verified.load(); n < journalled; ++n) {
        verify_delivery(evidence_.delivery(n));
        evidence_.verified.store(n + 1, std::memory_order_release);
    }
    totals_.torn = evidence_.reader.torn.load(std::memory_order_acquire);
}

/// The same message again, and the first thing that another reader says.
bool Truth::is_repetition(const Delivery& delivery) const {
    return totals_.delivered > 0 && delivery.reader_epoch != last_.reader_epoch &&
           delivery.writer_epoch == last_.writer_epoch && delivery.seq == last_.seq;
}

void Truth::verify_delivery(const Delivery& delivery) {
    if (is_repetition(delivery)) {
        if (!may_repeat_) {
            complain("popped and delivered again: " + about(delivery));
        }
        ++totals_.redelivered;
    } else {
        scenario_ == Scenario::Spsc ? verify_spsc(delivery) : verify_broadcast(delivery);
        ++totals_.delivered;
    }
    may_repeat_ = false;
    last_ = delivery;
}

void Truth::verify_spsc(const Delivery& delivery) {
    if (delivery.writer_epoch != last_.writer_epoch) {
        verify_new_epoch(delivery);
    } else if (delivery.seq != last_.seq + 1) {
        complain("not the next: " + about(delivery));
    }
}

/// The epoch of the last delivery is over: its last message is one between acknowledged and
/// attempted, and the next writer goes on behind what was acknowledged.
void Truth::verify_new_epoch(const Delivery& delivery) {
    const auto over = lives_.find(last_.writer_epoch);
    if (over == lives_.end() || delivery.writer_epoch < last_.writer_epoch) {
        complain("an epoch whose writer was never seen: " + about(delivery));
        return;
    }
    const WriterLife& life = over->second;
    if (last_.seq < life.acknowledged) {
        complain("acknowledged and lost up to " + std::to_string(life.acknowledged) + ": " +
                 about(delivery));
    }
    if (last_.seq > life.attempted || delivery.seq != life.acknowledged + 1) {
        complain("never written: " + about(delivery));
    }
    totals_.unacknowledged += last_.seq - std::min(last_.seq, life.acknowledged);
}

void Truth::verify_broadcast(const Delivery& delivery) {
    if (delivery.channel_seq != last_.channel_seq + 1 + delivery.lost) {
        complain("lost " + std::to_string(delivery.lost) + " is not the gap: " + about(delivery));
    }
    if (delivery.seq != delivery.channel_seq) {
        complain("the channel says " + std::to_string(delivery.channel_seq) + ": " +
                 about(delivery));
    }
    if (delivery.writer_epoch < last_.writer_epoch) {
        complain("an older epoch: " + about(delivery));
    }
    if (const auto life = lives_.find(delivery.writer_epoch);
        life != lives_.end() &&
        (delivery.seq < life->second.first_seq || delivery.seq > life->second.attempted)) {
        complain("never written: " + about(delivery));
    }
    if (scenario_ == Scenario::Paced && delivery.lost != 0) {
        complain("lost without having been lapped: " + about(delivery));
    }
    totals_.lost += delivery.lost;
}

bool Truth::is_all_delivered() const {
    return last_.seq >= lives_.rbegin()->second.acknowledged;
}

}  // namespace hotpath::crash
