// A FIX store whose process ends at every byte that it writes and at every operation of its disk:
// it is then as one of its commits left it, and two sessions on such stores lose and double nothing.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/journal/files.hpp"
#include "hotpath/journal/reader.hpp"
#include "hotpath/protocols/fix/store/fix_records.hpp"
#include "tests/support/durable_fix_end.hpp"
#include "tests/support/fault_sweep.hpp"
#include "tests/support/fix_stores.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::store {
namespace {

using journal::AckMode;
using journal::Ending;
using journal::FaultKind;
using journal::MemoryStorage;
using support::DurableFixEnd;
using support::FaultSweep;
using support::open_fix_store;
using support::small_fix_store;
using support::state_of;

/// Transactions of all kinds; the states that they left, and the notes.
std::vector<std::string> live(FixStore& store) {
    Random random(5);
    std::vector<std::string> states{state_of(store) + " notes 0"};
    int notes = 0;
    for (int i = 1; i <= 24; ++i) {
        const std::string fields(random.below(40), static_cast<char>('a' + i));
        EXPECT_TRUE(store.try_append({i % 5 == 0 ? "AE" : "D", Time{i}, fields}, store.next_out()));
        store.set_next_in(store.next_in() + 1);
        if (i % 3 == 0) {
            EXPECT_TRUE(store.try_note({}));
            ++notes;
        }
        if (i % 10 == 0) {
            store.set_next_out(store.next_out() + 100);
        }
        if (i % 15 == 0) {
            store.reset(Time{i});
        }
        EXPECT_TRUE(store.make_durable(Time{i}));
        states.push_back(state_of(store) + " notes " + std::to_string(notes));
    }
    return states;
}

FixStoreOptions one_segment() {
    FixStoreOptions options = small_fix_store();
    options.journal.segment_bytes = 8'192;
    return options;
}

/// Behind the last byte of each commit that is not zero: what is never written is zero, too.
std::vector<std::uint64_t> ends_of_commits(MemoryStorage& disk) {
    auto reader = *journal::JournalReader::open(disk);
    std::vector<std::uint64_t> ends;
    const auto& bytes = disk.bytes_of(journal::segment_name(1));
    journal::Record record;
    for (auto more = reader.next(record); more && *more; more = reader.next(record)) {
        if (record.type == kCommit) {
            std::uint64_t end = reader.record_offset() + journal::kRecordHeaderBytes;
            for (; bytes[end - 1] == std::byte{}; --end) {
            }
            ends.push_back(end);
        }
    }
    return ends;
}

TEST(FixStoreCrash, AfterAnyByteItIsAsACommitLeftIt) {
    MemoryStorage whole;
    {
        FixStore store = *open_fix_store(whole, one_segment());
        ASSERT_EQ(live(store).size(), 25U);
    }
    const std::vector<std::uint64_t> ends = ends_of_commits(whole);
    ASSERT_EQ(ends.size(), 24U);
    std::uint64_t rolled_back = 0;
    for (std::uint64_t byte = journal::kSegmentHeaderBytes; byte <= ends.back(); ++byte) {
        MemoryStorage disk;
        std::vector<std::string> states;
        {
            FixStore store = *open_fix_store(disk, one_segment());
            states = live(store);
        }
        auto& bytes = disk.bytes_of(journal::segment_name(1));
        std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(byte), bytes.end(), std::byte{});
        const auto commits = static_cast<std::size_t>(
            std::upper_bound(ends.begin(), ends.end(), byte) - ends.begin());
        for (int opening = 0; opening < 2; ++opening) {
            support::Notes notes;
            const auto store = open_fix_store(disk, one_segment(), &notes);
            ASSERT_TRUE(store.has_value()) << "byte " << byte << ": " << store.error().message;
            rolled_back += store->recovered().rolled_back;
            ASSERT_EQ(state_of(*store) + " notes " + std::to_string(notes.texts.size()),
                      states[commits])
                << "byte " << byte << ", opening " << opening;
        }
    }
    EXPECT_GT(rolled_back, ends.back() / 100) << "transactions must have been cut";
}

/// Two ends with a disk each, one of which fails at one operation.
class DurablePair {
  public:
    DurablePair(const FaultSweep& sweep, std::uint64_t at_operation, bool fails_at_client)
        : sweep_(sweep),
          seed_(at_operation),
          client_(support::fix_initiator(), small_fix_store(sweep.mode)),
          venue_(support::fix_acceptor(), small_fix_store(sweep.mode)) {
        const journal::FaultPlan plan{
            .kind = sweep.fault, .at_operation = at_operation, .seed = at_operation};
        disks_[0].restart(Ending::Process, fails_at_client ? plan : journal::FaultPlan{});
        disks_[1].restart(Ending::Process, fails_at_client ? journal::FaultPlan{} : plan);
    }

    /// Orders both ways until there are that many, with checkpoints.
    void run(std::uint64_t orders) {
        for (int turn = 0; turn < 400 && !is_done(orders); ++turn) {
            keep_up();
            for (DurableFixEnd* end : {&client_, &venue_}) {
                if (end->is_up() && end->orders_sent() < orders) {
                    end->order(now_);
                }
            }
            carry();
            housekeep(turn);
        }
    }
    [[nodiscard]] DurableFixEnd& client() { return client_; }
    [[nodiscard]] DurableFixEnd& venue() { return venue_; }
    [[nodiscard]] std::uint64_t restarts() const { return restarts_; }
    [[nodiscard]] std::uint64_t operations(bool of_client) const {
        return disks_[of_client ? 0 : 1].operations();
    }

  private:
    [[nodiscard]] DurableFixEnd& end_of(std::size_t n) { return n == 0 ? client_ : venue_; }

    [[nodiscard]] bool is_done(std::uint64_t orders) {
        return client_.is_up() && venue_.is_up() && client_.orders_sent() == orders &&
               venue_.orders_sent() == orders && client_.reports_received() == orders &&
               venue_.reports_received() == orders && client_.store().is_durable() &&
               venue_.store().is_durable();
    }
    void end(std::size_t n) {
        end_of(n).end();
        disks_[n].restart(sweep_.ending, {.seed = ++seed_});
        ++restarts_;
        disconnect();
    }
    void disconnect() {
        for (DurableFixEnd* end : {&client_, &venue_}) {
            if (end->is_up()) {
                end->session().on_disconnected(now_);
            }
        }
        is_connected_ = false;
    }
    /// Processes that have ended start, and connect.
    void keep_up() {
        for (std::size_t n = 0; n < 2; ++n) {
            if (end_of(n).is_up() && end_of(n).is_broken()) {
                end(n);
            }
            if (end_of(n).is_up()) {
                continue;
            }
            auto started =
                end_of(n).start(std::make_unique<support::BorrowedStorage>(disks_[n]), now_);
            if (!started) {
                end(n);
                started =
                    end_of(n).start(std::make_unique<support::BorrowedStorage>(disks_[n]), now_);
            }
            ASSERT_TRUE(started.has_value()) << started.error().message;
        }
        if (client_.session().is_closed() || venue_.session().is_closed()) {
            disconnect();
        }
        if (!is_connected_) {
            venue_.connect(now_);
            client_.connect(now_);
            is_connected_ = true;
        }
    }
    /// Output that is durable reaches the other end.
    void carry() {
        for (int round = 0; round < 3; ++round) {
            for (std::size_t n = 0; n < 2; ++n) {
                DurableFixEnd& from = end_of(n);
                DurableFixEnd& to = end_of(1 - n);
                const Bytes bytes = from.durable_output(now_);
                to.receive(bytes, now_);
                from.session().on_written(bytes.size(), now_);
                from.session().on_timer(now_);
            }
        }
        now_ = now_ + Nanos{kNanosPerSecond};
    }
    void housekeep(int turn) {
        for (std::size_t n = 0; n < 2; ++n) {
            for (int step = 0; step < 8 && end_of(n).store().journal().housekeep(); ++step) {
            }
            if (turn % 4 == 3) {
                static_cast<void>(end_of(n).checkpoint(now_));
            }
        }
    }

    FaultSweep sweep_;
    std::uint64_t seed_;
    std::array<MemoryStorage, 2> disks_;
    DurableFixEnd client_;
    DurableFixEnd venue_;
    Time now_ = support::kFixNow;
    bool is_connected_ = false;
    std::uint64_t restarts_ = 0;
};

class FixSessionsOnFailingDisks : public ::testing::TestWithParam<FaultSweep> {};

INSTANTIATE_TEST_SUITE_P(
    FixStoreCrash, FixSessionsOnFailingDisks,
    ::testing::Values(FaultSweep{FaultKind::Stop, AckMode::PageCache, Ending::Process},
                      FaultSweep{FaultKind::StopHalfway, AckMode::PageCache, Ending::Process},
                      FaultSweep{FaultKind::IoError, AckMode::PageCache, Ending::Process},
                      FaultSweep{FaultKind::NoRoomOnce, AckMode::PageCache, Ending::Process},
                      FaultSweep{FaultKind::Stop, AckMode::Sync, Ending::Process},
                      FaultSweep{FaultKind::Stop, AckMode::Sync, Ending::Power},
                      FaultSweep{FaultKind::StopHalfway, AckMode::Sync, Ending::Power},
                      FaultSweep{FaultKind::IoError, AckMode::Sync, Ending::Power},
                      FaultSweep{FaultKind::NoRoomOnce, AckMode::Sync, Ending::Power}),
    [](const auto& sweep) { return name_of(sweep.param); });

TEST_P(FixSessionsOnFailingDisks, LoseAndDoubleNothing) {
    constexpr std::uint64_t kOrders = 12;
    std::uint64_t restarts = 0;
    for (const bool at_client : {true, false}) {
        bool was_reached = true;
        for (std::uint64_t n = 1; was_reached && !HasFatalFailure(); ++n) {
            DurablePair pair(GetParam(), n, at_client);
            pair.run(kOrders);
            for (DurableFixEnd* end : {&pair.client(), &pair.venue()}) {
                ASSERT_EQ(end->fault(), "") << "operation " << n;
                ASSERT_EQ(end->orders_sent(), kOrders) << "operation " << n;
                ASSERT_EQ(end->orders_received(), kOrders) << "operation " << n;
                ASSERT_EQ(end->reports_sent(), kOrders) << "operation " << n;
                ASSERT_EQ(end->reports_received(), kOrders) << "operation " << n;
            }
            was_reached = n <= pair.operations(at_client);
            restarts += pair.restarts();
        }
    }
    EXPECT_GT(restarts, GetParam().fault == FaultKind::NoRoomOnce ? 0U : 50U);
}

}  // namespace
}  // namespace hotpath::store
