#pragma once
/// A queue of a mutex and a deque that is right, or wrong in one chosen way once in a while: what
/// the stress suite must find. Its lossy form throws the oldest messages away and reports it.
///
/// Threads: any. Allocation: as a deque does. Tests only.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <utility>

#include "tests/stress/message.hpp"

namespace hotpath::stress {

enum class Fault : std::uint8_t {
    None,
    DropsOne,
    DropsTheLast,
    DuplicatesOne,
    SwapsTwo,
    TearsOne,
    FlipsOneBit,
    TakesOneForAnother,
    MiscountsTheLost,
    ConcealsTheLost,
};

/// Common to all forms of it: the messages, and when the fault occurs.
template <std::size_t kBytes>
struct FaultyMessages {
    static constexpr std::uint64_t kEvery = 1000;

    std::mutex mutex{};
    std::deque<Message<kBytes>> queued{};
    std::uint64_t lost = 0;
    std::uint64_t pushes = 0;

    [[nodiscard]] bool strikes() noexcept { return ++pushes % kEvery == 0; }
};

template <Fault kFault, bool kLossyOne, std::size_t kBytes = 40>
class BrokenQueue {
  public:
    static constexpr std::size_t kProducers = kLossyOne ? 1 : 2;
    static constexpr std::size_t kConsumers = 1;
    static constexpr bool kLossy = kLossyOne;
    static constexpr Lengths kLengths{.least = kBytes, .most = kBytes};
    static constexpr std::size_t kSlots = 64;

    struct Producer {
        FaultyMessages<kBytes>* shared;

        std::size_t send(const Source& source, Request) {
            const std::scoped_lock lock(shared->mutex);
            if (shared->queued.size() >= kSlots) {
                if (!kLossy) {
                    return 0;
                }
                shared->queued.pop_front();
                ++shared->lost;
            }
            push(Message<kBytes>::from(source, 0));
            return 1;
        }

      private:
        void push(Message<kBytes> message) {
            auto& queued = shared->queued;
            const bool strikes = shared->strikes();
            if (kFault == Fault::DropsOne && strikes) {
                return;
            }
            if (kFault == Fault::FlipsOneBit && strikes) {
                message.bytes[kBytes / 2] ^= std::byte{4};
            }
            if (kFault == Fault::TearsOne && strikes && !queued.empty()) {
                std::ranges::copy(std::span(queued.back().bytes).template first<kBytes / 2>(),
                                  message.bytes.begin());
            }
            if (kFault == Fault::TakesOneForAnother && strikes) {
                write_payload(message.bytes, {.producer = kProducersMax - 1, .number = 0});
            }
            queued.push_back(message);
            if (kFault == Fault::DuplicatesOne && strikes) {
                queued.push_back(message);
            }
            if (kFault == Fault::SwapsTwo && strikes && queued.size() >= 4) {
                // Among four of two producers in a row two of one producer are swapped.
                std::ranges::reverse(queued.end() - 4, queued.end());
            }
        }
    };

    struct Consumer {
        FaultyMessages<kBytes>* shared;

        bool receive(Checker& checker, Request) {
            const std::scoped_lock lock(shared->mutex);
            const std::uint64_t lost = std::exchange(shared->lost, 0);
            if (lost != 0 && kFault != Fault::ConcealsTheLost) {
                checker.lost(kFault == Fault::MiscountsTheLost ? lost + 1 : lost);
            }
            const std::size_t kept = kFault == Fault::DropsTheLast ? 1 : 0;
            if (shared->queued.size() <= kept) {
                return false;
            }
            checker.take(shared->queued.front().bytes);
            shared->queued.pop_front();
            return true;
        }
    };

    Producer producer(std::size_t) { return {&shared_}; }
    Consumer consumer(std::size_t) { return {&shared_}; }

  private:
    FaultyMessages<kBytes> shared_;
};

}  // namespace hotpath::stress
