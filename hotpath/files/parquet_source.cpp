#include "hotpath/files/parquet_source.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hotpath/files/scripts.hpp"
#include "hotpath/files/python.hpp"
#include "hotpath/shm/writer_process.hpp"

namespace hotpath::files {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMemoryBytes = std::size_t{4} << 20U;
constexpr std::string_view kMagic = "PAR1";

[[nodiscard]] bool is_parquet(const fs::path& file) {
    std::array<char, kMagic.size()> head{};
    std::ifstream input(file, std::ios::binary);
    return input.read(head.data(), head.size()) &&
           std::string_view(head.data(), head.size()) == kMagic;
}

class ParquetSource final : public capture::ByteSource {
  public:
    ParquetSource(const fs::path& file, shm::SharedMemory memory, shm::WriterProcess process)
        : file_(file),
          name_(file.string()),
          memory_(std::move(memory)),
          process_(std::move(process)) {}

    /// What the process needs to know first.
    void begin(std::span<const std::string_view> wanted) {
        Json opening{{"file", name_}, {"memory_bytes", memory_.size()}};
        opening["wanted"] = Json::array();
        for (const std::string_view column : wanted) {
            opening["wanted"].push_back(column);
        }
        send(opening);
    }

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] std::string content_name() const override { return file_.filename().string(); }
    [[nodiscard]] capture::Compression compression() const override {
        return capture::Compression::None;
    }
    [[nodiscard]] std::uint64_t stored_offset() const override { return 0; }
    [[nodiscard]] std::uint64_t stored_size() const override { return 0; }

    [[nodiscard]] Expected<std::size_t> read(MutableBytes room) override {
        if (next_ == end_ && !is_ended_) {
            if (auto more = ask_for_more(); !more) {
                return std::unexpected(more.error());
            }
        }
        const std::size_t part = std::min(room.size(), end_ - next_);
        std::copy_n(memory_.begin() + next_, part, room.begin());
        next_ += part;
        return part;
    }

  private:
    void send(const Json& line) {
        // A dead process has no answer, which is reported.
        static_cast<void>(process_.try_send_line(line.dump()));
    }

    [[nodiscard]] Expected<void> ask_for_more() {
        send({{"more", true}});
        std::string line;
        if (!process_.try_receive_line(line)) {
            return fail(fmt::format("{}: its reader {} {}", name_, python(), process_.await_end()));
        }
        const Json answer = Json::parse(line, nullptr, false);
        if (answer.is_object() && answer.contains("error")) {
            return fail(answer["error"].get<std::string>());
        }
        if (!answer.is_object() || !answer.contains("bytes")) {
            return fail(
                fmt::format("{}: its reader {} must answer in JSON objects", name_, python()));
        }
        next_ = 0;
        end_ = std::min(answer["bytes"].get<std::size_t>(), memory_.size());
        is_ended_ = end_ == 0;
        return {};
    }

    fs::path file_;
    std::string name_;
    shm::SharedMemory memory_;
    shm::WriterProcess process_;
    std::size_t next_ = 0;  // of the memory, up to end_
    std::size_t end_ = 0;
    bool is_ended_ = false;
};

}  // namespace

Expected<std::unique_ptr<capture::ByteSource>> open_table_source(
    const fs::path& file, std::span<const std::string_view> wanted) {
    if (!is_parquet(file)) {
        return nullptr;
    }
    auto memory = shm::SharedMemory::create(kMemoryBytes);
    if (!memory) {
        return std::unexpected(memory.error());
    }
    auto process =
        shm::WriterProcess::start({python(), "-c", std::string(parquet_reader_py())}, *memory);
    if (!process) {
        return fail(
            fmt::format("{}: needs Python with pyarrow: {} (script/bootstrap installs it, "
                        "HOTPATH_PYTHON names another)",
                        file.string(), process.error().message));
    }
    auto source = std::make_unique<ParquetSource>(file, std::move(*memory), std::move(*process));
    source->begin(wanted);
    return source;
}

}  // namespace hotpath::files
