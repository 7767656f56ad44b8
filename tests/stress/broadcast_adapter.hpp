#pragma once
/// The adapter of a broadcast's ends, also of those in shared memory: records of any length, out of
/// place, filled in place, in batches, and claimed in vain; readers that get their number of lost
/// records.
///
/// Threads: an end is one thread's. Allocation: none.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "hotpath/queue/broadcast.hpp"
#include "tests/stress/queue_end.hpp"
#include "tests/stress/run.hpp"

namespace hotpath::stress {

template <class End>
class BroadcastProducer {
  public:
    explicit BroadcastProducer(End end) noexcept : end_(std::move(end)) {}

    std::size_t send(const Source& source, Request request) {
        switch (request.call) {
            case Call::Copy:
                queue_end(end_).write(record(source, 0, 0));
                return 1;
            case Call::InPlace:
                queue_end(end_).write(source.length(0), [&](queue::RecordWords& words) {
                    words.store(0, record(source, 0, 0));
                });
                return 1;
            case Call::CopyBatch:
                return send_copies(source, request.messages);
            case Call::InPlaceBatch:
                return send_in_place(source, request.messages);
        }
        return 0;
    }

  private:
    // The largest claim valid in every ring of the suite.
    static constexpr std::size_t kBatchBytesMax = 4 * kPayloadBytesMax;

    [[nodiscard]] std::span<const std::byte> record(const Source& source, std::size_t i,
                                                    std::size_t at) noexcept {
        const auto bytes = std::span(scratch_).subspan(at, source.length(i));
        source.write(bytes, i);
        return bytes;
    }

    // How many of the next messages a batch has room for, at least one.
    [[nodiscard]] static std::size_t fitting(const Source& source, std::size_t messages) noexcept {
        std::size_t fit = 0;
        std::size_t bytes = 0;
        while (fit < messages && bytes + source.length(fit) + 16 <= kBatchBytesMax) {
            bytes += source.length(fit) + 16;
            ++fit;
        }
        return fit;
    }

    std::size_t send_copies(const Source& source, std::size_t messages) {
        std::array<std::span<const std::byte>, Requests::kMessagesMax> records;
        const std::size_t fit = fitting(source, messages);
        std::size_t at = 0;
        for (std::size_t i = 0; i < fit; ++i) {
            records[i] = record(source, i, at);
            at += records[i].size();
        }
        queue_end(end_).write_batch(std::span(records).first(fit));
        return fit;
    }

    std::size_t send_in_place(const Source& source, std::size_t messages) {
        if (messages % 2 == 0) {
            queue_end(end_).claim(source.length(0)).store(0, record(source, 0, 0));
            queue_end(end_).abandon();
        }
        const std::size_t fit = fitting(source, messages);
        for (std::size_t i = 0; i < fit; ++i) {
            queue_end(end_).claim(source.length(i)).store(0, record(source, i, 0));
        }
        queue_end(end_).publish();
        return fit;
    }

    End end_;
    std::array<std::byte, kBatchBytesMax> scratch_{};
};

template <class End>
class BroadcastConsumer {
  public:
    BroadcastConsumer(End end, std::uint64_t first_seq) noexcept
        : end_(std::move(end)), first_seq_(first_seq) {}

    bool receive(Checker& checker, Request request) {
        for (std::size_t i = 0; i < request.messages; ++i) {
            if (!receive_one(checker)) {
                return i != 0;
            }
        }
        return true;
    }

  private:
    bool receive_one(Checker& checker) {
        const queue::BroadcastResult result = queue_end(end_).try_read(into_);
        switch (result.status) {
            case queue::BroadcastStatus::Empty:
                return false;
            case queue::BroadcastStatus::Record:
                checker.numbered(result.seq - first_seq_);
                checker.take(std::span(into_).first(result.length));
                return true;
            case queue::BroadcastStatus::Lapped:
                if (result.lost != 0) {
                    checker.lost(result.lost);
                }
                checker.numbered(result.seq - first_seq_);
                return true;
            case queue::BroadcastStatus::TooLong:
            case queue::BroadcastStatus::Damaged:
                checker.unreadable();
                return false;
        }
        return false;
    }

    End end_;
    std::uint64_t first_seq_;
    std::array<std::byte, kPayloadBytesMax> into_{};
};

}  // namespace hotpath::stress
