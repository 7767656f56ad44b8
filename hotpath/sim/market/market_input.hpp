#pragma once
/// Where a demo's market comes from: a recorded file or the generator, as the same blocks of ITCH
/// messages.
///
/// A generated market is always labelled as one: a reader of the summary or the report must never
/// take it for a real one. Threads: one owner. Allocation: buffers at creation. Complexity: that of
/// the reader or the generator.

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/capture/table/table_values.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/read_progress.hpp"
#include "hotpath/sim/market/market_generator.hpp"

namespace hotpath::sim::market {

class MarketInput {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<MarketInput>> recorded(
        const std::filesystem::path& file);
    [[nodiscard]] static Expected<std::unique_ptr<MarketInput>> generated(
        const sim::market::MarketOptions& options);

    MarketInput() = default;
    MarketInput(const MarketInput&) = delete;
    MarketInput& operator=(const MarketInput&) = delete;
    virtual ~MarketInput() = default;

    [[nodiscard]] virtual bool is_generated() const = 0;
    /// A description: the file and its format, or the seed and the size.
    [[nodiscard]] virtual std::string description() const = 0;
    [[nodiscard]] virtual ReadProgress progress() const = 0;

    /// The source of the market's books.
    [[nodiscard]] virtual capture::BookSource book_source() const { return {}; }

    /// The calendar day of the messages so far, where the data has it.
    [[nodiscard]] virtual std::optional<capture::Date> date() const { return std::nullopt; }

    /// The events of the recording that its reader left out.
    [[nodiscard]] virtual std::span<const capture::Skip> skips() const { return {}; }

    /// Whole messages, each preceded by its length; empty at the end.
    [[nodiscard]] virtual Expected<Bytes> next_block() = 0;
};

}  // namespace hotpath::sim::market
