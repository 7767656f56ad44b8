#pragma once
/// Owns a file descriptor and closes it.
///
///   const Descriptor file(::open(path, O_RDONLY | O_CLOEXEC));
///   if (!file) { ... errno ... }
///
/// Threads: one owner. Allocation: none. Complexity: one close.

#include <utility>

#include <unistd.h>

namespace hotpath {

class Descriptor {
  public:
    explicit Descriptor(int number) noexcept : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() {
        if (number_ >= 0) {
            ::close(number_);
        }
    }

    [[nodiscard]] explicit operator bool() const noexcept { return number_ >= 0; }
    [[nodiscard]] int number() const noexcept { return number_; }

  private:
    int number_;
};

}  // namespace hotpath
