#include "hotpath/sim/market/market_input.hpp"

#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hotpath/capture/table/quote_stream.hpp"
#include "hotpath/files/parquet_source.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::sim::market {

namespace {

class RecordedMarket final : public MarketInput {
  public:
    /// Reads ahead: only the messages of a capture say whether it is by order or by price.
    RecordedMarket(std::filesystem::path file, std::unique_ptr<capture::MessageStream> stream)
        : file_(std::move(file)), stream_(std::move(stream)), first_(stream_->next_block()) {}

    [[nodiscard]] bool is_generated() const override { return false; }
    [[nodiscard]] std::string description() const override {
        const bool is_estimate = book_source().basis == capture::BookBasis::Estimate;
        return fmt::format("{} ({}{})", file_.filename().string(), capture::name(stream_->format()),
                           is_estimate ? "; the book is an estimate" : "");
    }
    [[nodiscard]] ReadProgress progress() const override {
        const capture::Progress progress = stream_->progress();
        return {.done = progress.bytes_read,
                .total = progress.bytes_total,
                .messages = stream_->stats().messages};
    }
    [[nodiscard]] Expected<Bytes> next_block() override {
        return first_ ? *std::exchange(first_, std::nullopt) : stream_->next_block();
    }
    [[nodiscard]] std::span<const capture::Skip> skips() const override { return stream_->skips(); }
    [[nodiscard]] capture::BookSource book_source() const override {
        return stream_->book_source();
    }
    [[nodiscard]] std::optional<capture::Date> date() const override { return stream_->date(); }

  private:
    std::filesystem::path file_;
    std::unique_ptr<capture::MessageStream> stream_;
    std::optional<Expected<Bytes>> first_;
};

class GeneratedMarket final : public MarketInput {
  public:
    explicit GeneratedMarket(sim::market::MarketGenerator generator)
        : generator_(std::move(generator)), block_(kBlockBytes) {}

    [[nodiscard]] bool is_generated() const override { return true; }
    [[nodiscard]] std::string description() const override {
        const sim::market::MarketOptions& options = generator_.options();
        return fmt::format("seed {}, {} messages, {} instruments", options.seed,
                           text::grouped(options.messages), options.instruments);
    }
    [[nodiscard]] ReadProgress progress() const override {
        return {.done = generator_.messages_made(),
                .total = generator_.options().messages,
                .messages = generator_.messages_made()};
    }
    [[nodiscard]] Expected<Bytes> next_block() override { return generator_.next_block(block_); }

  private:
    static constexpr std::size_t kBlockBytes = 256 * 1024;

    sim::market::MarketGenerator generator_;
    std::vector<std::byte> block_;
};

}  // namespace

Expected<std::unique_ptr<MarketInput>> MarketInput::recorded(const std::filesystem::path& file) {
    auto source = files::open_table_source(file, capture::kQuoteColumnNames);
    if (!source) {
        return std::unexpected(source.error());
    }
    auto stream = *source != nullptr ? capture::open(std::move(*source)) : capture::open(file);
    if (!stream) {
        return std::unexpected(stream.error());
    }
    return std::make_unique<RecordedMarket>(file, std::move(*stream));
}

Expected<std::unique_ptr<MarketInput>> MarketInput::generated(
    const sim::market::MarketOptions& options) {
    auto generator = sim::market::MarketGenerator::create(options);
    if (!generator) {
        return std::unexpected(generator.error());
    }
    return std::make_unique<GeneratedMarket>(std::move(*generator));
}

}  // namespace hotpath::sim::market
