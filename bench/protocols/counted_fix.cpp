#include "bench/protocols/counted_fix.hpp"

#include <array>
#include <vector>

#include "bench/counted_time.hpp"
#include "bench/protocols/fix_flow.hpp"
#include "bench/protocols/fix_session_flow.hpp"
#include "hotpath/core/assert.hpp"

namespace hotpath::bench {
namespace {

using namespace protocols::fix;

constexpr std::uint64_t kCountedReports = 5'000;
constexpr std::string_view kNames[] = {
    "fix_decode",          "fix_validate",           "fix_encode",
    "fix_receive.session", "fix_receive.dictionary", "fix_send",
    "fix_order_decode",    "fix_report_encode"};

[[gnu::noinline]] std::uint64_t measured_fix_decode(const FixStream& stream, Framer& framer,
                                                    FieldList& fields) {
    return decode_reports(stream, framer, fields);
}

[[gnu::noinline]] std::uint64_t measured_fix_order_decode(const FixStream& stream, Framer& framer,
                                                          FieldList& fields) {
    return decode_orders(stream, framer, fields);
}

[[gnu::noinline]] bool measured_fix_validate(Validator& validator, const FieldList& fields) {
    return validator.check(fields).reason == SessionRejectReason::Accepted;
}

[[gnu::noinline]] std::uint64_t measured_fix_encode(MessageWriter& writer, std::uint64_t orders) {
    std::uint64_t bytes = 0;
    for (std::uint64_t number = 0; number < orders; ++number) {
        bytes += encode_order(writer, number).size();
    }
    return bytes;
}

[[gnu::noinline]] std::uint64_t measured_fix_report_encode(MessageWriter& writer,
                                                           std::uint64_t reports) {
    std::uint64_t bytes = 0;
    for (std::uint64_t number = 0; number < reports; ++number) {
        bytes += encode_report(writer, number).size();
    }
    return bytes;
}

[[gnu::noinline]] std::uint64_t measured_fix_receive(FixOrderLife& life, const FixStream& reports,
                                                     const std::vector<std::size_t>& ends) {
    return life.receive_all(reports, ends);
}

[[gnu::noinline]] std::uint64_t measured_fix_send(FixOrderLife& life, std::uint64_t orders) {
    return life.send_all(orders);
}

std::uint64_t count_validated(const FixStream& stream) {
    Framer framer(kFixMessageMax);
    FieldList fields(fix44().data_fields());
    Validator validator(fix44(), {.rejects_unknown_tags = true});
    std::uint64_t accepted = 0;
    Bytes rest = stream.bytes;
    Bytes message;
    while (framer.next(rest, message) == FrameStatus::Whole) {
        (void)fields.split(message);
        accepted += measured_fix_validate(validator, fields) ? 1U : 0U;
    }
    HOTPATH_ASSERT(accepted == stream.messages, "every report keeps to its dictionary");
    return accepted;
}

}  // namespace

std::span<const std::string_view> counted_fix_names() noexcept {
    return kNames;
}

CountedFix count_fix(std::string_view name) {
    const auto decode = [](const FixStream& stream, auto&& measured) {
        Framer framer(kFixMessageMax);
        FieldList fields(fix44().data_fields());
        return CountedFix{kCountedReports, timed([&] { return measured(stream, framer, fields); })};
    };
    const auto encode = [](auto&& measured) {
        std::array<std::byte, kFixMessageMax> buffer;
        MessageWriter writer(buffer);
        return CountedFix{kCountedReports,
                          timed([&] { return measured(writer, kCountedReports); })};
    };
    if (name == kNames[0]) {
        return decode(make_reports(kCountedReports), measured_fix_decode);
    }
    if (name == kNames[1]) {
        return {kCountedReports, count_validated(make_reports(kCountedReports))};
    }
    if (name == kNames[2]) {
        return encode(measured_fix_encode);
    }
    if (name == kNames[3] || name == kNames[4]) {
        const FixStream stream = make_session_reports(kCountedReports);
        const std::vector<std::size_t> ends = ends_of(stream);
        FixOrderLife life(name == kNames[4]);
        return {kCountedReports, timed([&] { return measured_fix_receive(life, stream, ends); })};
    }
    if (name == kNames[5]) {
        FixOrderLife life(true);
        return {kCountedReports, timed([&] { return measured_fix_send(life, kCountedReports); })};
    }
    if (name == kNames[6]) {
        return decode(make_orders(kCountedReports), measured_fix_order_decode);
    }
    if (name == kNames[7]) {
        return encode(measured_fix_report_encode);
    }
    return {};
}

}  // namespace hotpath::bench
