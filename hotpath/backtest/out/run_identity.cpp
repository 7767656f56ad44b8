#include "hotpath/backtest/out/run_identity.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <sys/stat.h>

#include "hotpath/config/strategy_table.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/process/program_checksum.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::backtest {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view kRunFile = "run.json";

void add_text(Checksum& checksum, std::string_view text) {
    checksum.add(std::as_bytes(std::span(text)));
}

[[nodiscard]] std::uint64_t checksum_of(const BacktestConfig& config, std::string_view search) {
    Checksum checksum;
    add_text(checksum, config.text);
    add_text(checksum, config.trade.text);
    add_text(checksum, search);
    for (const strategy::StrategyPart& part : config.trade.strategies) {
        add_text(checksum, config::to_toml(part.choice));
    }
    const sim::session::SessionOptions& session = config.session;
    for (const auto* wire :
         {&session.feed_latency, &session.entry_latency, &session.response_latency}) {
        for (const sim::session::LatencySample& sample : wire->recorded) {
            checksum.add(static_cast<std::uint64_t>(sample.sent.value));
            checksum.add(static_cast<std::uint64_t>(sample.latency.value));
        }
    }
    return checksum.value();
}

[[nodiscard]] Expected<Json> day_json(const BacktestDay& day) {
    Json json{{"day", day.name}};
    if (day.file.empty()) {
        return json;
    }
    struct stat status{};
    if (::stat(day.file.c_str(), &status) != 0) {
        return fail(fmt::format("cannot read {}: {}", day.file.string(), std::strerror(errno)));
    }
    json["bytes"] = status.st_size;
    json["modified_ns"] =
        std::int64_t{status.st_mtim.tv_sec} * kNanosPerSecond + status.st_mtim.tv_nsec;
    return json;
}

[[nodiscard]] std::string read_all(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// What differs between the folder's run and this one.
[[nodiscard]] std::string difference(const std::string& found, const std::string& wanted) {
    const Json before = Json::parse(found, nullptr, false);
    const Json now = Json::parse(wanted);
    if (!before.is_object()) {
        return "whose run.json is damaged";
    }
    for (const char* const part : {"program", "configuration"}) {
        if (before.value(part, "") != now.value(part, "")) {
            return fmt::format("of another {} (checksum {}, here {})", part,
                               before.value(part, "none"), now.value(part, ""));
        }
    }
    for (std::size_t n = 0; n < now["days"].size(); ++n) {
        if (n >= before["days"].size() || before["days"][n] != now["days"][n]) {
            return fmt::format("of another {} (size or time of modification differ)",
                               now["days"][n].value("day", ""));
        }
    }
    return "of other days";
}

[[nodiscard]] std::unexpected<Error> cannot_write(const fs::path& folder, int error) {
    return fail(fmt::format("cannot write {}: {}", folder.string(), std::strerror(error)));
}

/// Made when it is not there; locked until the descriptor is closed.
[[nodiscard]] Expected<Descriptor> lock_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        return cannot_write(folder, error.value());
    }
    Descriptor lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!lock) {
        return cannot_write(folder, errno);
    }
    if (::flock(lock.number(), LOCK_EX | LOCK_NB) != 0) {
        return fail(fmt::format("{} is in use by another hotpath backtest", folder.string()));
    }
    return lock;
}

/// A folder with other files in it is not ours to fill.
[[nodiscard]] Expected<void> check_run_file(const fs::path& folder, const std::string& identity) {
    std::error_code error;
    const fs::path file = folder / kRunFile;
    if (fs::exists(file, error)) {
        const std::string found = read_all(file);
        return found == identity ? Expected<void>()
                                 : fail(fmt::format("--out {} holds a run {}: name another folder",
                                                    folder.string(), difference(found, identity)));
    }
    if (!fs::is_empty(folder, error)) {
        return error ? cannot_write(folder, error.value())
                     : fail(fmt::format("--out must be a new or empty folder, or that of an "
                                        "interrupted run, got {}",
                                        folder.string()));
    }
    return files::write_file(file, identity);
}

}  // namespace

Expected<std::string> run_identity(const BacktestConfig& config, std::string_view search) {
    const Expected<std::uint64_t>& program = process::program_checksum();
    if (!program) {
        return std::unexpected(program.error());
    }
    Json json{{"program", text::checksum_text(*program)},
              {"configuration", text::checksum_text(checksum_of(config, search))},
              {"days", Json::array()}};
    for (const BacktestDay& day : config.days) {
        auto each = day_json(day);
        if (!each) {
            return std::unexpected(each.error());
        }
        json["days"].push_back(std::move(*each));
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Expected<Descriptor> claim_folder(const fs::path& folder, const std::string& identity) {
    auto lock = lock_folder(folder);
    if (!lock) {
        return lock;
    }
    if (auto checked = check_run_file(folder, identity); !checked) {
        return std::unexpected(checked.error());
    }
    remove_parts_in(folder);
    return lock;
}

void remove_parts_in(const fs::path& folder) {
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        if (entry.path().filename().string().contains(".part-")) {
            fs::remove_all(entry.path(), ignored);
        }
    }
}

}  // namespace hotpath::backtest
