#pragma once
/// A journal's folder and its archive as one, for reading: the segments that a writer has moved to
/// FOLDER/archive, and then those that are in use.
///
/// May read beside a writer that moves segments meanwhile. Threads: as FileStorage. Allocation:
/// names and lists. Complexity: FileStorage's, twice.

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/journal/file_storage.hpp"

namespace hotpath::journal {

/// In the journal's folder.
inline constexpr std::string_view kArchiveFolder = "archive";

class ArchivedStorage final : public FileStorage {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<ArchivedStorage>> open_folder(
        const std::filesystem::path& folder);

    [[nodiscard]] std::string path_of(const std::string& name) const override;
    [[nodiscard]] Io<std::vector<std::string>> list() override;
    [[nodiscard]] Io<File> open(const std::string& name) override;

  private:
    ArchivedStorage(const std::filesystem::path& folder, int folder_number,
                    std::unique_ptr<FileStorage> archive)
        : FileStorage(folder, folder_number, Opening::ReadOnly), archive_(std::move(archive)) {}

    std::unique_ptr<FileStorage> archive_;  // nullptr: there is none
};

}  // namespace hotpath::journal
