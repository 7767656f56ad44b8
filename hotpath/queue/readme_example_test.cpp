// The example of README.md, compiled and run as it stands there.

#include <cstdint>

#include <gtest/gtest.h>

#include "hotpath/queue/spsc.hpp"

namespace hotpath::queue {
namespace {

struct Order {
    std::uint64_t id = 0;
    std::uint64_t qty = 0;
};

TEST(ReadmeExample, OfQueueDoesWhatItSays) {
    int refused = 0;
    std::uint64_t written = 0;
    // clang-format off: the README's own lines
    SpscQueue<Order> queue(1'024);                  // slots: a power of two
    auto gateway = queue.producer();                // one thread's
    auto journal = queue.consumer();                // another's

    if (!gateway.try_push({.id = 1, .qty = 100})) { ++refused; }        // full
    if (Order* place = gateway.claim()) {                               // or written in place
        *place = {.id = 2, .qty = 200};
        gateway.publish();
    }
    journal.poll([&](const Order& order) { written += order.qty; }, 64);   // at most 64
    // clang-format on
    EXPECT_EQ(refused, 0);
    EXPECT_EQ(written, 300U);
}

}  // namespace
}  // namespace hotpath::queue
