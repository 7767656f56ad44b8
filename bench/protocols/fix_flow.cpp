#include "bench/protocols/fix_flow.hpp"

#include <array>
#include <string>

#include "hotpath/core/random.hpp"

namespace hotpath::bench {

namespace {

using namespace wire::fix;

constexpr Time kFirstTime{1'709'210'096'789'123'456};
constexpr std::string_view kSymbols[] = {"IBM", "AAPL", "GOOGL", "F", "BRK.B"};

void write_report(MessageWriter& writer, Random& random, std::uint64_t number) {
    const std::uint64_t order = 1 + random.below(100'000'000);
    const std::string id = std::to_string(order);
    const std::uint64_t qty = 1 + random.below(10'000);
    const std::uint64_t done = random.below(qty + 1);
    const Decimal price{static_cast<std::int64_t>(1 + random.below(10'000'000)), 2};
    const Time now = kFirstTime + Nanos{static_cast<std::int64_t>(number * 12'345'678)};
    writer.begin("FIX.4.4", "8");
    writer.add_uint(tag::kMsgSeqNum, number + 1);
    writer.add(tag::kSenderCompId, "EXCHANGE");
    writer.add_time(tag::kSendingTime, now, TimePrecision::Milliseconds);
    writer.add(tag::kTargetCompId, "TRADER01");
    writer.add(tag::kOrderId, "O" + id);
    writer.add(tag::kClOrdId, id);
    writer.add(tag::kExecId, "E" + std::to_string(number));
    writer.add_char(tag::kExecType, 'F');
    writer.add_char(tag::kOrdStatus, done == qty ? '2' : '1');
    writer.add(tag::kAccount, "HOUSE");
    writer.add(tag::kSymbol, kSymbols[random.below(std::size(kSymbols))]);
    writer.add_char(tag::kSide, random.one_in(2) ? '1' : '2');
    writer.add_uint(tag::kOrderQty, qty);
    writer.add_char(tag::kOrdType, '2');
    writer.add_decimal(tag::kPrice, price);
    writer.add_char(tag::kTimeInForce, '0');
    writer.add_uint(tag::kLastQty, done);
    writer.add_decimal(tag::kLastPx, price);
    writer.add_uint(tag::kLeavesQty, qty - done);
    writer.add_uint(tag::kCumQty, done);
    writer.add_decimal(tag::kAvgPx, price);
    writer.add_time(tag::kTransactTime, now, TimePrecision::Milliseconds);
    if (random.one_in(4)) {
        writer.add(tag::kText, "partial fill at the touch");
    }
}

std::uint64_t units_of(std::string_view value) noexcept {
    const auto decimal = to_decimal(value);
    return decimal ? static_cast<std::uint64_t>(to_units(*decimal, 4).value_or(0)) : 0;
}

std::uint64_t value_of(const Field& field) noexcept {
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
            return static_cast<std::uint64_t>(to_time(field.value).value_or(Time{}).value);
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

FixStream make_reports(std::uint64_t messages) {
    return make_stream(messages, 2'101, write_report);
}

std::uint64_t sum_of_report(const FieldList& fields) noexcept {
    std::uint64_t sum = 0;
    for (const Field field : fields) {
        sum += value_of(field);
    }
    return sum;
}

std::uint64_t decode_reports(const FixStream& stream, Framer& framer, FieldList& fields) noexcept {
    return sum_of_messages(stream, framer, fields, sum_of_report);
}

std::uint64_t split_reports(const FixStream& stream, Framer& framer, FieldList& fields) noexcept {
    return sum_of_messages(stream, framer, fields, [](const FieldList& report) noexcept {
        return to_uint(report.value(tag::kMsgSeqNum).value_or("0")).value_or(0);
    });
}

Bytes encode_order(MessageWriter& writer, std::uint64_t number) noexcept {
    const Time now = kFirstTime + Nanos{static_cast<std::int64_t>(number * 1'234'567)};
    std::array<char, kIntLengthMax> id;
    const char* const id_end = write_uint(id.data(), 1'000'000 + number);
    writer.begin("FIX.4.4", "D");
    writer.add(tag::kSenderCompId, "TRADER01");
    writer.add(tag::kTargetCompId, "EXCHANGE");
    writer.add_uint(tag::kMsgSeqNum, number + 1);
    writer.add_time(tag::kSendingTime, now, TimePrecision::Milliseconds);
    writer.add(tag::kClOrdId, {id.data(), id_end});
    writer.add(tag::kAccount, "HOUSE");
    writer.add_char(tag::kHandlInst, '1');
    writer.add(tag::kSymbol, kSymbols[number % std::size(kSymbols)]);
    writer.add_char(tag::kSide, number % 2 == 0 ? '1' : '2');
    writer.add_time(tag::kTransactTime, now, TimePrecision::Milliseconds);
    writer.add_uint(tag::kOrderQty, 100 + number % 900);
    writer.add_char(tag::kOrdType, '2');
    // No trailing zero: some encoders leave these out.
    writer.add_decimal(tag::kPrice,
                       {static_cast<std::int64_t>(10'001 + number % 900 / 9 * 10 + number % 9), 2});
    writer.add_char(tag::kTimeInForce, '0');
    return writer.finish();
}

}  // namespace hotpath::bench
