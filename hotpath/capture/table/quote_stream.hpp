#pragma once
/// A table of quotes and trades as ITCH 5.0 messages: one day, any number of symbols.
///
///   time, symbol                     of every row; times never descend
///   bid, bid_size, ask, ask_size     the best of each side from here on; a side without both is empty
///   price, size                      a trade; a row has a trade, a quote, or a trade and then a quote
///
/// A quote is a book of one level a side, and each level one order, as in a DBN recording of mbp-1:
/// dbn::PriceBooks makes the messages. A trade executes what the quote displays at its price, at once;
/// what is beyond that, or elsewhere, is P. The next quote says what is displayed from then on. Begins
/// with S(O) and S(Q) and ends with S(M) and S(C); R and H(T) come before a symbol's first message.
/// Threads: one owner. Allocation: the symbols. Complexity: O(log symbols) a row.

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>

#include "hotpath/capture/dbn/itch_output.hpp"
#include "hotpath/capture/dbn/price_books.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/capture/read_buffer.hpp"
#include "hotpath/capture/table/table_reader.hpp"
#include "hotpath/capture/table/table_values.hpp"
#include "hotpath/core/symbol.hpp"

namespace hotpath::capture {

/// The columns that it reads.
inline constexpr std::array<std::string_view, 8> kQuoteColumnNames{
    "time", "symbol", "bid", "bid_size", "ask", "ask_size", "price", "size"};

class QuoteStream final : public MessageStream {
  public:
    /// Reads the names of the columns.
    [[nodiscard]] static Expected<std::unique_ptr<MessageStream>> open(ReadBuffer input);

    explicit QuoteStream(TableReader table);

    [[nodiscard]] Progress progress() const override { return table_.input().progress(); }
    [[nodiscard]] StreamStats stats() const override { return stats_; }
    [[nodiscard]] std::span<const Skip> skips() const override { return out_.block().skips(); }
    [[nodiscard]] Format format() const override { return Format::Quotes; }
    [[nodiscard]] BookSource book_source() const override {
        return {.basis = BookBasis::ByPrice, .levels = 1, .file = {}};
    }
    [[nodiscard]] std::optional<Date> date() const override { return date_; }

    [[nodiscard]] Expected<Bytes> next_block() override;

  private:
    using Message = protocols::dbn::Mbp1Msg;

    [[nodiscard]] Expected<bool> step();
    [[nodiscard]] Expected<void> on_row();
    [[nodiscard]] Expected<Time> time_of_row();
    [[nodiscard]] Expected<dbn::Listing> listing_of_row();
    [[nodiscard]] Expected<std::optional<Message>> trade_of_row() const;
    [[nodiscard]] Expected<std::optional<Message>> quote_of_row() const;
    struct Level {
        std::int64_t price = 0;
        std::uint32_t size = 0;
    };
    [[nodiscard]] Expected<Level> level_of_row(std::size_t price, std::size_t size) const;
    [[nodiscard]] Expected<void> apply(const std::optional<Message>& message,
                                       const dbn::Listing& listing);
    void end();

    TableReader table_;
    StreamStats stats_;
    dbn::ItchOutput out_;
    dbn::PriceBooks books_;
    std::map<Symbol, dbn::Listing> listings_;
    std::optional<Date> date_;
    Time now_{};
    bool has_ended_ = false;
    std::optional<Error> failure_;
};

}  // namespace hotpath::capture
