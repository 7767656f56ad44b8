#pragma once
/// A ring for one producer and one consumer in steps, each a little better than the one before: both indices in one line, in a line
/// each, each end with a copy of the other's index; a place found by a division or by a mask.
///
/// Indices count messages and never wrap in practice. Threads: one pushes, one pops. Allocation: none. The number of places is
/// known at run time only, as in a queue that is configured. Source: Lamport (1983); Thompson, the Disruptor (2011).

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/cpu.hpp"
#include "lab/techniques/measuring.hpp"

namespace hotpath::lab::rings {

struct Message {
    std::uint64_t id = 0;
    std::uint32_t price = 0;
    std::uint32_t qty = 0;
};

inline constexpr std::uint64_t kSlots = 1'024;

// [places]
/// Any number of places: a division for each message.
struct Modulo {
    std::uint64_t slots = hidden(kSlots);

    [[nodiscard]] std::size_t place(std::uint64_t index) const { return index % slots; }
};

/// A power of two of places.
struct Mask {
    std::uint64_t slots = hidden(kSlots);

    [[nodiscard]] std::size_t place(std::uint64_t index) const { return index & (slots - 1); }
};
// [end]

// [indices]
struct OneLine {
    alignas(kCacheLine) std::atomic<std::uint64_t> written{0};
    std::atomic<std::uint64_t> read{0};
};

struct TwoLines {
    alignas(kCacheLine) std::atomic<std::uint64_t> written{0};  // the producer's
    alignas(kCacheLine) std::atomic<std::uint64_t> read{0};     // the consumer's
};
// [end]

// [plain]
/// Each end looks at the other's index for every message.
template <class Indices, class Places>
class PlainRing {
  public:
    [[nodiscard]] bool try_push(const Message& message) {
        const std::uint64_t written = indices_.written.load(std::memory_order_relaxed);
        if (written - indices_.read.load(std::memory_order_acquire) == places_.slots) {
            return false;
        }
        messages_[places_.place(written)] = message;
        indices_.written.store(written + 1, std::memory_order_release);
        return true;
    }

    [[nodiscard]] bool try_pop(Message& message) {
        const std::uint64_t read = indices_.read.load(std::memory_order_relaxed);
        if (read == indices_.written.load(std::memory_order_acquire)) {
            return false;
        }
        message = messages_[places_.place(read)];
        indices_.read.store(read + 1, std::memory_order_release);
        return true;
    }

  private:
    Indices indices_;
    alignas(kCacheLine) Places places_;
    alignas(kCacheLine) std::array<Message, kSlots> messages_{};
};
// [end]

// [cached]
/// Each end looks at the other's index only when its copy says that the ring is full, or empty.
class CachedRing {
  public:
    [[nodiscard]] bool try_push(const Message& message) {
        const std::uint64_t written = written_.load(std::memory_order_relaxed);
        if (written - read_seen_ == places_.slots) {
            read_seen_ = read_.load(std::memory_order_acquire);
            if (written - read_seen_ == places_.slots) {
                return false;
            }
        }
        messages_[places_.place(written)] = message;
        written_.store(written + 1, std::memory_order_release);
        return true;
    }

    [[nodiscard]] bool try_pop(Message& message) {
        const std::uint64_t read = read_.load(std::memory_order_relaxed);
        if (read == written_seen_) {
            written_seen_ = written_.load(std::memory_order_acquire);
            if (read == written_seen_) {
                return false;
            }
        }
        message = messages_[places_.place(read)];
        read_.store(read + 1, std::memory_order_release);
        return true;
    }

  private:
    alignas(kCacheLine) std::atomic<std::uint64_t> written_{0};
    std::uint64_t read_seen_ = 0;  // the producer's copy of read_
    alignas(kCacheLine) std::atomic<std::uint64_t> read_{0};
    std::uint64_t written_seen_ = 0;  // the consumer's copy of written_
    alignas(kCacheLine) Mask places_;
    alignas(kCacheLine) std::array<Message, kSlots> messages_{};
};
// [end]

}  // namespace hotpath::lab::rings
