// The question: what does it cost the caller to hand a record of 47 bytes to the journal's thread?
// A regression means that the hot thread got slower. It does not show the other core's reading: the
// ring is filled while no reader reads, and emptied outside the timed region.
//
//   hotpath   Journal::append: room checked, ticket and payload into the ring
//   floor     the same bytes into the same ring, one slot each, without ticket or room

#include <algorithm>

#include "bench/journal/journal_tests.hpp"
#include "bench/messaging/stopwatch.hpp"
#include "hotpath/queue/spsc.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kRingSlots = std::size_t{1} << 14U;
constexpr std::size_t kFills = 60;
constexpr std::size_t kFillsQuick = 6;
constexpr std::size_t kRecordsAFill = kRingSlots / 2;  // two slots each

class Appending {
  public:
    Appending(std::size_t fills, std::unique_ptr<journal::Journal> journal,
              std::shared_ptr<BenchFolder> folder)
        : fills_(fills), folder_(std::move(folder)), journal_(std::move(journal)) {}

    Measurement run() {
        Measurement measured;
        JournaledPayload payload{};
        for (std::size_t fill = 0; fill < fills_; ++fill) {
            const std::uint64_t begin = Stopwatch::begin();
            for (std::size_t i = 0; i < kRecordsAFill; ++i) {
                payload[0] = static_cast<std::byte>(i);
                measured.answer += journal_->append(1, {1}, payload).seq != 0 ? 1U : 0U;
            }
            measured.elapsed_ticks += Stopwatch::end() - begin;
            while (journal_->poll() || journal_->housekeep()) {
            }
        }
        measured.items = fills_ * kRecordsAFill;
        return measured;
    }

    Measurement run_floor() const {
        struct Slot {
            alignas(std::uint64_t) std::array<std::byte, 56> bytes;
        };
        queue::SpscQueue<Slot> ring(kRingSlots);
        auto in = ring.producer();
        auto out = ring.consumer();
        Measurement measured;
        Slot slot{};
        for (std::size_t fill = 0; fill < fills_; ++fill) {
            const std::uint64_t begin = Stopwatch::begin();
            for (std::size_t i = 0; i < kRecordsAFill; ++i) {
                slot.bytes[0] = static_cast<std::byte>(i);
                measured.answer += in.try_push(slot) ? 1U : 0U;
            }
            measured.elapsed_ticks += Stopwatch::end() - begin;
            out.poll([](const Slot&) {}, kRingSlots);
        }
        measured.items = fills_ * kRecordsAFill;
        return measured;
    }

  private:
    std::size_t fills_;
    std::shared_ptr<BenchFolder> folder_;
    std::unique_ptr<journal::Journal> journal_;  // before its folder goes
};

}  // namespace

Expected<Test> append_test(const Scale& scale) {
    auto folder = std::make_shared<BenchFolder>("append");
    auto journal =
        open_bench_journal(folder->path() / "journal", CommitWay::Fdatasync,
                           {.ack_mode = journal::AckMode::Memory, .ring_slots = kRingSlots});
    if (!journal) {
        return std::unexpected(journal.error());
    }
    const auto appending = std::make_shared<Appending>(scale.quick ? kFillsQuick : kFills,
                                                       std::move(*journal), std::move(folder));
    return Test{.name = "append",
                .unit = "ns/record",
                .subjects = {{"hotpath", "records", [appending] { return appending->run(); }},
                             {"floor", "records", [appending] { return appending->run_floor(); }}}};
}

}  // namespace hotpath::bench
