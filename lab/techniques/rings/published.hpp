#pragma once
/// The ring of a published message bus, with a lock and without: its producer claims, sets and commits; 1,024 places for 48 bytes.
///
/// Rebuilt from its description, in the memory of one process. Threads: one writes, one reads. Allocation: none. Source: a group
/// project at Imperial College London, "Low Latency Inter-Process Communication", sections 2.1, 2.4 and 4.1.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>

#include "lab/techniques/two_threads.hpp"

namespace hotpath::lab::rings {

struct BufferData {
    std::array<char, 40> text{};
    std::int64_t payload = 0;
};

inline constexpr std::int64_t kBufferSlots = 1'024;

/// The bookkeeping lies in one header, all of it in one or two lines, as published.
struct Header {
    std::atomic<std::int64_t> cursor{-1};  // the last that may be read
    std::atomic<std::int64_t> next{0};     // the next to be claimed
    std::atomic<std::int64_t> read{-1};    // the last that was read
};

class LockFreeBus {
  public:
    void write(const BufferData& message) {
        const std::int64_t index = header_.next.fetch_add(1);
        spin_until([&] { return index - header_.read.load() <= kBufferSlots; });
        buffer_[static_cast<std::size_t>(index & (kBufferSlots - 1))] = message;
        spin_until([&] { return header_.cursor.load() == index - 1; });  // earlier ones first
        header_.cursor.store(index);
    }

    /// Claims, sets and commits several at once, at most kBufferSlots.
    void write(std::span<const BufferData> messages) {
        const auto count = static_cast<std::int64_t>(messages.size());
        const std::int64_t first = header_.next.fetch_add(count);
        spin_until([&] { return first + count - 1 - header_.read.load() <= kBufferSlots; });
        const std::size_t at = static_cast<std::size_t>(first & (kBufferSlots - 1));
        const std::size_t until_end = std::min(messages.size(), buffer_.size() - at);
        std::ranges::copy(messages.first(until_end),
                          buffer_.begin() + static_cast<std::ptrdiff_t>(at));
        std::ranges::copy(messages.subspan(until_end), buffer_.begin());
        spin_until([&] { return header_.cursor.load() == first - 1; });
        header_.cursor.store(first + count - 1);
    }

    [[nodiscard]] bool try_read(std::int64_t index, BufferData& message) {
        if (header_.cursor.load() < index) {
            return false;
        }
        message = buffer_[static_cast<std::size_t>(index & (kBufferSlots - 1))];
        header_.read.store(index);
        return true;
    }

  private:
    Header header_;
    std::array<BufferData, kBufferSlots> buffer_{};
};

class LockedBus {
  public:
    void write(const BufferData& message) {
        spin_until([&] { return try_write(message); });
    }

    [[nodiscard]] bool try_read(std::int64_t index, BufferData& message) {
        const std::scoped_lock locked(mutex_);
        if (cursor_ < index) {
            return false;
        }
        message = buffer_[static_cast<std::size_t>(index & (kBufferSlots - 1))];
        read_ = index;
        return true;
    }

  private:
    [[nodiscard]] bool try_write(const BufferData& message) {
        const std::scoped_lock locked(mutex_);
        if (cursor_ + 1 - read_ > kBufferSlots) {
            return false;
        }
        ++cursor_;
        buffer_[static_cast<std::size_t>(cursor_ & (kBufferSlots - 1))] = message;
        return true;
    }

    std::mutex mutex_;
    std::int64_t cursor_ = -1;
    std::int64_t read_ = -1;
    std::array<BufferData, kBufferSlots> buffer_{};
};

}  // namespace hotpath::lab::rings
