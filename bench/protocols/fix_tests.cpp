#include "bench/protocols/fix_tests.hpp"

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "bench/peers/children.hpp"
#include "bench/protocols/fix_flow.hpp"
#include "bench/protocols/fix_session_tests.hpp"
#include "bench/protocols/timed_passes.hpp"
#ifdef HOTPATH_PEER_QUICKFIX
#include "bench/peers/quickfix.hpp"
#endif

namespace hotpath::bench {
namespace {

using namespace protocols::fix;

/// Few enough for a cache: what is measured is the code.
constexpr Passes kPasses{.messages = 2'000, .count = 100};

struct FixFixture {
    FixStream reports;
    FixStream orders;
    timing::TscClock clock;
};
using SharedFix = std::shared_ptr<const FixFixture>;

std::uint64_t answer_of(Bytes message) noexcept {
    const auto digit = [&](std::size_t from_end) {
        return std::to_integer<std::uint64_t>(message[message.size() - from_end]) - '0';
    };
    return message.size() + digit(4) * 100 + digit(3) * 10 + digit(2);
}

using Decode = std::uint64_t (*)(const FixStream&, Framer&, FieldList&) noexcept;
using Encode = Bytes (*)(MessageWriter&, std::uint64_t) noexcept;

using QuickfixDecode = std::uint64_t (*)(const char*, std::size_t);
using QuickfixEncode = std::uint64_t (*)(std::uint64_t);

/// nullptr where QuickFIX is not installed.
struct Quickfix {
    QuickfixDecode split_reports = nullptr;
    QuickfixDecode decode_reports = nullptr;
    QuickfixDecode decode_orders = nullptr;
    QuickfixEncode encode_orders = nullptr;
    QuickfixEncode encode_reports = nullptr;
};
#ifdef HOTPATH_PEER_QUICKFIX
constexpr Quickfix kQuickfix{peers::quickfix_split_reports, peers::quickfix_decode_reports,
                             peers::quickfix_decode_orders, peers::quickfix_encode_orders,
                             peers::quickfix_encode_reports};
#else
constexpr Quickfix kQuickfix{};
#endif

/// A test of what is read from a stream. `work` is its name, and that of the peers' requests.
struct Decoding {
    std::string work;
    std::string group;
    const FixStream& stream;
    std::string file;  // of the stream
    Decode ours;
    QuickfixDecode quickfix;
};

/// A test of what is written from a number.
struct Encoding {
    std::string work;
    Encode ours;
    QuickfixEncode quickfix;
};

Subject decode_ours(const SharedFix& fixture, const Decoding& of) {
    return {"hotpath", of.group, [fixture, &stream = of.stream, decode = of.ours] {
                Framer framer(kFixMessageMax);
                FieldList fields(fix44().data_fields());
                return timed_passes(fixture->clock, kPasses,
                                    [&] { return decode(stream, framer, fields); });
            }};
}

/// Length and CheckSum of each message: the same for the same fields, whatever their order.
Subject encode_ours(const SharedFix& fixture, Encode encode) {
    return {"hotpath", "bytes", [fixture, encode] {
                std::array<std::byte, kFixMessageMax> buffer;
                MessageWriter writer(buffer);
                return timed_passes(fixture->clock, kPasses, [&] {
                    std::uint64_t sum = 0;
                    for (std::uint64_t number = 0; number < kPasses.messages; ++number) {
                        sum += answer_of(encode(writer, number));
                    }
                    return sum;
                });
            }};
}

Subject quickfix_decode(const SharedFix& fixture, const Decoding& of) {
    return {"quickfix", of.group, [fixture, &stream = of.stream, decode = of.quickfix] {
                return timed_passes(fixture->clock, kPasses, [&] {
                    return decode(reinterpret_cast<const char*>(stream.bytes.data()),
                                  stream.bytes.size());
                });
            }};
}

Subject quickfix_encode(const SharedFix& fixture, QuickfixEncode encode) {
    return {"quickfix", "bytes", [fixture, encode] {
                return timed_passes(fixture->clock, kPasses,
                                    [&] { return encode(kPasses.messages); });
            }};
}

/// For peers that are processes.
Expected<std::string> write_file(const FixStream& stream, const char* name) {
    const auto folder = std::filesystem::path(HOTPATH_SOURCE_DIR) / "build/flows";
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const std::string path = (folder / name).string();
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) {
        return fail("cannot write " + path);
    }
    const std::size_t written = std::fwrite(stream.bytes.data(), 1, stream.bytes.size(), file);
    const bool is_closed = std::fclose(file) == 0;
    return written == stream.bytes.size() && is_closed ? Expected<std::string>(path)
                                                       : fail("cannot write " + path);
}

void append(std::vector<Subject>& to, std::vector<Subject> subjects) {
    for (Subject& subject : subjects) {
        to.push_back(std::move(subject));
    }
}

Test decode_test(const SharedFix& fixture, const Decoding& of) {
    Test test{.name = "fix_" + of.work, .unit = "ns/message", .subjects = {}};
    test.subjects.push_back(decode_ours(fixture, of));
    if (of.quickfix != nullptr) {
        test.subjects.push_back(quickfix_decode(fixture, of));
    }
    append(test.subjects, peers::fix_codecs({of.work, of.group, kPasses.count, of.file}));
    return test;
}

Test encode_test(const SharedFix& fixture, const Encoding& of) {
    Test test{.name = "fix_" + of.work, .unit = "ns/message", .subjects = {}};
    test.subjects.push_back(encode_ours(fixture, of.ours));
    if (of.quickfix != nullptr) {
        test.subjects.push_back(quickfix_encode(fixture, of.quickfix));
    }
    append(test.subjects,
           peers::fix_codecs({of.work, "bytes", kPasses.count, fmt::to_string(kPasses.messages)}));
    return test;
}

/// The messages alone, without a session.
Expected<std::vector<Test>> codec_tests(const SharedFix& fixture) {
    const auto reports = write_file(fixture->reports, "reports.fix");
    const auto orders = write_file(fixture->orders, "orders.fix");
    if (!reports || !orders) {
        return std::unexpected(reports ? orders.error() : reports.error());
    }
    const FixStream& of_reports = fixture->reports;
    return std::vector<Test>{
        decode_test(fixture, {"split", "numbers", of_reports, *reports, split_reports,
                              kQuickfix.split_reports}),
        decode_test(fixture, {"decode", "fields", of_reports, *reports, decode_reports,
                              kQuickfix.decode_reports}),
        decode_test(fixture, {"order_decode", "fields", fixture->orders, *orders, decode_orders,
                              kQuickfix.decode_orders}),
        encode_test(fixture, {"encode", encode_order, kQuickfix.encode_orders}),
        encode_test(fixture, {"report_encode", encode_report, kQuickfix.encode_reports})};
}

}  // namespace

Expected<std::vector<Test>> fix_tests(const timing::TscClock& clock) {
    const SharedFix fixture = std::make_shared<const FixFixture>(
        FixFixture{make_reports(kPasses.messages), make_orders(kPasses.messages), clock});
    auto tests = codec_tests(fixture);
    if (!tests) {
        return tests;
    }
    auto session = fix_session_test(clock);
    if (!session) {
        return std::unexpected(session.error());
    }
    tests->push_back(std::move(*session));
    return tests;
}

}  // namespace hotpath::bench
