#pragma once
/// The adapter of the queues of slots, spsc and mpsc (and spsc in shared memory), whose ends have
/// the same verbs: out of place or in place, one message or a batch, all of a claim or half of it.
///
/// Threads: an end is one thread's. Allocation: none.

#include <cstddef>
#include <utility>

#include "tests/stress/message.hpp"
#include "tests/stress/queue_end.hpp"

namespace hotpath::stress {

template <std::size_t kBytes, class End>
class SlotProducer {
  public:
    explicit SlotProducer(End end) noexcept : end_(std::move(end)) {}

    std::size_t send(const Source& source, Request request) {
        switch (request.call) {
            case Call::Copy:
                return queue_end(end_).try_push(Message<kBytes>::from(source, 0)) ? 1 : 0;
            case Call::InPlace:
                return send_in_place(source);
            case Call::CopyBatch:
                return queue_end(end_).try_push_batch(
                    MessageBatch<kBytes>(source, request.messages).span());
            case Call::InPlaceBatch:
                return send_in_place(source, request.messages);
        }
        return 0;
    }

  private:
    std::size_t send_in_place(const Source& source) {
        Message<kBytes>* const slot = queue_end(end_).claim();
        if (slot == nullptr) {
            return 0;
        }
        source.write(slot->bytes, 0);
        queue_end(end_).publish();
        return 1;
    }

    std::size_t send_in_place(const Source& source, std::size_t messages) {
        auto batch = queue_end(end_).claim(messages);
        // Every other batch publishes only its first half; the rest is claimed in vain.
        const std::size_t kept = messages % 2 == 0 ? batch.size() : (batch.size() + 1) / 2;
        std::size_t i = 0;
        for (Message<kBytes>& slot : batch) {
            source.write(slot.bytes, i++);
        }
        queue_end(end_).publish(kept);
        return kept;
    }

    End end_;
};

template <std::size_t kBytes, class End>
class SlotConsumer {
  public:
    explicit SlotConsumer(End end) noexcept : end_(std::move(end)) {}

    bool receive(Checker& checker, Request request) {
        switch (request.call) {
            case Call::Copy:
                return receive_copy(checker);
            case Call::InPlace:
                return receive_in_place(checker);
            default:
                return queue_end(end_).poll(
                           [&](const Message<kBytes>& slot) { checker.take(slot.bytes); },
                           request.messages) != 0;
        }
    }

  private:
    bool receive_copy(Checker& checker) {
        Message<kBytes> message;
        if (!queue_end(end_).try_pop(message)) {
            return false;
        }
        checker.take(message.bytes);
        return true;
    }

    bool receive_in_place(Checker& checker) {
        const Message<kBytes>* const slot = queue_end(end_).front();
        if (slot == nullptr) {
            return false;
        }
        checker.take(slot->bytes);
        queue_end(end_).pop();
        return true;
    }

    End end_;
};

}  // namespace hotpath::stress
