#include "hotpath/store/archive.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/descriptor.hpp"
#include "hotpath/crypto/sha256.hpp"
#include "hotpath/journal/archived_storage.hpp"
#include "hotpath/journal/files.hpp"

namespace hotpath::store {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kChainFile = "chain";
constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;
constexpr std::size_t kHexLength = 2 * std::tuple_size_v<crypto::Digest>;

[[nodiscard]] std::unexpected<Error> archive_failure(const fs::path& file, std::string_view what,
                                                     int error) {
    return fail(fmt::format("{}: cannot be {}: {}", file.string(), what, std::strerror(error)));
}

[[nodiscard]] Expected<void> sync_folder(const fs::path& folder) {
    const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    return opened && ::fsync(opened.number()) == 0 ? Expected<void>()
                                                   : archive_failure(folder, "made durable", errno);
}

/// Calls on_piece(Bytes) for each piece; false when it returns false.
template <class OnPiece>
[[nodiscard]] Expected<void> read_pieces(const fs::path& file, OnPiece&& on_piece) {
    const Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!opened) {
        return archive_failure(file, "opened", errno);
    }
    std::vector<std::byte> piece(kPieceBytes);
    for (;;) {
        const ssize_t read = ::read(opened.number(), piece.data(), piece.size());
        if (read < 0 && errno != EINTR) {
            return archive_failure(file, "read", errno);
        }
        if (read == 0) {
            return {};
        }
        const auto bytes = Bytes(piece).first(read > 0 ? static_cast<std::size_t>(read) : 0);
        if (auto taken = on_piece(bytes); !taken) {
            return taken;
        }
    }
}

[[nodiscard]] Expected<void> write_fully(const fs::path& file, const Descriptor& to, Bytes bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(to.number(), bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            return archive_failure(file, "written", errno);
        }
        bytes = bytes.subspan(written > 0 ? static_cast<std::size_t>(written) : 0);
    }
    return {};
}

/// Durable when it returns, with the times of the original.
[[nodiscard]] Expected<void> copy_durably(const fs::path& from, const fs::path& to) {
    const Descriptor file(::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (!file) {
        return archive_failure(to, "created", errno);
    }
    if (auto copied = read_pieces(from, [&](Bytes bytes) { return write_fully(to, file, bytes); });
        !copied) {
        return copied;
    }
    struct stat status{};
    const bool is_known = ::stat(from.c_str(), &status) == 0;
    const std::array times{status.st_atim, status.st_mtim};
    if (!is_known || ::futimens(file.number(), times.data()) != 0 || ::fsync(file.number()) != 0) {
        return archive_failure(to, "made durable", errno);
    }
    return {};
}

[[nodiscard]] std::optional<crypto::Digest> digest_of(std::string_view hex) {
    crypto::Digest digest{};
    if (hex.size() != kHexLength) {
        return std::nullopt;
    }
    for (std::size_t n = 0; n < digest.size(); ++n) {
        const char* const at = hex.data() + 2 * n;
        const auto read = std::from_chars(at, at + 2, digest[n], 16);
        if (read.ec != std::errc() || read.ptr != at + 2) {
            return std::nullopt;
        }
    }
    return digest;
}

[[nodiscard]] std::optional<ChainLine> chain_line_of(std::string_view text) {
    const std::size_t first = text.find(' ');
    const std::size_t second = first == std::string_view::npos ? first : text.find(' ', first + 1);
    if (second == std::string_view::npos) {
        return std::nullopt;
    }
    const auto first_seq = journal::segment_first_seq(text.substr(0, first));
    const auto file = digest_of(text.substr(first + 1, second - first - 1));
    const auto chain = digest_of(text.substr(second + 1));
    return first_seq && file && chain
               ? std::optional(ChainLine{.first_seq = *first_seq, .file = *file, .chain = *chain})
               : std::nullopt;
}

[[nodiscard]] Expected<std::string> chain_text(const fs::path& file) {
    std::error_code is_none;
    if (!fs::exists(file, is_none)) {
        return std::string();
    }
    std::string text;
    const auto read = read_pieces(file, [&](Bytes bytes) {
        text += as_text(bytes);
        return Expected<void>();
    });
    return read ? Expected<std::string>(std::move(text)) : std::unexpected(read.error());
}

/// Whole lines alone: the last one may have been cut short by a crash.
[[nodiscard]] std::string_view whole_lines(std::string_view text) {
    return text.substr(0, text.rfind('\n') + 1);
}

[[nodiscard]] Expected<std::vector<ChainLine>> lines_of(const fs::path& file,
                                                        std::string_view text) {
    std::vector<ChainLine> lines;
    for (std::string_view rest = whole_lines(text); !rest.empty();) {
        const std::size_t end = rest.find('\n');
        const auto line = chain_line_of(rest.substr(0, end));
        rest.remove_prefix(end + 1);
        const std::size_t number = lines.size() + 1;
        if (!line) {
            return fail(
                fmt::format("{}: line {} must be a segment and two hashes", file.string(), number));
        }
        const ChainLine before = lines.empty() ? ChainLine{} : lines.back();
        if (line->first_seq <= before.first_seq ||
            line->chain != next_in_chain(before.chain, line->first_seq, line->file)) {
            return fail(fmt::format("{}: line {} does not continue the chain of the lines before",
                                    file.string(), number));
        }
        lines.push_back(*line);
    }
    return lines;
}

}  // namespace

std::string hex_of(const crypto::Digest& digest) {
    std::string text;
    for (const std::uint8_t byte : digest) {
        text += fmt::format("{:02x}", byte);
    }
    return text;
}

crypto::Digest next_in_chain(const crypto::Digest& chain, std::uint64_t first_seq,
                             const crypto::Digest& file) {
    const std::string text =
        fmt::format("{} {} {}", hex_of(chain), journal::segment_name(first_seq), hex_of(file));
    crypto::Sha256 hash;
    hash.add(std::as_bytes(std::span(text)));
    return hash.finish();
}

Expected<crypto::Digest> hash_of_file(const fs::path& file) {
    crypto::Sha256 hash;
    const auto read = read_pieces(file, [&](Bytes bytes) {
        hash.add(bytes);
        return Expected<void>();
    });
    return read ? Expected<crypto::Digest>(hash.finish()) : std::unexpected(read.error());
}

Expected<std::vector<ChainLine>> read_chain(const fs::path& archive) {
    const auto text = chain_text(archive / kChainFile);
    return text ? lines_of(archive / kChainFile, *text) : std::unexpected(text.error());
}

JournalArchive::JournalArchive(fs::path journal, std::vector<ChainLine> chain)
    : journal_(std::move(journal)),
      archive_(journal_ / journal::kArchiveFolder),
      chain_(std::move(chain)) {}

Expected<JournalArchive> JournalArchive::open(const fs::path& journal) {
    const fs::path archive = journal / journal::kArchiveFolder;
    if (::mkdir(archive.c_str(), 0700) != 0 && errno != EEXIST) {
        return archive_failure(archive, "created", errno);
    }
    const fs::path file = archive / kChainFile;
    const auto text = chain_text(file);
    if (!text) {
        return std::unexpected(text.error());
    }
    const std::size_t whole = whole_lines(*text).size();
    if (whole != text->size() && ::truncate(file.c_str(), static_cast<off_t>(whole)) != 0) {
        return archive_failure(file, "cut after its last whole line", errno);
    }
    auto lines = lines_of(file, *text);
    return lines ? Expected<JournalArchive>(JournalArchive(journal, std::move(*lines)))
                 : std::unexpected(lines.error());
}

Expected<void> JournalArchive::take(std::uint64_t first_seq) {
    const std::string name = journal::segment_name(first_seq);
    const auto hash = hash_of_file(journal_ / name);
    if (!hash) {
        return std::unexpected(hash.error());
    }
    const ChainLine last = chain_.empty() ? ChainLine{} : chain_.back();
    const bool is_again = first_seq == last.first_seq && *hash == last.file;
    if (!is_again && first_seq <= last.first_seq) {
        return fail(fmt::format("{}: the archive's chain already goes on from {} with other bytes",
                                (journal_ / name).string(), journal::segment_name(last.first_seq)));
    }
    if (!is_again) {
        const ChainLine line{.first_seq = first_seq,
                             .file = *hash,
                             .chain = next_in_chain(last.chain, first_seq, *hash)};
        if (auto appended = append(line); !appended) {
            return appended;
        }
        chain_.push_back(line);
    }
    return move(name);
}

Expected<void> JournalArchive::append(const ChainLine& line) const {
    const fs::path path = archive_ / kChainFile;
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
    if (!file) {
        return archive_failure(path, "opened", errno);
    }
    const std::string text = fmt::format("{} {} {}\n", journal::segment_name(line.first_seq),
                                         hex_of(line.file), hex_of(line.chain));
    struct stat before{};
    static_cast<void>(::fstat(file.number(), &before));
    auto done = write_fully(path, file, std::as_bytes(std::span(text)));
    if (done && ::fdatasync(file.number()) != 0) {
        done = archive_failure(path, "made durable", errno);
    }
    if (!done) {  // no half of a line before the next attempt
        static_cast<void>(::ftruncate(file.number(), before.st_size));
        return done;
    }
    return sync_folder(archive_);
}

/// The new name is durable before the old one goes.
Expected<void> JournalArchive::move(const std::string& name) const {
    const fs::path from = journal_ / name;
    const fs::path to = archive_ / name;
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
        auto synced = sync_folder(archive_);
        return synced ? sync_folder(journal_) : synced;
    }
    if (errno != EXDEV && errno != EEXIST && errno != EINVAL) {
        return archive_failure(from, "moved to the archive", errno);
    }
    // Another file system: a copy, which a crash may have left whole, too.
    const fs::path part = archive_ / (name + ".part");
    if (auto copied = copy_durably(from, part); !copied) {
        return copied;
    }
    if (::rename(part.c_str(), to.c_str()) != 0) {
        return archive_failure(part, "renamed", errno);
    }
    if (auto synced = sync_folder(archive_); !synced) {
        return synced;
    }
    if (::unlink(from.c_str()) != 0) {
        return archive_failure(from, "removed after it was copied to the archive", errno);
    }
    return sync_folder(journal_);
}

Expected<std::uint64_t> JournalArchive::remove_before(FileTime time) {
    std::uint64_t removed = 0;
    for (const ChainLine& line : chain_) {
        const fs::path file = archive_ / journal::segment_name(line.first_seq);
        std::error_code error;
        const FileTime written = fs::last_write_time(file, error);
        if (error == std::errc::no_such_file_or_directory) {
            continue;
        }
        if (error || written >= time) {
            break;
        }
        if (!fs::remove(file, error)) {
            return archive_failure(file, "removed", error.value());
        }
        ++removed;
    }
    return removed;
}

}  // namespace hotpath::store
