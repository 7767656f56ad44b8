#include "bench/peers/itchcpp.hpp"

#include <variant>

#include "hotpath/core/checksum.hpp"
#include "itch/book/book_manager.hpp"
#include "itch/parser.hpp"

namespace hotpath::bench::peers {
namespace {

struct SumOfBookFields {
    std::uint64_t sum = 0;

    void operator()(const itch::AddOrderMessage& m) { add(m); }
    void operator()(const itch::AddOrderMPIDAttributionMessage& m) { add(m); }
    void operator()(const itch::OrderExecutedMessage& m) {
        sum += m.stock_locate + m.order_reference_number + m.executed_shares;
    }
    void operator()(const itch::OrderExecutedWithPriceMessage& m) {
        sum += m.stock_locate + m.order_reference_number + m.executed_shares + m.execution_price;
    }
    void operator()(const itch::OrderCancelMessage& m) {
        sum += m.stock_locate + m.order_reference_number + m.cancelled_shares;
    }
    void operator()(const itch::OrderDeleteMessage& m) {
        sum += m.stock_locate + m.order_reference_number;
    }
    void operator()(const itch::OrderReplaceMessage& m) {
        sum += m.stock_locate + m.original_order_reference_number + m.new_order_reference_number +
               m.shares + m.price;
    }
    template <class Other>
    void operator()(const Other& m) {
        sum += m.stock_locate;
    }

  private:
    template <class Add>
    void add(const Add& m) {
        sum += m.stock_locate + m.order_reference_number + m.shares + m.price +
               static_cast<unsigned char>(m.buy_sell_indicator);
    }
};

std::span<const std::byte> as_span(Bytes block) {
    return {block.data(), block.size()};
}

}  // namespace

std::uint64_t itchcpp_decode(Bytes block) {
    itch::Parser parser;
    SumOfBookFields fields;
    parser.parse(as_span(block),
                 [&](const itch::Message& message) { std::visit(fields, message); });
    return fields.sum;
}

struct ItchcppBooks::State {
    itch::Parser parser;
    itch::book::BookManager manager;
};

ItchcppBooks::ItchcppBooks() : state_(std::make_unique<State>()) {}
ItchcppBooks::~ItchcppBooks() = default;
ItchcppBooks::ItchcppBooks(ItchcppBooks&&) noexcept = default;
ItchcppBooks& ItchcppBooks::operator=(ItchcppBooks&&) noexcept = default;

void ItchcppBooks::replay(Bytes block) {
    state_->parser.parse(
        as_span(block), [this](const itch::Message& message) { state_->manager.process(message); });
}

std::uint64_t ItchcppBooks::bbo_digest() const {
    Checksum digest;
    for (std::uint32_t locate = 0; locate <= UINT16_MAX; ++locate) {
        const itch::book::L3Book* book = state_->manager.book(static_cast<std::uint16_t>(locate));
        const itch::book::Bbo bbo = book == nullptr ? itch::book::Bbo{} : book->bbo();
        if (bbo.has_bid || bbo.has_ask) {
            digest.add(locate);
            digest.add(bbo.has_bid ? bbo.bid_price.raw() : 0);
            digest.add(bbo.bid_shares);
            digest.add(bbo.has_ask ? bbo.ask_price.raw() : 0);
            digest.add(bbo.ask_shares);
        }
    }
    return digest.value();
}

}  // namespace hotpath::bench::peers
