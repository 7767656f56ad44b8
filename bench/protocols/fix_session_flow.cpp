#include "bench/protocols/fix_session_flow.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/protocols/fix/body_text.hpp"

namespace hotpath::bench {

namespace {

using namespace protocols::fix;

constexpr Time kLogonTime{1'709'210'096'789'123'456};
constexpr std::int64_t kBetweenNs = 1'234'567;
constexpr unsigned kPriceDecimals = 4;

void write_header(MessageWriter& writer, std::string_view type, std::uint64_t number, Time now) {
    writer.begin("FIX.4.4", type);
    writer.add_uint(tag::kMsgSeqNum, number);
    writer.add(tag::kSenderCompId, "EXCHANGE");
    writer.add_time(tag::kSendingTime, now, TimePrecision::Milliseconds);
    writer.add(tag::kTargetCompId, "TRADER01");
}

/// An order is accepted, 22 fields, or it trades, 24.
void write_report(MessageWriter& writer, Random& random, std::uint64_t number) {
    const std::uint64_t order = 1 + random.below(100'000'000);
    const std::string id = std::to_string(order);
    const std::uint64_t qty = 2 + random.below(10'000);
    const bool is_trade = random.one_in(2);
    const std::uint64_t done = is_trade ? 1 + random.below(qty) : 0;
    const Decimal price{static_cast<std::int64_t>(1 + random.below(10'000'000)), 2};
    const Time now = session_time_of(number);
    write_header(writer, "8", number + 2, now);
    writer.add(tag::kOrderId, "4" + id);
    writer.add(tag::kClOrdId, id);
    writer.add(tag::kExecId, std::to_string(700'000 + number));
    writer.add_char(tag::kExecType, is_trade ? 'F' : '0');
    const char open_status = is_trade ? '1' : '0';
    writer.add_char(tag::kOrdStatus, done == qty ? '2' : open_status);
    writer.add(tag::kAccount, "HOUSE");
    writer.add(tag::kSymbol, "GOOGL");
    writer.add_char(tag::kSide, random.one_in(2) ? '1' : '2');
    writer.add_uint(tag::kOrderQty, qty);
    writer.add_char(tag::kOrdType, '2');
    writer.add_decimal(tag::kPrice, price);
    writer.add_char(tag::kTimeInForce, '0');
    if (is_trade) {
        writer.add_uint(tag::kLastQty, done);
        writer.add_decimal(tag::kLastPx, price);
    }
    writer.add_uint(tag::kLeavesQty, qty - done);
    writer.add_uint(tag::kCumQty, done);
    writer.add_decimal(tag::kAvgPx, is_trade ? price : Decimal{0, 2});
    writer.add_time(tag::kTransactTime, now, TimePrecision::Milliseconds);
}

std::optional<std::int64_t> units_of_price(const FieldList& fields) {
    const auto price = to_decimal(fields.value(tag::kPrice).value_or(""));
    return price ? to_units(*price, kPriceDecimals) : std::nullopt;
}

}  // namespace

Time session_time_of(std::uint64_t number) noexcept {
    return kLogonTime + Nanos{static_cast<std::int64_t>(number + 1) * kBetweenNs};
}

FixStream make_session_reports(std::uint64_t messages) {
    return make_stream(messages, 2'102, write_report);
}

std::vector<std::size_t> ends_of(const FixStream& stream) {
    std::vector<std::size_t> ends;
    Framer framer(kFixMessageMax);
    Bytes rest = stream.bytes;
    Bytes message;
    while (framer.next(rest, message) == FrameStatus::Whole) {
        ends.push_back(stream.bytes.size() - rest.size());
    }
    HOTPATH_ASSERT(ends.size() == stream.messages, "every message of the stream must be whole");
    return ends;
}

bool is_expected_order(std::string_view message) {
    Framer framer(kFixMessageMax);
    FieldList fields(fix44().data_fields());
    Validator validator(fix44(), {.rejects_unknown_tags = true});
    Bytes rest = std::as_bytes(std::span(message));
    Bytes whole;
    const bool is_whole = framer.next(rest, whole) == FrameStatus::Whole && rest.empty() &&
                          fields.split(whole) == SplitStatus::Ok &&
                          validator.check(fields) == Verdict{};
    const auto has = [&](Tag tag, std::string_view value) { return fields.value(tag) == value; };
    return is_whole && has(tag::kMsgType, "D") && has(tag::kSymbol, "GOOGL") &&
           has(tag::kAccount, "HOUSE") && has(tag::kSide, "1") && has(tag::kOrderQty, "100") &&
           has(tag::kOrdType, "2") && has(tag::kTimeInForce, "0") &&
           units_of_price(fields) == std::int64_t{100'000};
}

std::vector<std::byte> logon_answer() {
    std::array<std::byte, kFixMessageMax> buffer;
    MessageWriter writer(buffer);
    write_header(writer, "A", 1, kLogonTime);
    writer.add_uint(tag::kEncryptMethod, 0);
    writer.add_uint(tag::kHeartBtInt, 30);
    const Bytes message = writer.finish();
    return {message.begin(), message.end()};
}

MemoryStore make_fix_store() {
    auto store = MemoryStore::create({.messages_max = 4'096, .bytes_max = 1'048'576});
    HOTPATH_ASSERT(store.has_value(), "a small store must fit in memory");
    return std::move(*store);
}

Session make_fix_session(SessionOptions options, MessageStore& store) {
    options.sender_comp_id = "TRADER01";
    options.target_comp_id = "EXCHANGE";
    if (options.role == Role::Acceptor) {
        std::swap(options.sender_comp_id, options.target_comp_id);
    }
    auto session = Session::create(options, fix44(), store);
    HOTPATH_ASSERT(session.has_value(), "the options must be those of a session");
    return std::move(*session);
}

struct FixOrderLife::Listener : NullSessionListener {
    explicit Listener(FixOrderLife& of) noexcept : life(of) {}

    void on_message(const Inbound& inbound) noexcept {
        static_cast<void>(life.codec_.decode(inbound.fields, *this));
    }
    void operator()(const oms::Accepted& order) const noexcept { add(order); }
    void operator()(const oms::Executed& trade) const noexcept { add(trade); }
    void add(const auto& event) const noexcept {
        life.sum_ += event.id.value + std::uint64_t{event.qty.value} +
                     static_cast<std::uint64_t>(event.price.value);
    }
    template <class Event>
    void operator()(const Event&) const noexcept {}

    FixOrderLife& life;
};

FixOrderLife::FixOrderLife(bool validates)
    : store_(make_fix_store()),
      session_(make_fix_session({.validates = validates}, store_)),
      codec_({.instruments_max = 1}, {.price_decimals = kPriceDecimals, .account = "HOUSE"}),
      outbox_(4'096) {
    codec_.allow(kSentInstrument, *Symbol::from("GOOGL"), kSentInstrument.value);
    Listener listener(*this);
    session_.on_connected(kLogonTime, listener);
    session_.on_written(session_.output().size(), kLogonTime);
    session_.on_bytes(logon_answer(), kLogonTime, listener);
    HOTPATH_ASSERT(session_.is_logged_on(), "the session must be logged on");
}

std::size_t FixOrderLife::send(std::uint64_t number, Time now) noexcept {
    const ClOrdId id{static_cast<std::uint32_t>(1'000'000 + number)};
    codec_.encode(order_.with_id(id), outbox_);
    std::size_t length = 0;
    outbox_.drain([&](Bytes body) {
        const std::optional<BodyText> text = split_body(as_text(body));
        HOTPATH_ASSERT(text, "a codec's body must begin with its MsgType");
        MessageWriter& writer = session_.begin(text->msg_type, now);
        writer.add_time(tag::kTransactTime, now, TimePrecision::Milliseconds);
        writer.add_fields(text->fields);
        if (session_.send() == SendStatus::Sent) {
            last_order_ = session_.output();
            length = last_order_.size();
            session_.on_written(length, now);
        }
    });
    return length;
}

template <class After>
std::uint64_t FixOrderLife::receive_each(const FixStream& reports,
                                         const std::vector<std::size_t>& ends, After&& after) {
    Listener listener(*this);
    store_.set_next_in(2);
    sum_ = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const Time now = session_time_of(i);
        session_.on_bytes(Bytes(reports.bytes).subspan(begin, ends[i] - begin), now, listener);
        after(i, now);
        begin = ends[i];
    }
    return sum_;
}

std::uint64_t FixOrderLife::run(const FixStream& reports, const std::vector<std::size_t>& ends) {
    return receive_each(reports, ends,
                        [this](std::size_t i, Time now) { sum_ += send(i, now) != 0 ? 1U : 0U; });
}

std::uint64_t FixOrderLife::receive_all(const FixStream& reports,
                                        const std::vector<std::size_t>& ends) {
    return receive_each(reports, ends, [this](std::size_t, Time now) {
        session_.on_written(session_.output().size(), now);  // a heartbeat at times
    });
}

std::uint64_t FixOrderLife::send_all(std::uint64_t orders) {
    std::uint64_t bytes = 0;
    for (std::uint64_t number = 0; number < orders; ++number) {
        bytes += send(number, session_time_of(number));
    }
    return bytes;
}

}  // namespace hotpath::bench
