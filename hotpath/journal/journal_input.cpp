#include "hotpath/journal/journal_input.hpp"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "hotpath/journal/files.hpp"

namespace hotpath::journal {

namespace fs = std::filesystem;

Expected<JournalInput> open_journal_input(const fs::path& path) {
    std::error_code ignored;
    JournalInput input;
    const bool is_folder = fs::is_directory(path, ignored);
    if (!is_folder) {
        input.segment = segment_first_seq(path.filename().string());
        if (!fs::exists(path, ignored)) {
            return fail(path.string() + ": No such file or directory");
        }
        if (!input.segment) {
            return fail(path.string() +
                        ": must be a journal's folder, or a segment named like "
                        "00000000000000000001.journal");
        }
    }
    const fs::path parent = path.parent_path().empty() ? fs::path(".") : path.parent_path();
    auto storage = ArchivedStorage::open_folder(is_folder ? path : parent);
    if (!storage) {
        return std::unexpected(storage.error());
    }
    input.storage = std::move(*storage);
    return input;
}

Expected<JournalReader> open_reader(const JournalInput& input, std::uint64_t first_seq) {
    const std::uint64_t first = std::max(first_seq, input.segment.value_or(0));
    auto reader = JournalReader::open(
        *input.storage, {.first_seq = first, .is_one_segment = input.segment.has_value()});
    if (reader && first == 0 && reader->segments_left().empty()) {
        return fail(input.storage->path_of("") + ": the folder holds no journal");
    }
    return reader;
}

}  // namespace hotpath::journal
