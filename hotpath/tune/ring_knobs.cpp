#include "hotpath/tune/ring_knobs.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/journal/options.hpp"
#include "hotpath/queue/slot_records.hpp"
#include "hotpath/queue/spsc.hpp"

namespace hotpath::tune {

namespace {

using Clock = std::chrono::steady_clock;
using queue::HeadStartOptions;

constexpr std::uint64_t kRecords = 100'000;
constexpr std::size_t kRound = 256;  // records that a consumer takes before it looks around

constexpr HeadStartOptions kJournal = journal::JournalOptions{}.head_start;
constexpr std::array kJournalCandidates{kJournal,
                                        HeadStartOptions{.messages_few = 64, .pauses_max = 8},
                                        HeadStartOptions{.messages_few = 64, .pauses_max = 32},
                                        HeadStartOptions{.messages_few = 64, .pauses_max = 128},
                                        HeadStartOptions{.messages_few = 16, .pauses_max = 32},
                                        HeadStartOptions{.messages_few = 256, .pauses_max = 128}};

/// A message of the knob of layouts, and the payload of a record.
struct Payload {
    std::array<std::uint64_t, 5> words{};
};

[[nodiscard]] Payload payload_of(std::uint64_t n) {
    return {.words = {n, n + 1, n + 2, n + 3, n + 4}};
}
[[nodiscard]] std::uint64_t sum_of(const Payload& payload) {
    std::uint64_t sum = 0;
    for (const std::uint64_t word : payload.words) {
        sum = sum * 31 + word;
    }
    return sum;
}

/// On a machine that refuses a core a number is less sharp, not wrong.
void pin_if_possible(std::uint32_t core) {
    [[maybe_unused]] const auto pinned = pin_this_thread(core);
}

/// From the first send() on core `from` to the end of receive() on core `to`; the answer is what
/// that returns.
template <class Send, class Receive>
[[nodiscard]] CandidateRun transfer(const TwoCores& cores, Send&& send, Receive&& receive) {
    std::atomic<bool> is_ready{false};
    std::uint64_t answer = 0;
    Clock::time_point end;
    std::thread other([&] {
        pin_if_possible(cores.to);
        is_ready.store(true, std::memory_order_release);
        answer = receive();
        end = Clock::now();
    });
    pin_if_possible(cores.from);
    while (!is_ready.load(std::memory_order_acquire)) {
        std::this_thread::yield();
    }
    const Clock::time_point begin = Clock::now();
    send();
    other.join();
    const std::chrono::duration<double, std::nano> took = end - begin;
    return {.ns = took.count() / static_cast<double>(kRecords), .answer = answer};
}

/// As a journal's process reads: each record is copied out of the ring, and then looked at.
class JournalRing {
  public:
    explicit JournalRing(TwoCores cores)
        : cores_(cores), ring_(journal::JournalOptions{}.ring_slots) {}

    [[nodiscard]] CandidateRun run(const HeadStartOptions& options) {
        auto producer = ring_.producer();
        auto consumer = ring_.consumer();
        return transfer(
            cores_, [&] { send(producer); }, [&] { return receive(consumer, options); });
    }

  private:
    using Queue = queue::SpscQueue<queue::RecordSlot>;
    using Producer = decltype(std::declval<Queue&>().producer());
    using Consumer = decltype(std::declval<Queue&>().consumer());

    static void send(Producer& producer) {
        for (std::uint64_t n = 0; n < kRecords; ++n) {
            const Payload payload = payload_of(n);
            const Bytes bytes = std::as_bytes(std::span(payload.words));
            const queue::RecordTicket ticket{.length = static_cast<std::uint32_t>(bytes.size()),
                                             .type = 1,
                                             .time = {static_cast<std::int64_t>(n)}};
            while (!queue::try_push_record(producer, ticket, {.body = bytes})) {
            }
        }
    }

    [[nodiscard]] static std::uint64_t receive(Consumer& consumer,
                                               const HeadStartOptions& options) {
        queue::HeadStart head_start(options);
        std::uint64_t sum = 0;
        for (std::uint64_t taken = 0; taken < kRecords;) {
            std::size_t found = 0;
            for (; found < kRound && take_one(consumer, sum); ++found) {
            }
            taken += found;
            head_start.give(found);
        }
        return sum;
    }

    [[nodiscard]] static bool take_one(Consumer& consumer, std::uint64_t& sum) {
        const auto ticket = queue::front_record(consumer);
        Payload payload;
        const MutableBytes place = std::as_writable_bytes(std::span(payload.words));
        if (!ticket || ticket->length != place.size() || !queue::pop_record(consumer, place)) {
            return false;
        }
        sum += sum_of(payload);
        return true;
    }

    TwoCores cores_;
    Queue ring_;
};

template <class Layout, std::size_t SlotsAhead = queue::kSlotsAhead>
class MessageRing {
  public:
    explicit MessageRing(TwoCores cores) : cores_(cores), ring_(kSlots) {}

    [[nodiscard]] CandidateRun run() {
        auto producer = ring_.template producer<SlotsAhead>();
        auto consumer = ring_.consumer();
        return transfer(
            cores_,
            [&] {
                for (std::uint64_t n = 0; n < kRecords; ++n) {
                    const Payload payload = payload_of(n);
                    while (!producer.try_push(payload)) {
                    }
                }
            },
            [&] {
                queue::HeadStart head_start;
                std::uint64_t sum = 0;
                for (std::uint64_t taken = 0; taken < kRecords;) {
                    const std::size_t found = consumer.poll(
                        [&](const Payload& payload) { sum += sum_of(payload); }, kRound);
                    taken += found;
                    head_start.give(found);
                }
                return sum;
            });
    }

  private:
    static constexpr std::size_t kSlots = 4'096;

    TwoCores cores_;
    queue::SpscQueue<Payload, std::uint64_t, Layout> ring_;
};

template <class Ring>
[[nodiscard]] Candidate candidate_of(const TwoCores& cores, std::string words) {
    auto ring = std::make_shared<Ring>(cores);
    return {.words = std::move(words), .run = [ring] { return ring->run(); }};
}

template <std::size_t... SlotsAhead>
[[nodiscard]] std::vector<Candidate> slots_ahead_of(const TwoCores& cores) {
    return {candidate_of<MessageRing<queue::OwnLine, SlotsAhead>>(cores,
                                                                  std::to_string(SlotsAhead))...};
}

}  // namespace

std::span<const HeadStartOptions> journal_candidates() noexcept {
    return kJournalCandidates;
}

Knob journal_head_start(const TwoCores& cores) {
    Knob knob{.name = "pauses of a journal's reader: after fewer than / at most",
              .key = "journal",
              .unit = "ns a record"};
    auto ring = std::make_shared<JournalRing>(cores);
    for (const HeadStartOptions& options : kJournalCandidates) {
        const std::string words =
            options.pauses_max == 0
                ? std::string("none")
                : fmt::format("{} / {}", options.messages_few, options.pauses_max);
        knob.candidates.push_back(
            {.words = words, .run = [ring, options] { return ring->run(options); }});
    }
    return knob;
}

Knob ring_layout(const TwoCores& cores) {
    return {.name = "messages of 40 bytes in a queue",
            .key = "",
            .unit = "ns a message",
            .candidates = {candidate_of<MessageRing<queue::OwnLine>>(cores, "a line each"),
                           candidate_of<MessageRing<queue::Packed>>(cores, "packed")}};
}

Knob ring_slots_ahead(const TwoCores& cores) {
    return {.name = "slots ahead at which a queue's producer looks",
            .key = "",
            .unit = "ns a message",
            .candidates = slots_ahead_of<queue::kSlotsAhead, 1, 2, 8, 16>(cores)};
}

}  // namespace hotpath::tune
