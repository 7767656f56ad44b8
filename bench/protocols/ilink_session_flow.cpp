#include "bench/protocols/ilink_session_flow.hpp"

#include <array>
#include <string>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/protocols/cme/ilink3/frame.hpp"
#include "hotpath/protocols/cme/trader/request_id.hpp"

namespace hotpath::bench {

namespace {

namespace ilink3 = protocols::cme::ilink3;

constexpr std::uint64_t kUuid = 1'764'158'400'000'000;
constexpr Time kUtcAtZero{1'764'158'400'000'000'000};
constexpr Time kBegins{1'000'000'000};
constexpr Nanos kBetween{1'234'567};
constexpr Nanos kKeepAlive{60 * kNanosPerSecond};
constexpr std::uint16_t kKeepAliveMs = 60'000;
constexpr std::int64_t kMantissaPerUnit = 100'000;  // of a price with four decimals
constexpr std::size_t kSeqNumAt = ilink3::kFramingHeaderLength + ilink3::MessageHeader::kLength;
constexpr std::size_t kReportRoom = 512;

[[nodiscard]] ClOrdId order_of(std::uint32_t report) noexcept {
    return {1 + report / 2 * 2};
}

template <class Message>
void store_labels(Message& m, ClOrdId id, std::string_view cl_ord_id) noexcept {
    const auto time = static_cast<std::uint64_t>(kUtcAtZero.value);
    m.store_uuid(kUuid);
    m.store_cl_ord_id(cl_ord_id);
    m.store_order_request_id(protocols::cme::to_order_request_id({.order = id}));
    m.store_order_id(90'000'000'000 + id.value);
    m.store_security_id(kSentInstrument.value);
    m.store_sender_id("DESK");
    m.store_location("US,IL");
    m.store_party_details_list_req_id(7);
    m.store_transact_time(time);
    m.store_sending_time_epoch(time);
    m.store_side(ilink3::Side::Buy);
    m.store_ord_type(ilink3::OrderType::Limit);
    m.store_time_in_force(ilink3::TimeInForce::Day);
}

void append_frame(IlinkStream& stream, Bytes message) {
    std::array<std::byte, ilink3::kFramingHeaderLength> header;
    ilink3::store_framing_header(header.data(), header.size() + message.size());
    stream.bytes.insert(stream.bytes.end(), header.begin(), header.end());
    stream.bytes.insert(stream.bytes.end(), message.begin(), message.end());
}

template <class Message, class Fill>
void append_message(IlinkStream& stream, Fill&& fill) {
    std::array<std::byte, kReportRoom> room;
    const protocols::cme::sbe::Encoded encoded = Message::encode(room, fill);
    HOTPATH_ASSERT(encoded.status == protocols::cme::sbe::EncodeStatus::Ok,
                   "a report must have room");
    append_frame(stream, encoded.bytes);
}

}  // namespace

IlinkStream make_ilink_reports(std::uint32_t messages) {
    IlinkStream stream;
    Random random(2'103);
    for (std::uint32_t report = 0; report < messages; ++report) {
        stream.begins.push_back(stream.bytes.size());
        const ClOrdId id = order_of(report);
        const std::string cl_ord_id = std::to_string(id.value);
        const std::string exec_id = std::to_string(700'000 + report);
        const std::int64_t price =
            static_cast<std::int64_t>(1 + random.below(10'000'000)) * kMantissaPerUnit;
        if (report % 2 == 0) {
            append_message<ilink3::ExecutionReportNew>(stream, [&](auto& m) {
                store_labels(m, id, cl_ord_id);
                ilink3::Price on_wire;
                on_wire.store_mantissa(price);
                m.store_exec_id(exec_id);
                m.store_price(on_wire);
                m.store_order_qty(100);
            });
            continue;
        }
        append_message<ilink3::ExecutionReportTradeOutright>(stream, [&](auto& m) {
            store_labels(m, id, cl_ord_id);
            ilink3::Price on_wire;
            on_wire.store_mantissa(price);
            m.store_exec_id(exec_id);
            m.store_last_px(on_wire);
            m.store_last_qty(100);
            m.store_order_qty(100);
            m.store_cum_qty(100);
            m.store_leaves_qty(0);
            m.store_ord_status(ilink3::OrderStatusTrade::Filled);
            m.store_aggressor_indicator(ilink3::BooleanFlag::False);
        });
    }
    stream.begins.push_back(stream.bytes.size());
    return stream;
}

bool is_expected_ilink_order(Bytes frame) {
    ilink3::FrameAssembler frames(ilink3::kFrameLengthMax);
    Bytes message;
    ilink3::NewOrderSingle order;
    return frames.next(frame, message) == ilink3::FrameStatus::Whole && frame.empty() &&
           order.open(message) == protocols::DecodeStatus::Ok && order.load_order_qty() == 100 &&
           order.load_side() == ilink3::Side::Buy &&
           order.load_security_id() == kSentInstrument.value &&
           order.load_price().load_mantissa() == 100'000 * kMantissaPerUnit &&
           order.load_cl_ord_id() ==
               std::to_string(
                   protocols::cme::to_request_id(order.load_order_request_id()).order.value) &&
           order.load_seq_num() != 0 && order.load_sending_time_epoch() != 0;
}

struct IlinkOrderLife::Listener {
    void on_session_open() const noexcept {}
    void on_reply(std::uint64_t, Bytes message) noexcept {
        static_cast<void>(life.codec_.decode(message, *this));
    }
    void operator()(const oms::Accepted& order) const noexcept { add(order); }
    void operator()(const oms::Executed& trade) const noexcept { add(trade); }
    void add(const auto& event) const noexcept {
        life.sum_ += event.id.value + std::uint64_t{event.qty.value} +
                     static_cast<std::uint64_t>(event.price.value);
    }
    template <class Event>
    void operator()(const Event&) const noexcept {}

    IlinkOrderLife& life;
};

IlinkOrderLife::IlinkOrderLife(IlinkStream reports)
    : reports_(std::move(reports)),
      link_(*protocols::cme::IlinkLink::create({.access_key_id = "KEY",
                                                .session = "ABC",
                                                .firm = "00001",
                                                .sender_id = "DESK",
                                                .location = "US,IL",
                                                .keep_alive = kKeepAlive},
                                               {})),
      codec_({.instruments_max = 1},
             {.sender_id = "DESK", .location = "US,IL", .party_list = 7, .price_decimals = 4}),
      outbox_(4'096),
      now_(kBegins) {
    codec_.allow(kSentInstrument, *Symbol::from("GOOGL"), kSentInstrument.value);
    establish();
    HOTPATH_ASSERT(link_.is_logged_in(), "the session must be established");
}

/// The venue's answer to our Establish.
void IlinkOrderLife::establish() noexcept {
    link_.on_connected(now_, {.utc = kUtcAtZero, .uuid = kUuid, .is_negotiated = true});
    Bytes frame = link_.output();
    ilink3::FrameAssembler frames(ilink3::kFrameLengthMax);
    Bytes message;
    ilink3::Establish establish;
    HOTPATH_ASSERT(frames.next(frame, message) == ilink3::FrameStatus::Whole &&
                       establish.open(message) == protocols::DecodeStatus::Ok,
                   "a negotiated session must begin with Establish");
    IlinkStream answer;
    append_message<ilink3::EstablishmentAck>(answer, [&](auto& m) {
        m.store_uuid(kUuid);
        m.store_request_timestamp(establish.load_request_timestamp());
        m.store_next_seq_no(1);
        m.store_keep_alive_interval(kKeepAliveMs);
    });
    link_.on_written(link_.output().size());
    Listener listener{*this};
    link_.on_bytes(answer.bytes, now_, listener);
}

Time IlinkOrderLife::next_time() noexcept {
    now_ = now_ + kBetween;
    return now_;
}

std::size_t IlinkOrderLife::send(ClOrdId id) noexcept {
    codec_.encode(order_.with_id(id), outbox_);
    std::size_t length = 0;
    outbox_.drain([&](Bytes message) {
        if (link_.try_send(message, now_)) {
            last_order_ = link_.output();
            length = last_order_.size();
            link_.on_written(length);
        }
    });
    return length;
}

template <class After>
std::uint64_t IlinkOrderLife::receive_each(After&& after) noexcept {
    Listener listener{*this};
    sum_ = 0;
    for (std::size_t i = 0; i < reports_.messages(); ++i) {
        std::byte* const frame = reports_.bytes.data() + reports_.begins[i];
        store_le(frame + kSeqNumAt, next_number_++);
        link_.on_bytes(Bytes(frame, reports_.begins[i + 1] - reports_.begins[i]), next_time(),
                       listener);
        after(static_cast<std::uint32_t>(i));
    }
    return sum_;
}

std::uint64_t IlinkOrderLife::run() noexcept {
    std::uint64_t bytes = send(order_of(0));
    const std::uint64_t sum =
        receive_each([&](std::uint32_t report) { bytes += send({report + 2}); });
    return sum + bytes;
}

std::uint64_t IlinkOrderLife::receive_all() noexcept {
    return receive_each([this](std::uint32_t) { link_.on_written(link_.output().size()); });
}

std::uint64_t IlinkOrderLife::send_all(std::uint32_t orders) noexcept {
    std::uint64_t bytes = 0;
    for (std::uint32_t number = 0; number < orders; ++number) {
        static_cast<void>(next_time());
        bytes += send({number + 1});
    }
    return bytes;
}

}  // namespace hotpath::bench
