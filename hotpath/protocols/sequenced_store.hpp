#pragma once
/// The stream of one session: every sequenced message, numbered from 1, kept until the session is
/// over.
///
///   bytes    | message 1 | message 2 | message 3 | ...          back to back
///   ends     | e1        | e2        | e3        | ...          where each one ends
///
/// Append-only and bounded: a stream that is full refuses. What SoupBinTCP resumes from, what a
/// MoldUDP64 re-request server answers from, and the drop copy are all this. It has memory of its
/// own, or the caller's: that of a mapped file, say, so that a stream may be longer than the memory
/// of the machine. Threads: one owner; readers in the same thread. Allocation: create() only.
/// Complexity: append one copy, at() O(1).

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/fixed_array.hpp"

namespace hotpath::protocols {

struct SequencedStoreOptions {
    std::uint32_t messages_max = 1'000'000;
    std::uint64_t bytes_max = 64'000'000;    // of all messages together
    std::uint32_t message_length_max = 512;  // of one
};

class SequencedStore {
  public:
    [[nodiscard]] static Expected<SequencedStore> create(const SequencedStoreOptions& options) {
        if (auto checked = check(options); !checked) {
            return std::unexpected(checked.error());
        }
        return SequencedStore(options, FixedArray<std::byte>(options.bytes_max),
                              FixedArray<std::uint64_t>(options.messages_max));
    }
    /// In bytes_for(options) bytes that outlive it; see Arena::over() for their requirements.
    [[nodiscard]] static Expected<SequencedStore> create_in(MutableBytes memory,
                                                            const SequencedStoreOptions& options) {
        if (auto checked = check(options); !checked) {
            return std::unexpected(checked.error());
        }
        Arena arena = Arena::over(memory);
        FixedArray<std::byte> bytes(arena, options.bytes_max);
        return SequencedStore(options, std::move(bytes),
                              FixedArray<std::uint64_t>(arena, options.messages_max));
    }
    [[nodiscard]] static constexpr std::size_t bytes_for(
        const SequencedStoreOptions& options) noexcept {
        return Arena::bytes_for<std::byte>(options.bytes_max) +
               Arena::bytes_for<std::uint64_t>(options.messages_max);
    }

    /// The number that the next message appended gets; messages 1 to this minus 1 are here.
    [[nodiscard]] std::uint64_t next_sequence_number() const noexcept { return size_ + 1; }
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    /// There may be no room for another message.
    [[nodiscard]] bool is_full() const noexcept {
        return size_ == ends_.size() || bytes_.size() - used_bytes_ < message_length_max_;
    }
    [[nodiscard]] std::uint32_t message_length_max() const noexcept { return message_length_max_; }
    /// Ends the stream: readers that have everything get the end of session.
    [[nodiscard]] bool is_ended() const noexcept { return is_ended_; }

    [[nodiscard]] bool contains(std::uint64_t sequence_number) const noexcept {
        return sequence_number >= 1 && sequence_number <= size_;
    }
    /// The message of this number, valid as long as the store.
    [[nodiscard]] Bytes at(std::uint64_t sequence_number) const noexcept {
        HOTPATH_ASSERT(contains(sequence_number), "call contains(sequence_number) first");
        const std::uint64_t begin = sequence_number == 1 ? 0 : ends_[sequence_number - 2];
        return bytes_.items().subspan(begin, ends_[sequence_number - 1] - begin);
    }

    /// False when the stream is full or ended, or the message too long: nothing is appended.
    [[nodiscard]] bool try_append(Bytes message) noexcept {
        if (is_ended_ || size_ == ends_.size() || message.size() > message_length_max_ ||
            message.size() > bytes_.size() - used_bytes_) {
            return false;
        }
        if (!message.empty()) {
            std::memcpy(bytes_.items().data() + used_bytes_, message.data(), message.size());
        }
        used_bytes_ += message.size();
        ends_[size_++] = used_bytes_;
        return true;
    }

    /// Forgets the first `messages`, or all: those that stay are numbered from 1. O(bytes that stay).
    void drop_first(std::uint64_t messages) noexcept {
        const std::uint64_t dropped = messages < size_ ? messages : size_;
        const std::uint64_t bytes = dropped == 0 ? 0 : ends_[dropped - 1];
        if (bytes != 0) {
            std::memmove(bytes_.items().data(), bytes_.items().data() + bytes, used_bytes_ - bytes);
        }
        size_ -= dropped;
        used_bytes_ -= bytes;
        for (std::uint64_t n = 0; n < size_; ++n) {
            ends_[n] = ends_[n + dropped] - bytes;
        }
    }

    void end_session() noexcept { is_ended_ = true; }

    /// Starts an empty stream for a new session: readers must log in again.
    void clear() noexcept {
        size_ = 0;
        used_bytes_ = 0;
        is_ended_ = false;
    }

  private:
    [[nodiscard]] static Expected<void> check(const SequencedStoreOptions& options) {
        if (options.messages_max == 0 || options.bytes_max == 0 ||
            options.message_length_max == 0 ||
            options.message_length_max > std::numeric_limits<std::uint16_t>::max() - 1) {
            return fail(
                "a sequenced stream must hold a message of 1 to 65,534 bytes: raise its "
                "limits");
        }
        return {};
    }

    SequencedStore(const SequencedStoreOptions& options, FixedArray<std::byte> bytes,
                   FixedArray<std::uint64_t> ends)
        : bytes_(std::move(bytes)),
          ends_(std::move(ends)),
          message_length_max_(options.message_length_max) {}

    FixedArray<std::byte> bytes_;
    FixedArray<std::uint64_t> ends_;
    std::uint32_t message_length_max_;
    std::uint64_t size_ = 0;
    std::uint64_t used_bytes_ = 0;
    bool is_ended_ = false;
};

}  // namespace hotpath::protocols
