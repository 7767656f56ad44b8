#pragma once
/// ParquetWriter: tables of rows to Parquet files, by the Apache Arrow library in a separate
/// process.
///
///   hotpath ── rows ──> shared memory ──> parquet_writer.py ──> DIR/*.parquet.part-PID-N
///      │                                      ▲    │            renamed when all is written
///      ├── "table 2, slot 0, 131072 rows" ────┘    │
///      ◄────────────────────────── "free: 2, 0" ───┘
///
/// Arrow's C++ library is packaged neither by Debian nor by Ubuntu, its Python package carries it.
/// The process sees the columns where we wrote them; one line of JSON a batch goes each way over a
/// socket. We wait only when both slots of a table are the writer's. A process that cannot be
/// started, reports a failure or dies is an error that close() returns; what it has left is
/// removed. Threads: one owner. Allocation: the shared memory at creation, for each table two slots
/// of 8 MiB at most, of which pages that are written to are used. Complexity: a system call a batch.

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "hotpath/core/error.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/files/parquet_batch.hpp"
#include "hotpath/shm/writer_process.hpp"

namespace hotpath::files {

struct ParquetTableOptions {
    std::string_view file_name;
    std::vector<ParquetColumn> columns;
};

struct ParquetWriterOptions {
    std::filesystem::path directory;  // made if it is not there
    std::string recording;            // where the rows are from, for the files' metadata
    std::string_view creator = "hotpath replay";  // the command, for the same
    std::string_view option = "--parquet";        // that asked for the tables, for errors
    std::vector<ParquetTableOptions> tables;
};

class ParquetWriter {
  public:
    /// Returns when the process has opened its files: what it lacks is known before the first row.
    [[nodiscard]] static Expected<std::unique_ptr<ParquetWriter>> create(
        const ParquetWriterOptions& options);

    ParquetWriter(const ParquetWriter&) = delete;
    ParquetWriter& operator=(const ParquetWriter&) = delete;
    /// Without close() nothing is kept.
    ~ParquetWriter();

    /// For put(); the row is ended here, because that may hand the batch over.
    [[nodiscard]] ParquetBatch& batch(std::size_t table) noexcept { return tables_[table].batch; }
    void end_row(ParquetBatch& batch);

    /// The symbol's number for put().
    [[nodiscard]] std::int32_t add_symbol(const Symbol& symbol);

    /// Writes what is left and puts the files under their names.
    [[nodiscard]] Expected<void> close();

  private:
    struct Table {
        explicit Table(const ParquetTableOptions& options)
            : file_name(options.file_name), batch(options.columns) {}

        std::string file_name;
        std::filesystem::path part{};  // where it is written; empty: nowhere (any more)
        ParquetBatch batch;
        std::size_t offset = 0;  // of slot 0 in the shared memory
        std::size_t slot = 0;    // being filled
        std::array<bool, ParquetBatch::kSlots> is_busy{};
    };

    explicit ParquetWriter(const ParquetWriterOptions& options);

    [[nodiscard]] Expected<void> start(const ParquetWriterOptions& options);
    [[nodiscard]] nlohmann::ordered_json opening(const ParquetWriterOptions& options) const;
    void hand_over(std::size_t index);
    void begin_batch(Table& table);
    void send_line(const nlohmann::ordered_json& line);
    /// Reads answers until `has_come()`, or one that is a failure.
    template <class Condition>
    void await(Condition has_come);
    void on_answer(const std::string& line);
    void fail_with(Error error);
    [[nodiscard]] Expected<void> make_parts();
    void remove_parts() const;

    std::filesystem::path directory_;
    std::vector<Table> tables_;
    shm::SharedMemory memory_;
    std::optional<shm::WriterProcess> process_;
    std::vector<std::string> symbols_untold_;
    std::int32_t symbols_ = 0;
    bool is_ready_ = false;
    bool is_done_ = false;
    std::optional<Error> failure_;
};

}  // namespace hotpath::files
