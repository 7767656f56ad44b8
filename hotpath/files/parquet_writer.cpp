#include "hotpath/files/parquet_writer.hpp"

#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "hotpath/files/scripts.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/files/python.hpp"

namespace hotpath::files {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string_view kind_name(ColumnKind kind) {
    switch (kind) {
        case ColumnKind::Int64:
            return "int64";
        case ColumnKind::UInt64:
            return "uint64";
        case ColumnKind::Symbol:
            return "symbol";
        case ColumnKind::Code:
            return "code";
        case ColumnKind::Flag:
            return "flag";
        case ColumnKind::OptionalInt64:
            return "optional_int64";
        case ColumnKind::OptionalDouble:
            return "optional_double";
    }
    return "";
}

Expected<void> make_directory(const fs::path& directory) {
    std::error_code error;
    fs::create_directories(directory, error);
    if (!error && !fs::is_directory(directory, error)) {
        error = std::make_error_code(std::errc::not_a_directory);
    }
    if (!error && ::access(directory.c_str(), W_OK | X_OK) != 0) {
        error = {errno, std::generic_category()};
    }
    return error ? Expected<void>(fail(
                       fmt::format("cannot write {}: {}", directory.string(), error.message())))
                 : Expected<void>();
}

/// A line, whatever bytes a symbol may hold.
std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

Expected<std::unique_ptr<ParquetWriter>> ParquetWriter::create(
    const ParquetWriterOptions& options) {
    if (auto made = make_directory(options.directory); !made) {
        return std::unexpected(made.error());
    }
    std::unique_ptr<ParquetWriter> writer(new ParquetWriter(options));
    if (auto started = writer->start(options); !started) {
        return std::unexpected(started.error());
    }
    return writer;
}

ParquetWriter::ParquetWriter(const ParquetWriterOptions& options) : directory_(options.directory) {
    std::size_t bytes = 0;
    for (const ParquetTableOptions& table : options.tables) {
        tables_.emplace_back(table).offset = bytes;
        bytes += ParquetBatch::kSlots * tables_.back().batch.slot_bytes();
    }
}

ParquetWriter::~ParquetWriter() {
    process_.reset();
    remove_parts();
}

Expected<void> ParquetWriter::make_parts() {
    for (Table& table : tables_) {
        auto part = make_part(directory_ / table.file_name);
        if (!part) {
            return fail(fmt::format("cannot write {}: {}", directory_.string(),
                                    std::generic_category().message(part.error())));
        }
        ::close(part->descriptor);
        table.part = std::move(part->path);
    }
    return {};
}

Expected<void> ParquetWriter::start(const ParquetWriterOptions& options) {
    if (auto made = make_parts(); !made) {
        return made;
    }
    const Table& last = tables_.back();
    auto memory =
        shm::SharedMemory::create(last.offset + ParquetBatch::kSlots * last.batch.slot_bytes());
    if (!memory) {
        return std::unexpected(memory.error());
    }
    memory_ = std::move(*memory);
    const std::string interpreter = python();
    auto process =
        shm::WriterProcess::start({interpreter, "-c", std::string(parquet_writer_py())}, memory_);
    if (!process) {
        return fail(
            fmt::format("{} needs Python with pyarrow: {} (script/bootstrap "
                        "installs it, HOTPATH_PYTHON names another)",
                        options.option, process.error().message));
    }
    process_.emplace(std::move(*process));
    send_line(opening(options));
    await([this] { return is_ready_; });
    for (Table& table : tables_) {
        begin_batch(table);
    }
    return failure_ ? Expected<void>(std::unexpected(*failure_)) : Expected<void>();
}

nlohmann::ordered_json ParquetWriter::opening(const ParquetWriterOptions& options) const {
    Json json{{"directory", options.directory.string()},
              {"creator", options.creator},
              {"option", options.option},
              {"recording", options.recording},
              {"memory_bytes", memory_.size()}};
    for (std::size_t i = 0; i < tables_.size(); ++i) {
        Json& table = json["tables"].emplace_back();
        table["file_name"] = tables_[i].file_name;
        table["part"] = tables_[i].part.string();
        table["offset"] = tables_[i].offset;
        table["slot_bytes"] = tables_[i].batch.slot_bytes();
        const std::vector<ParquetColumn>& columns = options.tables[i].columns;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            Json& column =
                table["columns"].emplace_back(Json{{"name", columns[c].name},
                                                   {"kind", kind_name(columns[c].kind)},
                                                   {"unit", columns[c].unit},
                                                   {"codes", columns[c].codes},
                                                   {"offset", tables_[i].batch.offset(c)}});
            if (is_optional(columns[c].kind)) {
                column["bits"] = tables_[i].batch.offset_of_bits(c);
            }
        }
    }
    return json;
}

std::int32_t ParquetWriter::add_symbol(const Symbol& symbol) {
    symbols_untold_.push_back(symbol.str());
    return symbols_++;
}

void ParquetWriter::end_row(ParquetBatch& batch) {
    batch.end_row();
    if (!batch.is_full()) [[likely]] {
        return;
    }
    for (std::size_t i = 0; i < tables_.size(); ++i) {
        if (&tables_[i].batch == &batch) {
            hand_over(i);
        }
    }
}

/// The writer's until it says otherwise; we go on in the other slot.
void ParquetWriter::hand_over(std::size_t index) {
    Table& table = tables_[index];
    if (!failure_ && table.batch.rows() > 0) {
        table.is_busy[table.slot] = true;
        send_line({{"table", index},
                   {"slot", table.slot},
                   {"rows", table.batch.rows()},
                   {"symbols", std::exchange(symbols_untold_, {})}});
        table.slot = (table.slot + 1) % ParquetBatch::kSlots;
        await([&table] { return !table.is_busy[table.slot]; });
    }
    begin_batch(table);
}

void ParquetWriter::begin_batch(Table& table) {
    table.batch.begin(memory_.begin() + table.offset + table.slot * table.batch.slot_bytes());
}

void ParquetWriter::send_line(const nlohmann::ordered_json& line) {
    // A dead process has reported its error, or await() detects its end.
    static_cast<void>(process_->try_send_line(text_of(line)));
}

template <class Condition>
void ParquetWriter::await(Condition has_come) {
    std::string line;
    while (!failure_ && !has_come()) {
        if (process_->try_receive_line(line)) {
            on_answer(line);
        } else {
            fail_with({fmt::format("the Parquet writer {} {}: nothing is kept in {}", python(),
                                   process_->await_end(), directory_.string())});
        }
    }
}

void ParquetWriter::on_answer(const std::string& line) {
    const Json answer = Json::parse(line, nullptr, false);
    if (!answer.is_object()) {
        fail_with({fmt::format("the Parquet writer {} must answer in JSON objects", python())});
    } else if (answer.contains("error")) {
        fail_with({answer["error"].get<std::string>()});
    } else if (answer.contains("free")) {
        const auto table = answer["free"].value("table", std::size_t{0}) % tables_.size();
        const auto slot = answer["free"].value("slot", std::size_t{0}) % ParquetBatch::kSlots;
        tables_[table].is_busy[slot] = false;
    }
    is_ready_ = is_ready_ || answer.contains("ready");
    is_done_ = is_done_ || answer.contains("done");
}

void ParquetWriter::fail_with(Error error) {
    failure_ = std::move(error);
}

Expected<void> ParquetWriter::close() {
    for (std::size_t i = 0; i < tables_.size(); ++i) {
        hand_over(i);
    }
    if (!failure_) {
        send_line({{"finish", true}});
        await([this] { return is_done_; });
    }
    if (failure_) {
        return std::unexpected(*failure_);  // the destructor clears up
    }
    process_.reset();
    for (Table& table : tables_) {
        table.part.clear();  // it has its name
    }
    return {};
}

void ParquetWriter::remove_parts() const {
    for (const Table& table : tables_) {
        std::error_code ignored;
        if (!table.part.empty()) {
            fs::remove(table.part, ignored);
        }
    }
}

}  // namespace hotpath::files
