#pragma once
/// The same store, load and addition under each memory order, as functions that are called: what a compiler makes of each can be read.
///
/// Nothing in orders.cpp is of one processor: orders_aarch64.s is what a compiler for ARM makes of it. Threads: any; count_alone() is for
/// a counter with one writer. Allocation: none. Source: ISO C++ [atomics.order].

#include <atomic>
#include <cstdint>

namespace hotpath::lab::orders {

using Word = std::atomic<std::uint64_t>;

void store_relaxed(Word& word, std::uint64_t value);
void store_release(Word& word, std::uint64_t value);
void store_seq_cst(Word& word, std::uint64_t value);
void store_release_then_fence(Word& word, std::uint64_t value);

[[nodiscard]] std::uint64_t load_relaxed(const Word& word);
[[nodiscard]] std::uint64_t load_acquire(const Word& word);
[[nodiscard]] std::uint64_t load_seq_cst(const Word& word);

void add_relaxed(Word& word);
void add_acq_rel(Word& word);
void add_seq_cst(Word& word);
void count_alone(Word& word);

}  // namespace hotpath::lab::orders
