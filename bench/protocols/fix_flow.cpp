#include "bench/protocols/fix_flow.hpp"

#include <array>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/random.hpp"

namespace hotpath::bench {

namespace {

using namespace protocols::fix;

constexpr Time kFirstTime{1'709'210'096'789'123'456};
constexpr std::string_view kSymbols[] = {"IBM", "AAPL", "GOOGL", "F", "BRK.B"};

/// Digits, after a letter where there is one.
class IdText {
  public:
    explicit IdText(std::uint64_t number) noexcept : end_(write_uint(text_.data(), number)) {}
    IdText(char letter, std::uint64_t number) noexcept
        : end_(write_uint(text_.data() + 1, number)) {
        text_.front() = letter;
    }
    IdText(const IdText&) = delete;
    IdText& operator=(const IdText&) = delete;

    [[nodiscard]] std::string_view view() const noexcept { return {text_.data(), end_}; }

  private:
    std::array<char, kIntLengthMax + 1> text_;
    char* end_;
};

struct OrderValues {
    std::uint64_t number = 0;  // of the message, from 0
    std::uint64_t id = 0;
    std::string_view symbol{};
    char side = '1';
    std::uint64_t qty = 0;
    Decimal price{};
    Time now{};
};

struct ReportValues {
    OrderValues order{};
    std::uint64_t done = 0;
};

// Both are measured as one piece with their values.
[[gnu::always_inline]] inline void write_order(MessageWriter& writer,
                                               const OrderValues& order) noexcept {
    writer.begin("FIX.4.4", "D");
    writer.add(tag::kSenderCompId, "TRADER01");
    writer.add(tag::kTargetCompId, "EXCHANGE");
    writer.add_uint(tag::kMsgSeqNum, order.number + 1);
    writer.add_time(tag::kSendingTime, order.now, TimePrecision::Milliseconds);
    writer.add(tag::kClOrdId, IdText(order.id).view());
    writer.add(tag::kAccount, "HOUSE");
    writer.add_char(tag::kHandlInst, '1');
    writer.add(tag::kSymbol, order.symbol);
    writer.add_char(tag::kSide, order.side);
    writer.add_time(tag::kTransactTime, order.now, TimePrecision::Milliseconds);
    writer.add_uint(tag::kOrderQty, order.qty);
    writer.add_char(tag::kOrdType, '2');
    writer.add_decimal(tag::kPrice, order.price);
    writer.add_char(tag::kTimeInForce, '0');
}

[[gnu::always_inline]] inline void write_report(MessageWriter& writer,
                                                const ReportValues& report) noexcept {
    const OrderValues& order = report.order;
    writer.begin("FIX.4.4", "8");
    writer.add_uint(tag::kMsgSeqNum, order.number + 1);
    writer.add(tag::kSenderCompId, "EXCHANGE");
    writer.add_time(tag::kSendingTime, order.now, TimePrecision::Milliseconds);
    writer.add(tag::kTargetCompId, "TRADER01");
    writer.add(tag::kOrderId, IdText('O', order.id).view());
    writer.add(tag::kClOrdId, IdText(order.id).view());
    writer.add(tag::kExecId, IdText('E', order.number).view());
    writer.add_char(tag::kExecType, 'F');
    writer.add_char(tag::kOrdStatus, report.done == order.qty ? '2' : '1');
    writer.add(tag::kAccount, "HOUSE");
    writer.add(tag::kSymbol, order.symbol);
    writer.add_char(tag::kSide, order.side);
    writer.add_uint(tag::kOrderQty, order.qty);
    writer.add_char(tag::kOrdType, '2');
    writer.add_decimal(tag::kPrice, order.price);
    writer.add_char(tag::kTimeInForce, '0');
    writer.add_uint(tag::kLastQty, report.done);
    writer.add_decimal(tag::kLastPx, order.price);
    writer.add_uint(tag::kLeavesQty, order.qty - report.done);
    writer.add_uint(tag::kCumQty, report.done);
    writer.add_decimal(tag::kAvgPx, order.price);
    writer.add_time(tag::kTransactTime, order.now, TimePrecision::Milliseconds);
}

/// Of lengths that change from message to message.
ReportValues random_values(Random& random, std::uint64_t number) {
    ReportValues report;
    OrderValues& order = report.order;
    order.number = number;
    order.id = 1 + random.below(100'000'000);
    order.qty = 1 + random.below(10'000);
    report.done = random.below(order.qty + 1);
    order.price = {static_cast<std::int64_t>(1 + random.below(10'000'000)), 2};
    order.now = kFirstTime + Nanos{static_cast<std::int64_t>(number * 12'345'678)};
    order.symbol = kSymbols[random.below(std::size(kSymbols))];
    order.side = random.one_in(2) ? '1' : '2';
    return report;
}

/// What every engine works out for itself from the number.
OrderValues values_of(std::uint64_t number) noexcept {
    return {.number = number,
            .id = 1'000'000 + number,
            .symbol = kSymbols[number % std::size(kSymbols)],
            .side = number % 2 == 0 ? '1' : '2',
            .qty = 100 + number % 900,
            // No trailing zero: some encoders leave these out.
            .price = {static_cast<std::int64_t>(10'001 + number % 900 / 9 * 10 + number % 9), 2},
            .now = kFirstTime + Nanos{static_cast<std::int64_t>(number * 1'234'567)}};
}

std::uint64_t units_of(std::string_view value) noexcept {
    const auto decimal = to_decimal(value);
    return decimal ? static_cast<std::uint64_t>(to_units(*decimal, 4).value_or(0)) : 0;
}

std::uint64_t nanos_of(std::string_view value) noexcept {
    return static_cast<std::uint64_t>(to_time(value).value_or(Time{}).value);
}

std::uint64_t value_in_report(const Field& field) noexcept {
    switch (field.tag) {
        case tag::kPrice:
        case tag::kLastPx:
        case tag::kAvgPx:
            return units_of(field.value);
        case tag::kMsgSeqNum:
        case tag::kClOrdId:
        case tag::kOrderQty:
        case tag::kLastQty:
        case tag::kLeavesQty:
        case tag::kCumQty:
            return to_uint(field.value).value_or(0);
        case tag::kTransactTime:
            return nanos_of(field.value);
        case tag::kExecType:
        case tag::kOrdStatus:
        case tag::kSide:
            return static_cast<unsigned char>(field.value.front());
        case tag::kOrderId:
        case tag::kExecId:
        case tag::kSymbol:
            return field.value.size();
        default:
            return 0;
    }
}

std::uint64_t value_in_order(const Field& field) noexcept {
    switch (field.tag) {
        case tag::kPrice:
            return units_of(field.value);
        case tag::kMsgSeqNum:
        case tag::kClOrdId:
        case tag::kOrderQty:
            return to_uint(field.value).value_or(0);
        case tag::kTransactTime:
            return nanos_of(field.value);
        case tag::kSide:
        case tag::kOrdType:
        case tag::kTimeInForce:
            return static_cast<unsigned char>(field.value.front());
        case tag::kAccount:
        case tag::kSymbol:
            return field.value.size();
        default:
            return 0;
    }
}

/// All messages of the stream: framed, split, and what `read` makes of each.
template <class Read>
std::uint64_t sum_of_messages(const FixStream& stream, Framer& framer, FieldList& fields,
                              Read read) noexcept {
    std::uint64_t sum = 0;
    Bytes rest = stream.bytes;
    Bytes message;
    while (framer.next(rest, message) == FrameStatus::Whole) {
        if (fields.split(message) == SplitStatus::Ok) {
            sum += read(fields);
        }
    }
    return sum;
}

}  // namespace

const Dictionary& fix44() {
    static const Dictionary kDictionary = [] {
        auto created = Dictionary::create(kFix44);
        HOTPATH_ASSERT(created.has_value(), "the generated tables must make a dictionary");
        return std::move(*created);
    }();
    return kDictionary;
}

FixStream make_reports(std::uint64_t messages) {
    return make_stream(messages, 2'101,
                       [](MessageWriter& writer, Random& random, std::uint64_t number) {
                           write_report(writer, random_values(random, number));
                           if (random.one_in(4)) {
                               writer.add(tag::kText, "partial fill at the touch");
                           }
                       });
}

FixStream make_orders(std::uint64_t messages) {
    return make_stream(messages, 2'103,
                       [](MessageWriter& writer, Random& random, std::uint64_t number) {
                           write_order(writer, random_values(random, number).order);
                       });
}

std::uint64_t sum_of_report(const FieldList& fields) noexcept {
    std::uint64_t sum = 0;
    for (const Field field : fields) {
        sum += value_in_report(field);
    }
    return sum;
}

std::uint64_t sum_of_order(const FieldList& fields) noexcept {
    std::uint64_t sum = 0;
    for (const Field field : fields) {
        sum += value_in_order(field);
    }
    return sum;
}

std::uint64_t decode_reports(const FixStream& stream, Framer& framer, FieldList& fields) noexcept {
    return sum_of_messages(stream, framer, fields, sum_of_report);
}

std::uint64_t decode_orders(const FixStream& stream, Framer& framer, FieldList& fields) noexcept {
    return sum_of_messages(stream, framer, fields, sum_of_order);
}

std::uint64_t split_reports(const FixStream& stream, Framer& framer, FieldList& fields) noexcept {
    return sum_of_messages(stream, framer, fields, [](const FieldList& report) noexcept {
        return to_uint(report.value(tag::kMsgSeqNum).value_or("0")).value_or(0);
    });
}

Bytes encode_order(MessageWriter& writer, std::uint64_t number) noexcept {
    write_order(writer, values_of(number));
    return writer.finish();
}

Bytes encode_report(MessageWriter& writer, std::uint64_t number) noexcept {
    const OrderValues order = values_of(number);
    write_report(writer, {.order = order, .done = number % 3 == 0 ? order.qty : 1 + number % 100});
    return writer.finish();
}

}  // namespace hotpath::bench
