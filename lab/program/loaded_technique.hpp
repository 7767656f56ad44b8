#pragma once
/// A technique's shared object in this process.
///
/// Threads: one owner. Allocation: the loader's. Errors: an object that cannot be loaded or exports no
/// technique.

#include <cstdint>
#include <filesystem>
#include <memory>

#include "hotpath/core/error.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::app::lab {

class LoadedTechnique {
  public:
    [[nodiscard]] static Expected<LoadedTechnique> load(const std::filesystem::path& object);

    [[nodiscard]] const hotpath::lab::Technique& technique() const noexcept { return *technique_; }

  private:
    struct Close {
        void operator()(void* handle) const noexcept;
    };
    std::unique_ptr<void, Close> handle_;
    const hotpath::lab::Technique* technique_ = nullptr;
};

/// The answer of one run, timed or not.
[[nodiscard]] std::uint64_t answer_of(const hotpath::lab::Variant& variant, std::uint64_t items);

/// Items of a run whose instructions are counted.
[[nodiscard]] std::uint64_t items_counted(const hotpath::lab::Comparison& comparison) noexcept;

}  // namespace hotpath::app::lab
