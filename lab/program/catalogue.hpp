#pragma once
/// The catalogue in a checkout of the repository: the folders of lab/techniques and their pages.
///
/// Threads: any. Allocation: names. Errors: a folder that is no checkout, a name that is not in it.

#include <filesystem>
#include <string>
#include <vector>

#include "hotpath/core/error.hpp"

namespace hotpath::app::lab {

struct Entry {
    std::string name{};   // of its folder: branchless-search
    std::string title{};  // of its page: search without branches
    std::vector<std::filesystem::path>
        sources{};  // what is compiled, from the root of the checkout
};

class Catalogue {
  public:
    /// `root` is the root of a checkout.
    [[nodiscard]] static Expected<Catalogue> read(const std::filesystem::path& root);

    [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }
    [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return entries_; }
    /// The entries of these names, in the catalogue's order; all of them for no name and for "all".
    [[nodiscard]] Expected<std::vector<Entry>> chosen(const std::vector<std::string>& names) const;

  private:
    std::filesystem::path root_;
    std::vector<Entry> entries_;  // by name
};

}  // namespace hotpath::app::lab
