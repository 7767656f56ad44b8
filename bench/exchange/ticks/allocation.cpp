// The question: what does it cost to allocate and free an order in steady state, with a constant
// number of live orders, where a new one replaces the oldest? A regression means
// that ObjectPool got slower. It does not show a heap shared by threads or of mixed sizes.
//
//   hotpath       core's ObjectPool: indices, a free list through the free objects
//   free_list     the report's pool: blocks of objects, a vector of pointers to free ones
//   new_delete    the C library's heap
//   pmr_pool      std::pmr::unsynchronized_pool_resource
//
// `time` is one allocation and one release; `16 in a row` the same for sixteen pairs. The
// memory is warm; `cold` allocates every object of a new pool or heap once.

#include <cstdint>
#include <memory>
#include <memory_resource>
#include <vector>

#include "bench/exchange/ticks/tick_tests.hpp"
#include "bench/exchange/ticks/timed_ticks.hpp"
#include "hotpath/core/object_pool.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kPairs = 1'600'000;
constexpr std::size_t kPairsQuick = 160'000;

/// The size of an order.
struct Pooled {
    std::uint64_t id = 0;
    std::uint64_t fields[7] = {};
};
static_assert(sizeof(Pooled) == 64);

class OurPool {
  public:
    using Handle = std::uint32_t;
    explicit OurPool(std::size_t live) : pool_(static_cast<std::uint32_t>(live)) {}
    [[nodiscard]] Handle take(std::uint64_t id) noexcept {
        const Handle handle = pool_.acquire();
        pool_[handle].id = id;
        return handle;
    }
    [[nodiscard]] std::uint64_t give_back(Handle handle) noexcept {
        const std::uint64_t id = pool_[handle].id;
        pool_.release(handle);
        return id;
    }

  private:
    ObjectPool<Pooled> pool_;
};

class FreeList {
  public:
    using Handle = Pooled*;
    explicit FreeList(std::size_t) {}
    [[nodiscard]] Handle take(std::uint64_t id) {
        Handle handle = nullptr;
        if (!free_.empty()) {
            handle = free_.back();
            free_.pop_back();
            *handle = {};
        } else {
            if (used_ == kBlock) {
                blocks_.push_back(std::make_unique<Pooled[]>(kBlock));
                used_ = 0;
            }
            handle = &blocks_.back()[used_++];
        }
        handle->id = id;
        return handle;
    }
    [[nodiscard]] std::uint64_t give_back(Handle handle) {
        const std::uint64_t id = handle->id;
        free_.push_back(handle);
        return id;
    }

  private:
    static constexpr std::size_t kBlock = 1'024;

    std::vector<std::unique_ptr<Pooled[]>> blocks_;
    std::vector<Pooled*> free_;
    std::size_t used_ = kBlock;
};

class Heap {
  public:
    using Handle = std::unique_ptr<Pooled>;
    explicit Heap(std::size_t) {}
    [[nodiscard]] Handle take(std::uint64_t id) const {
        auto handle = std::make_unique<Pooled>();
        handle->id = id;
        return handle;
    }
    [[nodiscard]] std::uint64_t give_back(Handle handle) const {
        const std::uint64_t id = handle->id;
        handle.reset();
        return id;
    }
};

class PmrPool {
  public:
    using Handle = Pooled*;
    explicit PmrPool(std::size_t) {}
    [[nodiscard]] Handle take(std::uint64_t id) {
        Handle handle = allocator_.new_object<Pooled>();
        handle->id = id;
        return handle;
    }
    [[nodiscard]] std::uint64_t give_back(Handle handle) {
        const std::uint64_t id = handle->id;
        allocator_.delete_object(handle);
        return id;
    }

  private:
    std::pmr::unsynchronized_pool_resource resource_;
    std::pmr::polymorphic_allocator<> allocator_{&resource_};
};

/// The live objects, the oldest replaced each time.
template <class Pool>
class Turnover {
  public:
    explicit Turnover(std::size_t live) : pool_(live), live_(live) {}

    void fill() {
        for (auto& handle : live_) {
            handle = pool_.take(next_id_++);
        }
    }
    void replace_oldest() {
        auto& handle = live_[oldest_];
        sum_ += pool_.give_back(std::move(handle));
        handle = pool_.take(next_id_++);
        oldest_ = oldest_ + 1 == live_.size() ? 0 : oldest_ + 1;
    }
    [[nodiscard]] std::uint64_t empty() {
        for (auto& handle : live_) {
            sum_ += pool_.give_back(std::move(handle));
        }
        return sum_;
    }

  private:
    Pool pool_;
    std::vector<typename Pool::Handle> live_;
    std::size_t oldest_ = 0;
    std::uint64_t next_id_ = 1;
    std::uint64_t sum_ = 0;
};

struct PoolCase {
    std::size_t live = 0;
    std::size_t pairs = 0;
    timing::TscClock clock;
};

template <class Pool>
Measurement measure_pool(const PoolCase& test) {
    std::vector<std::uint32_t> in_a_row(test.pairs / kInARow);
    Turnover<Pool> turnover(test.live);
    const std::uint64_t filling = Stopwatch::begin();
    turnover.fill();
    const std::uint64_t filled = Stopwatch::end() - filling;
    Measurement measured{.items = test.pairs};
    const std::uint64_t begin = Stopwatch::begin();
    for (std::size_t n = 0; n < test.pairs; ++n) {
        turnover.replace_oldest();
    }
    measured.elapsed_ticks = Stopwatch::end() - begin;
    for (std::uint32_t& sample : in_a_row) {
        const std::uint64_t first = Stopwatch::begin();
        for (std::size_t n = 0; n < kInARow; ++n) {
            turnover.replace_oldest();
        }
        sample = static_cast<std::uint32_t>(Stopwatch::end() - first);
    }
    measured.answer = turnover.empty();
    to_nanoseconds(test.clock, in_a_row);
    add_in_a_row(in_a_row, measured);
    const auto cold_ns = static_cast<double>(test.clock.to_duration(filled).value);
    measured.metrics.push_back({"cold", "ns", cold_ns / static_cast<double>(test.live)});
    return measured;
}

}  // namespace

std::vector<Test> allocation_tests(const Scale& scale, const timing::TscClock& clock) {
    std::vector<Test> tests;
    for (const auto& [name, live] :
         {std::pair{"seed4_pool_1000", 1'000}, {"seed4_pool_100000", 100'000}}) {
        const PoolCase test{.live = static_cast<std::size_t>(live),
                            .pairs = scale.quick ? kPairsQuick : kPairs,
                            .clock = clock};
        tests.push_back(
            {.name = name,
             .unit = "ns/pair",
             .subjects = {{"hotpath", "ids", [test] { return measure_pool<OurPool>(test); }},
                          {"free_list", "ids", [test] { return measure_pool<FreeList>(test); }},
                          {"new_delete", "ids", [test] { return measure_pool<Heap>(test); }},
                          {"pmr_pool", "ids", [test] { return measure_pool<PmrPool>(test); }}}});
    }
    return tests;
}

}  // namespace hotpath::bench
