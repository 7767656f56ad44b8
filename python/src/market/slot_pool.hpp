#pragma once
/// Memory for one batch after the other: a batch that its consumer has released gives its memory to
/// the next one, because pages that are new to a process cost more to touch than rows cost to write.
///
/// A slot outlives its pool. Threads: take() one owner, slots may be given back by any. Allocation: a
/// slot, when none is free; at most kFreeMax are kept free. Complexity: O(1).

#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

namespace hotpath::python {

class SlotPool {
  public:
    explicit SlotPool(std::size_t slot_bytes)
        : slot_bytes_(slot_bytes), free_(std::make_shared<FreeSlots>()) {}

    /// Its bytes are those of the last use.
    [[nodiscard]] std::shared_ptr<std::byte> take() {
        Memory memory = free_->take();
        if (!memory) {
            memory.reset(static_cast<std::byte*>(::operator new(slot_bytes_, kAlignment)));
        }
        return {memory.release(), [free = std::weak_ptr<FreeSlots>(free_)](std::byte* used) {
                    give_back(free, Memory(used));
                }};
    }

  private:
    /// Arrow's recommended alignment of a buffer.
    static constexpr std::align_val_t kAlignment{64};
    static constexpr std::size_t kFreeMax = 2;

    struct Delete {
        void operator()(std::byte* memory) const { ::operator delete(memory, kAlignment); }
    };
    using Memory = std::unique_ptr<std::byte, Delete>;

    class FreeSlots {
      public:
        [[nodiscard]] Memory take() {
            const std::scoped_lock lock(mutex_);
            if (slots_.empty()) {
                return {};
            }
            Memory memory = std::move(slots_.back());
            slots_.pop_back();
            return memory;
        }
        void give(Memory memory) {
            const std::scoped_lock lock(mutex_);
            if (slots_.size() < kFreeMax) {
                slots_.push_back(std::move(memory));
            }
        }

      private:
        std::mutex mutex_;
        std::vector<Memory> slots_;
    };

    static void give_back(const std::weak_ptr<FreeSlots>& free, Memory memory) {
        if (const auto slots = free.lock()) {
            slots->give(std::move(memory));
        }
    }

    std::size_t slot_bytes_;
    std::shared_ptr<FreeSlots> free_;
};

}  // namespace hotpath::python
