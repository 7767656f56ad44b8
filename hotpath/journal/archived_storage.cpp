#include "hotpath/journal/archived_storage.hpp"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>
#include <utility>

#include "hotpath/journal/files.hpp"

namespace hotpath::journal {

namespace fs = std::filesystem;

Expected<std::unique_ptr<ArchivedStorage>> ArchivedStorage::open_folder(const fs::path& folder) {
    std::unique_ptr<FileStorage> archive;
    std::error_code is_none;
    if (fs::is_directory(folder / kArchiveFolder, is_none)) {
        auto opened = FileStorage::open_folder(folder / kArchiveFolder, Opening::ReadOnly);
        if (!opened) {
            return std::unexpected(opened.error());
        }
        archive = std::move(*opened);
    }
    const auto number = take_folder(folder, Opening::ReadOnly);
    if (!number) {
        return std::unexpected(number.error());
    }
    return std::unique_ptr<ArchivedStorage>(
        new ArchivedStorage(folder, *number, std::move(archive)));
}

std::string ArchivedStorage::path_of(const std::string& name) const {
    std::error_code is_gone;
    const std::string in_use = FileStorage::path_of(name);
    const std::string kept = archive_ ? archive_->path_of(name) : in_use;
    return !fs::exists(in_use, is_gone) && fs::exists(kept, is_gone) ? kept : in_use;
}

/// The folder first: what moves meanwhile is in both lists, not in none.
Io<std::vector<std::string>> ArchivedStorage::list() {
    auto names = FileStorage::list();
    if (!names || !archive_) {
        return names;
    }
    const auto kept = archive_->list();
    if (!kept) {
        return std::unexpected(kept.error());
    }
    std::ranges::copy_if(*kept, std::back_inserter(*names), [](const std::string& name) {
        return segment_first_seq(name).has_value();
    });
    std::ranges::sort(*names);
    names->erase(std::ranges::unique(*names).begin(), names->end());
    return names;
}

Io<File> ArchivedStorage::open(const std::string& name) {
    const Io<File> in_use = FileStorage::open(name);
    const bool may_have_moved = !in_use && in_use.error() == ENOENT && archive_ != nullptr;
    return may_have_moved ? archive_->open(name) : in_use;
}

}  // namespace hotpath::journal
