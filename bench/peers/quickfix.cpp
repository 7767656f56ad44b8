#include "bench/peers/quickfix.hpp"

#include <exception>
#include <string>

#include <quickfix/Message.h>
#include <quickfix/Parser.h>
#include <quickfix/fix44/ExecutionReport.h>
#include <quickfix/fix44/NewOrderSingle.h>

#include "bench/peers/quickfix_fields.hpp"

namespace hotpath {
namespace bench {
namespace peers {
namespace {

constexpr std::int64_t kNanosPerSecond = 1000000000;
constexpr std::int64_t kFirstTime = 1709210096789123456;
const char* const kSymbols[] = {"IBM", "AAPL", "GOOGL", "F", "BRK.B"};

template <class Field>
std::size_t length_of(const FIX::Message& m) {
    return field_of<Field>(m).getValue().size();
}

std::uint64_t number_of_message(const FIX::Message& m) {
    return number_of<FIX::MsgSeqNum>(m.getHeader());
}

std::uint64_t nanos_of_transaction(const FIX::Message& m) {
    const FIX::UtcTimeStamp stamp = field_of<FIX::TransactTime>(m).getValue();
    return static_cast<std::uint64_t>(stamp.getTimeT() * kNanosPerSecond + stamp.getFraction(9));
}

std::uint64_t id_of_order(const FIX::Message& m) {
    return std::stoull(field_of<FIX::ClOrdID>(m).getValue());
}

/// The fields of sum_of_report() in bench/protocols/fix_flow.cpp.
std::uint64_t sum_of_report(const FIX::Message& m) {
    return number_of_message(m) + units_of<FIX::Price>(m) + units_of<FIX::LastPx>(m) +
           units_of<FIX::AvgPx>(m) + id_of_order(m) + number_of<FIX::OrderQty>(m) +
           number_of<FIX::LastQty>(m) + number_of<FIX::LeavesQty>(m) + number_of<FIX::CumQty>(m) +
           nanos_of_transaction(m) + number_of<FIX::ExecType>(m) + number_of<FIX::OrdStatus>(m) +
           number_of<FIX::Side>(m) + length_of<FIX::OrderID>(m) + length_of<FIX::ExecID>(m) +
           length_of<FIX::Symbol>(m);
}

/// Those of sum_of_order().
std::uint64_t sum_of_order(const FIX::Message& m) {
    return number_of_message(m) + units_of<FIX::Price>(m) + id_of_order(m) +
           number_of<FIX::OrderQty>(m) + nanos_of_transaction(m) + number_of<FIX::Side>(m) +
           number_of<FIX::OrdType>(m) + number_of<FIX::TimeInForce>(m) +
           length_of<FIX::Account>(m) + length_of<FIX::Symbol>(m);
}

FIX::UtcTimeStamp time_of(std::uint64_t number) {
    const std::int64_t nanos = kFirstTime + static_cast<std::int64_t>(number) * 1234567;
    return FIX::UtcTimeStamp(static_cast<time_t>(nanos / kNanosPerSecond),
                             static_cast<int>(nanos % kNanosPerSecond / 1000000), 3);
}

double price_of(std::uint64_t number) {
    return static_cast<double>(10001 + number % 900 / 9 * 10 + number % 9) / 100;
}

void set_header(FIX::Message& message, const char* sender, const char* target, std::uint64_t number,
                const FIX::UtcTimeStamp& time) {
    FIX::Header& header = message.getHeader();
    header.setField(FIX::SenderCompID(sender));
    header.setField(FIX::TargetCompID(target));
    header.setField(FIX::MsgSeqNum(static_cast<int>(number) + 1));
    header.setField(FIX::SendingTime(time, 3));
}

std::uint64_t answer_of(const std::string& message) {
    const char* const digits = message.data() + message.size() - 4;
    return message.size() + static_cast<std::uint64_t>((digits[0] - '0') * 100 +
                                                       (digits[1] - '0') * 10 + (digits[2] - '0'));
}

// In pieces as a socket gives them: the parser's buffer is a string that it erases from the front.
template <class Read>
std::uint64_t sum_of_messages(const char* bytes, std::size_t size, Read read) {
    constexpr std::size_t kRead = 4096;
    FIX::Parser parser;
    std::string text;
    std::uint64_t sum = 0;
    try {
        for (std::size_t at = 0; at < size; at += kRead) {
            parser.addToStream(bytes + at, size - at < kRead ? size - at : kRead);
            while (parser.readFixMessage(text)) {
                const FIX::Message message(text, true);
                sum += read(message);
            }
        }
    } catch (const std::exception&) {
        return 0;
    }
    return sum;
}

}  // namespace

std::uint64_t quickfix_decode_reports(const char* bytes, std::size_t size) {
    return sum_of_messages(bytes, size, sum_of_report);
}

std::uint64_t quickfix_decode_orders(const char* bytes, std::size_t size) {
    return sum_of_messages(bytes, size, sum_of_order);
}

std::uint64_t quickfix_split_reports(const char* bytes, std::size_t size) {
    return sum_of_messages(bytes, size, number_of_message);
}

std::uint64_t quickfix_encode_orders(std::uint64_t orders) {
    std::uint64_t sum = 0;
    std::string text;
    for (std::uint64_t number = 0; number < orders; ++number) {
        const FIX::UtcTimeStamp time = time_of(number);
        FIX44::NewOrderSingle order(FIX::ClOrdID(std::to_string(1000000 + number)),
                                    FIX::Side(number % 2 == 0 ? '1' : '2'),
                                    FIX::TransactTime(time, 3), FIX::OrdType('2'));
        set_header(order, "TRADER01", "EXCHANGE", number, time);
        order.setField(FIX::Account("HOUSE"));
        order.setField(FIX::HandlInst('1'));
        order.setField(FIX::Symbol(kSymbols[number % 5]));
        order.setField(FIX::OrderQty(static_cast<double>(100 + number % 900)));
        order.setField(FIX::Price(price_of(number)));
        order.setField(FIX::TimeInForce('0'));
        order.toString(text);
        sum += answer_of(text);
    }
    return sum;
}

std::uint64_t quickfix_encode_reports(std::uint64_t reports) {
    std::uint64_t sum = 0;
    std::string text;
    for (std::uint64_t number = 0; number < reports; ++number) {
        const FIX::UtcTimeStamp time = time_of(number);
        const std::string id = std::to_string(1000000 + number);
        const double price = price_of(number);
        const std::uint64_t qty = 100 + number % 900;
        const std::uint64_t done = number % 3 == 0 ? qty : 1 + number % 100;
        FIX44::ExecutionReport report(
            FIX::OrderID("O" + id), FIX::ExecID("E" + std::to_string(number)), FIX::ExecType('F'),
            FIX::OrdStatus(done == qty ? '2' : '1'), FIX::Side(number % 2 == 0 ? '1' : '2'),
            FIX::LeavesQty(static_cast<double>(qty - done)), FIX::CumQty(static_cast<double>(done)),
            FIX::AvgPx(price));
        set_header(report, "EXCHANGE", "TRADER01", number, time);
        report.setField(FIX::ClOrdID(id));
        report.setField(FIX::Account("HOUSE"));
        report.setField(FIX::Symbol(kSymbols[number % 5]));
        report.setField(FIX::OrderQty(static_cast<double>(qty)));
        report.setField(FIX::OrdType('2'));
        report.setField(FIX::Price(price));
        report.setField(FIX::TimeInForce('0'));
        report.setField(FIX::LastQty(static_cast<double>(done)));
        report.setField(FIX::LastPx(price));
        report.setField(FIX::TransactTime(time, 3));
        report.toString(text);
        sum += answer_of(text);
    }
    return sum;
}

}  // namespace peers
}  // namespace bench
}  // namespace hotpath
