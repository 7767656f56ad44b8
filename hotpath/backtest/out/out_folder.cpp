#include "hotpath/backtest/out/out_folder.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "hotpath/backtest/days/out_day.hpp"
#include "hotpath/backtest/out/run_identity.hpp"
#include "hotpath/backtest/report/out_tables.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/files/output_file.hpp"

namespace hotpath::backtest {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDayFile = "day.result";
constexpr std::string_view kAllDays = "days";

/// A name beside `folder` that no other folder has: claim_folder() has removed those of the dead.
[[nodiscard]] fs::path part_of(const fs::path& folder) {
    static std::atomic<std::uint64_t> number{0};
    return fmt::format("{}.part-{}-{}", folder.string(), ::getpid(), number++);
}

[[nodiscard]] std::unexpected<Error> cannot_write_day(const fs::path& folder, int error) {
    return fail(fmt::format("cannot write {}: {}", folder.string(), std::strerror(error)));
}

/// The error with the name that the folder would have had.
[[nodiscard]] std::unexpected<Error> under_its_name(std::string message, const fs::path& part,
                                                    const fs::path& folder) {
    if (const std::size_t at = message.find(part.string()); at != std::string::npos) {
        message.replace(at, part.string().size(), folder.string());
    }
    return fail(std::move(message));
}

}  // namespace

DayFolder::~DayFolder() {
    tables_.reset();
    std::error_code ignored;
    if (!part_.empty()) {
        fs::remove_all(part_, ignored);
    }
}

Expected<void> DayFolder::commit(const DayResult& day) {
    auto written = write_day_tables(*tables_, day);
    if (written) {
        written = files::write_file(part_ / kDayFile, to_bytes(day, identity_));
    }
    return finish(written);
}

Expected<void> DayFolder::commit_all(std::span<const DayResult> days) {
    return finish(write_dated_tables(*tables_, days));
}

Expected<void> DayFolder::finish(const Expected<void>& written) {
    if (!written) {
        return under_its_name(written.error().message, part_, folder_);
    }
    if (std::rename(part_.c_str(), folder_.c_str()) != 0) {
        return cannot_write_day(folder_, errno);
    }
    part_.clear();
    return {};
}

Expected<std::unique_ptr<OutFolder>> OutFolder::open(const fs::path& folder,
                                                     const BacktestConfig& config) {
    const auto identity = run_identity(config);
    if (!identity) {
        return std::unexpected(identity.error());
    }
    auto lock = claim_folder(folder, *identity);
    if (!lock) {
        return std::unexpected(lock.error());
    }
    Checksum checksum;
    checksum.add(std::as_bytes(std::span(*identity)));
    std::unique_ptr<OutFolder> out(new OutFolder());
    out->folder_ = folder;
    out->days_ = config.days.size();
    out->identity_ = checksum.value();
    out->lock_ = std::move(*lock);
    return out;
}

fs::path OutFolder::folder_of(std::size_t day) const {
    return folder_ / fmt::format("day={}", day + 1);
}

bool OutFolder::has(std::size_t day) const {
    std::error_code ignored;
    return fs::exists(folder_of(day), ignored);
}

std::size_t OutFolder::days_done() const {
    std::size_t done = 0;
    for (std::size_t day = 0; day < days_; ++day) {
        done += has(day) ? 1U : 0U;
    }
    return done;
}

Expected<DayResult> OutFolder::load(std::size_t day) const {
    const fs::path path = folder_of(day) / kDayFile;
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    auto loaded = day_from_bytes(bytes, identity_);
    return loaded ? std::move(loaded)
                  : fail(fmt::format("{}: {}; remove {} to run this day again", path.string(),
                                     loaded.error().message, folder_of(day).string()));
}

Expected<std::unique_ptr<KeptDay>> OutFolder::begin(std::size_t day,
                                                    const std::string& name) const {
    return begin_folder(folder_of(day), name, open_day_tables);
}

bool OutFolder::has_all() const {
    std::error_code ignored;
    return fs::exists(folder_ / kAllDays, ignored);
}

Expected<std::unique_ptr<KeptDay>> OutFolder::begin_all(const std::string& recording) const {
    return begin_folder(folder_ / kAllDays, recording, open_dated_tables);
}

Expected<std::unique_ptr<KeptDay>> OutFolder::begin_folder(const fs::path& folder,
                                                           const std::string& name,
                                                           OpenTables open_tables) const {
    std::unique_ptr<DayFolder> made(new DayFolder(folder, part_of(folder), identity_));
    auto tables = open_tables(made->part_, name);
    if (!tables) {
        return under_its_name(tables.error().message, made->part_, folder);
    }
    made->tables_ = std::move(*tables);
    return made;
}

Expected<void> OutFolder::write_summary(std::string_view json) const {
    return files::write_file(folder_ / "summary.json", json);
}

std::string OutFolder::stopped_text() const {
    return fmt::format("stopped: {} of {} days are done; the same command with --out {} goes on",
                       days_done(), days_, folder_.string());
}

}  // namespace hotpath::backtest
