#include "hotpath/tune/market.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "hotpath/capture/books_size.hpp"
#include "hotpath/feed/itch/itch_feed.hpp"
#include "hotpath/sim/market/market_input.hpp"
#include "hotpath/text/numbers.hpp"
#include "hotpath/wire/framing.hpp"
#include "hotpath/wire/itch50/messages.hpp"

namespace hotpath::tune {

namespace {

void append(std::vector<std::byte>& messages, Bytes message) {
    const std::size_t at = messages.size();
    messages.resize(at + wire::kFramePrefixLength + message.size());
    static_cast<void>(wire::append_frame(MutableBytes(messages).subspan(at), message));
}

/// Writes down what is removed.
class Deletes : public feed::NullListener {
  public:
    void on_change(const book::BookChange& change, Time) {
        wire::itch50::OrderDelete message;
        message.store_stock_locate(change.before.instrument.value);
        message.store_order_reference_number(change.before.id.value);
        append(messages, message.bytes());
    }

    std::vector<std::byte> messages{};
};

[[nodiscard]] Expected<void> read_messages(sim::market::MarketInput& input,
                                           std::uint64_t messages_max, Market& market) {
    while (market.messages < messages_max) {
        const auto block = input.next_block();
        if (!block) {
            return std::unexpected(block.error());
        }
        if (block->empty()) {
            break;
        }
        wire::FrameCursor frames(*block);
        for (Bytes message; market.messages < messages_max && frames.next(message);
             ++market.messages) {
            append(market.day, message);
        }
    }
    return {};
}

[[nodiscard]] Expected<void> close_market(Market& market) {
    auto books = feed::ItchBooks::create(market.by_order());
    if (!books) {
        return std::unexpected(books.error());
    }
    feed::NullListener ignored;
    static_cast<void>(books->replay_block(market.day, ignored));
    if (books->is_foreign() || books->books().counters().applied == 0) {
        return fail(market.description + ": must have messages that change a book");
    }
    Deletes deletes;
    books->remove_all(deletes);
    market.end = std::move(deletes.messages);
    return {};
}

}  // namespace

book::BooksOptions Market::by_order() const {
    book::BooksOptions books = capture::books_for_messages(messages);
    books.prefault = false;  // the first run of many
    return books;
}

book::L2BooksOptions Market::by_price() const {
    // A generated day's ids count up from 1; a recording's may begin anywhere.
    constexpr std::uint64_t kIdsMax = 100'000'000;
    const std::uint64_t ids = is_generated ? std::min(2 * messages, kIdsMax) : 0;
    return {.orders_max = by_order().orders_max, .dense_ids = static_cast<std::uint32_t>(ids)};
}

Expected<std::vector<Market>> markets_of_growth(const sim::market::MarketOptions& options) {
    constexpr std::size_t kMarkets = 4;
    constexpr std::uint32_t kSmaller = 8;
    sim::market::MarketOptions size = options;
    size.messages = std::min(size.messages, kGrowthMessagesMax);
    std::vector<Market> markets;
    do {
        auto market = read_market({}, size);
        if (!market) {
            return std::unexpected(market.error());
        }
        markets.push_back(std::move(*market));
        size.messages /= kSmaller;
        size.instruments = std::max(1U, size.instruments / kSmaller);
    } while (markets.size() < kMarkets &&
             size.messages > 2 * sim::market::messages_min(size.instruments));
    return markets;
}

Expected<Market> read_market(const std::filesystem::path& file,
                             const sim::market::MarketOptions& options) {
    sim::market::MarketOptions whole = options;
    whole.messages += options.messages / 3;
    auto input = file.empty() ? sim::market::MarketInput::generated(whole)
                              : sim::market::MarketInput::recorded(file);
    if (!input) {
        return std::unexpected(input.error());
    }
    Market market{.is_generated = file.empty()};
    if (auto read = read_messages(**input, options.messages, market); !read) {
        return std::unexpected(read.error());
    }
    market.description =
        fmt::format("the first {} messages of {}{}", text::grouped(market.messages),
                    file.empty() ? "a generated day: " : "", (*input)->description());
    auto closed = close_market(market);
    return closed ? Expected<Market>(std::move(market)) : std::unexpected(closed.error());
}

}  // namespace hotpath::tune
