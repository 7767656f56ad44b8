#pragma once
/// Restored: a value that will be again what it was, when this ends.
///
///   const Restored kept(counters_);   // and counters_ may change
///
/// For a rehearsal: the work runs on the real objects, and its effects are undone. Threads: the
/// value's. Allocation: what a copy of it takes. Complexity: two copies.

#include <utility>

namespace hotpath {

template <class T>
class Restored {
  public:
    explicit Restored(T& place) noexcept : place_(place), kept_(place) {}
    /// It is `meanwhile` until then.
    Restored(T& place, T meanwhile) noexcept
        : place_(place), kept_(std::exchange(place, std::move(meanwhile))) {}
    Restored(const Restored&) = delete;
    Restored& operator=(const Restored&) = delete;
    ~Restored() { place_ = std::move(kept_); }

  private:
    T& place_;
    T kept_;
};

}  // namespace hotpath
