// kill -9 of one end of a FIX session at random moments under load: every order and every report
// arrives at both ends in order, once. HOTPATH_KILLS says how often in each test.
#include <algorithm>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

#include "hotpath/core/random.hpp"
#include "hotpath/journal/file_storage.hpp"
#include "hotpath/journal/memory_storage.hpp"
#include "tests/crash/child.hpp"
#include "tests/crash/fix_wire.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::crash {
namespace {

using journal::AckMode;

struct Life {
    AckMode mode;
    const char* role;  // of the end that is killed
};

/// The end that is killed, the other one, which lives on, and what lies between them.
class FixLives {
  public:
    explicit FixLives(const Life& life)
        : life_(life),
          listener_(listen_at(folder_ / "socket")),
          peer_(std::string(life.role) == "acceptor" ? support::fix_initiator()
                                                     : support::fix_acceptor(),
                fix_crash_options(AckMode::Memory)) {}
    FixLives(const FixLives&) = delete;
    FixLives& operator=(const FixLives&) = delete;
    ~FixLives() { ::close(listener_); }

    [[nodiscard]] support::DurableFixEnd& peer() { return peer_; }

    [[nodiscard]] Expected<void> start_peer() {
        return peer_.start(std::make_unique<journal::MemoryStorage>(), fix_now());
    }
    void start_worker() {
        worker_.start({HOTPATH_FIX_CRASH_WORKER, journal::ack_mode_name(life_.mode), life_.role,
                       (folder_ / "store").string(), (folder_ / "socket").string()});
    }
    void wait_until_connected() {
        while (wire_ == nullptr && try_connect(fix_now() + Nanos{10 * kNanosPerSecond})) {
        }
    }
    /// The peer talks to the worker for so long, or until it has so many reports.
    void talk(Nanos duration, std::uint64_t orders) {
        const Time end = fix_now() + duration;
        while (fix_now() < end && peer_.reports_received() < orders) {
            if (wire_ == nullptr && !try_connect(end)) {
                continue;
            }
            if (!wire_->run(peer_, orders)) {
                return;
            }
            for (int step = 0; step < 4; ++step) {
                peer_.store().journal().housekeep();
            }
            if (peer_.store().is_checkpoint_due()) {
                ASSERT_TRUE(peer_.checkpoint(fix_now()).has_value());
            }
        }
    }
    /// False when the worker had ended by itself.
    [[nodiscard]] bool kill() {
        const bool is_killed = worker_.kill();
        // Connections of the dead.
        for (int socket; (socket = accept_from(listener_, 0)) >= 0;) {
            ::close(socket);
        }
        if (wire_ != nullptr) {
            wire_.reset();
            ++talks_;
            peer_.session().on_disconnected(fix_now());
        }
        return is_killed;
    }
    [[nodiscard]] std::uint64_t talks() const { return talks_; }

    /// What the worker's disk has.
    [[nodiscard]] support::DurableFixEnd dead() const {
        return {std::string(life_.role) == "acceptor" ? support::fix_acceptor()
                                                      : support::fix_initiator(),
                fix_crash_options(life_.mode)};
    }
    [[nodiscard]] std::filesystem::path store_folder() const { return folder_ / "store"; }

  private:
    [[nodiscard]] bool try_connect(Time end) {
        const auto left = (end - fix_now()).value / 1'000'000;
        const int socket =
            accept_from(listener_, static_cast<int>(std::max<std::int64_t>(left, 0)));
        if (socket < 0) {
            return false;
        }
        wire_ = std::make_unique<FixWire>(socket);
        peer_.connect(fix_now());
        return true;
    }

    Life life_;
    support::TemporaryDirectory folder_;
    int listener_;
    support::DurableFixEnd peer_;
    Child worker_;
    std::unique_ptr<FixWire> wire_;
    std::uint64_t talks_ = 0;
};

class FixSessions : public ::testing::TestWithParam<Life> {};

INSTANTIATE_TEST_SUITE_P(
    FixStore, FixSessions,
    ::testing::Values(Life{AckMode::PageCache, "acceptor"}, Life{AckMode::PageCache, "initiator"},
                      Life{AckMode::Sync, "acceptor"}, Life{AckMode::Sync, "initiator"}),
    [](const auto& life) {
        return std::string(journal::ack_mode_name(life.param.mode)) + "_" + life.param.role;
    });

TEST_P(FixSessions, KilledAtRandomLoseAndDoubleNothing) {
    const std::uint64_t kills = support::wanted_of_this_run("HOTPATH_KILLS", 14);
    Random random(support::seed_of_this_test(31));
    FixLives lives(GetParam());
    const auto started = lives.start_peer();
    ASSERT_TRUE(started.has_value()) << started.error().message;
    for (std::uint64_t i = 0; i < kills; ++i) {
        lives.start_worker();
        if (random.one_in(2)) {
            lives.wait_until_connected();
        }
        lives.talk(Nanos{static_cast<std::int64_t>(random.below(40'000'000))},
                   std::numeric_limits<std::uint64_t>::max());
        ASSERT_TRUE(lives.kill()) << "the worker had ended by itself";
        ASSERT_EQ(lives.peer().fault(), "") << "kill " << i;
    }
    // Everything that is on its way arrives.
    const std::uint64_t orders = lives.peer().orders_sent() + 1;
    lives.start_worker();
    lives.talk(Nanos{60 * kNanosPerSecond}, orders);
    ASSERT_TRUE(lives.kill()) << "the worker had ended by itself";
    EXPECT_EQ(lives.peer().fault(), "");
    EXPECT_EQ(lives.peer().reports_received(), orders);
    EXPECT_EQ(lives.peer().orders_received(), lives.peer().reports_sent());
    support::DurableFixEnd dead = lives.dead();
    auto storage =
        journal::FileStorage::open_folder(lives.store_folder(), journal::Opening::ReadWrite);
    ASSERT_TRUE(storage.has_value()) << storage.error().message;
    const auto opened = dead.start(std::move(*storage), fix_now());
    ASSERT_TRUE(opened.has_value()) << opened.error().message;
    EXPECT_EQ(dead.fault(), "");
    EXPECT_EQ(dead.orders_received(), orders);
    EXPECT_EQ(dead.reports_sent(), orders);
    EXPECT_GE(dead.orders_sent(), lives.peer().orders_received());
    EXPECT_LE(dead.reports_received(), lives.peer().reports_sent());
    EXPECT_GT(lives.talks(), kills / 4);
    std::printf("%s by %s: %llu kills (%llu connected), %llu orders there, %llu orders back\n",
                GetParam().role, journal::ack_mode_name(GetParam().mode),
                static_cast<unsigned long long>(kills),
                static_cast<unsigned long long>(lives.talks()),
                static_cast<unsigned long long>(orders),
                static_cast<unsigned long long>(lives.peer().orders_received()));
}

}  // namespace
}  // namespace hotpath::crash
