#pragma once
/// itchcpp 1.6.4 (MIT, PyPI source archive): its parser and its full-market L3 book manager, driven
/// over a block of length-prefixed ITCH messages exactly as its own benchmark drives them.
///
/// The digests are computed from its public interface by the same rule as ours, so that a wrong
/// book is no result. Threads: one. Allocation: as the peer does. Source: pypi.org/project/itchcpp.

#include <cstdint>
#include <memory>

#include "hotpath/core/bytes.hpp"

namespace hotpath::bench::peers {

/// The sum of the book fields of every message, decoded by itchcpp's parser.
[[nodiscard]] std::uint64_t itchcpp_decode(Bytes block);

class ItchcppBooks {
  public:
    ItchcppBooks();
    ~ItchcppBooks();
    ItchcppBooks(ItchcppBooks&&) noexcept;
    ItchcppBooks& operator=(ItchcppBooks&&) noexcept;

    void replay(Bytes block);
    /// bench::bbo_digest of its books.
    [[nodiscard]] std::uint64_t bbo_digest() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hotpath::bench::peers
