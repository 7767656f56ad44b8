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
#include "hotpath/wire/fix/dictionary.hpp"
#ifdef HOTPATH_PEER_QUICKFIX
#include "bench/peers/quickfix.hpp"
#endif

namespace hotpath::bench {
namespace {

using namespace wire::fix;

/// Few enough for a cache: what is measured is the code.
constexpr std::uint64_t kMessages = 2'000;
constexpr std::uint64_t kPasses = 100;

struct FixFixture {
    FixStream reports;
    FixStream orders;
    Dictionary dictionary;
    timing::TscClock clock;
};
using SharedFix = std::shared_ptr<const FixFixture>;

std::uint64_t answer_of(Bytes message) noexcept {
    const auto digit = [&](std::size_t from_end) {
        return std::to_integer<std::uint64_t>(message[message.size() - from_end]) - '0';
    };
    return message.size() + digit(4) * 100 + digit(3) * 10 + digit(2);
}

template <class Work>
Measurement timed(const FixFixture& fixture, Work&& work) {
    std::uint64_t answer = 0;
    const std::uint64_t begin = fixture.clock.ticks();
    for (std::uint64_t pass = 0; pass < kPasses; ++pass) {
        answer += work();
    }
    const std::uint64_t end = fixture.clock.ticks();
    return {.answer = answer, .items = kMessages * kPasses, .elapsed_ticks = end - begin};
}

using Decode = std::uint64_t (*)(const FixStream&, Framer&, FieldList&) noexcept;
using Encode = Bytes (*)(MessageWriter&, std::uint64_t) noexcept;

Subject decode_ours(const SharedFix& fixture, const char* group, const FixStream& stream,
                    Decode decode) {
    return {"hotpath", group, [fixture, &stream, decode] {
                Framer framer(kFixMessageMax);
                FieldList fields(fixture->dictionary.data_fields());
                return timed(*fixture, [&] { return decode(stream, framer, fields); });
            }};
}

/// Length and CheckSum of each message: the same for the same fields, whatever their order.
Subject encode_ours(const SharedFix& fixture, Encode encode) {
    return {"hotpath", "bytes", [fixture, encode] {
                std::array<std::byte, kFixMessageMax> buffer;
                MessageWriter writer(buffer);
                return timed(*fixture, [&] {
                    std::uint64_t sum = 0;
                    for (std::uint64_t number = 0; number < kMessages; ++number) {
                        sum += answer_of(encode(writer, number));
                    }
                    return sum;
                });
            }};
}

#ifdef HOTPATH_PEER_QUICKFIX
Subject quickfix_decode(const SharedFix& fixture, const char* group, const FixStream& stream,
                        std::uint64_t (*decode)(const char*, std::size_t)) {
    return {"quickfix", group, [fixture, &stream, decode] {
                return timed(*fixture, [&] {
                    return decode(reinterpret_cast<const char*>(stream.bytes.data()),
                                  stream.bytes.size());
                });
            }};
}

Subject quickfix_encode(const SharedFix& fixture, std::uint64_t (*encode)(std::uint64_t)) {
    return {"quickfix", "bytes",
            [fixture, encode] { return timed(*fixture, [&] { return encode(kMessages); }); }};
}
#endif

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

Test split_test(const SharedFix& fixture, const std::string& file) {
    Test test{.name = "fix_split", .unit = "ns/message", .subjects = {}};
    test.subjects.push_back(decode_ours(fixture, "numbers", fixture->reports, split_reports));
#ifdef HOTPATH_PEER_QUICKFIX
    test.subjects.push_back(
        quickfix_decode(fixture, "numbers", fixture->reports, peers::quickfix_split_reports));
#endif
    append(test.subjects, peers::fix_split(kPasses, file));
    return test;
}

Test decode_test(const SharedFix& fixture, const std::string& file) {
    Test test{.name = "fix_decode", .unit = "ns/message", .subjects = {}};
    test.subjects.push_back(decode_ours(fixture, "fields", fixture->reports, decode_reports));
#ifdef HOTPATH_PEER_QUICKFIX
    test.subjects.push_back(
        quickfix_decode(fixture, "fields", fixture->reports, peers::quickfix_decode_reports));
#endif
    append(test.subjects, peers::fix_decode(kPasses, file));
    return test;
}

Test order_decode_test(const SharedFix& fixture, const std::string& file) {
    Test test{.name = "fix_order_decode", .unit = "ns/message", .subjects = {}};
    test.subjects.push_back(decode_ours(fixture, "fields", fixture->orders, decode_orders));
#ifdef HOTPATH_PEER_QUICKFIX
    test.subjects.push_back(
        quickfix_decode(fixture, "fields", fixture->orders, peers::quickfix_decode_orders));
#endif
    append(test.subjects, peers::fix_order_decode(kPasses, file));
    return test;
}

Test encode_test(const SharedFix& fixture) {
    Test test{.name = "fix_encode", .unit = "ns/message", .subjects = {}};
    test.subjects.push_back(encode_ours(fixture, encode_order));
#ifdef HOTPATH_PEER_QUICKFIX
    test.subjects.push_back(quickfix_encode(fixture, peers::quickfix_encode_orders));
#endif
    append(test.subjects, peers::fix_encode(kPasses, kMessages));
    return test;
}

Test report_encode_test(const SharedFix& fixture) {
    Test test{.name = "fix_report_encode", .unit = "ns/message", .subjects = {}};
    test.subjects.push_back(encode_ours(fixture, encode_report));
#ifdef HOTPATH_PEER_QUICKFIX
    test.subjects.push_back(quickfix_encode(fixture, peers::quickfix_encode_reports));
#endif
    append(test.subjects, peers::fix_report_encode(kPasses, kMessages));
    return test;
}

/// The messages alone, without a session.
Expected<std::vector<Test>> codec_tests(const SharedFix& fixture) {
    const auto reports = write_file(fixture->reports, "reports.fix");
    const auto orders = write_file(fixture->orders, "orders.fix");
    if (!reports || !orders) {
        return std::unexpected(reports ? orders.error() : reports.error());
    }
    return std::vector<Test>{split_test(fixture, *reports), decode_test(fixture, *reports),
                             order_decode_test(fixture, *orders), encode_test(fixture),
                             report_encode_test(fixture)};
}

}  // namespace

Expected<std::vector<Test>> fix_tests(const timing::TscClock& clock) {
    auto dictionary = Dictionary::create(kFix44);
    if (!dictionary) {
        return std::unexpected(dictionary.error());
    }
    const SharedFix fixture = std::make_shared<const FixFixture>(
        FixFixture{make_reports(kMessages), make_orders(kMessages), std::move(*dictionary), clock});
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
