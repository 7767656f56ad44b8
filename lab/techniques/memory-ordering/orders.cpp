#include "lab/techniques/memory-ordering/orders.hpp"

namespace hotpath::lab::orders {

// [stores]
void store_relaxed(Word& word, std::uint64_t value) {
    word.store(value, std::memory_order_relaxed);
}
void store_release(Word& word, std::uint64_t value) {
    word.store(value, std::memory_order_release);
}
void store_seq_cst(Word& word, std::uint64_t value) {
    word.store(value, std::memory_order_seq_cst);
}
void store_release_then_fence(Word& word, std::uint64_t value) {
    word.store(value, std::memory_order_release);
    std::atomic_thread_fence(std::memory_order_seq_cst);
}
// [end]

// [loads]
std::uint64_t load_relaxed(const Word& word) {
    return word.load(std::memory_order_relaxed);
}
std::uint64_t load_acquire(const Word& word) {
    return word.load(std::memory_order_acquire);
}
std::uint64_t load_seq_cst(const Word& word) {
    return word.load(std::memory_order_seq_cst);
}
// [end]

// [additions]
void add_relaxed(Word& word) {
    word.fetch_add(1, std::memory_order_relaxed);
}
void add_acq_rel(Word& word) {
    word.fetch_add(1, std::memory_order_acq_rel);
}
void add_seq_cst(Word& word) {
    word.fetch_add(1, std::memory_order_seq_cst);
}
/// No read-modify-write: this thread alone writes, others read.
void count_alone(Word& word) {
    word.store(word.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}
// [end]

}  // namespace hotpath::lab::orders
