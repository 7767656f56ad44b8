#pragma once
/// HandFixAccount: the FIX session of `hotpath order`: from a trader's configuration ([venue]), a venue's
/// ([fix], [[fix_user]]) or the command line.
///
/// A value. Threads: any. Allocation: the texts.

#include <filesystem>

#include "hotpath/protocols/fix/trader/fix_account.hpp"

namespace hotpath::order_entry {

struct HandFixAccount {
    protocols::fix::FixAccount session{};
    std::filesystem::path numbers{};  // empty: they begin at 1 at each logon
};

}  // namespace hotpath::order_entry
