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
    Dictionary dictionary;
    timing::TscClock clock;
};
using SharedFix = std::shared_ptr<const FixFixture>;

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

Measurement decode_ours(const FixFixture& fixture, Decode decode) {
    Framer framer(kFixMessageMax);
    FieldList fields(fixture.dictionary.data_fields());
    return timed(fixture, [&] { return decode(fixture.reports, framer, fields); });
}

#ifdef HOTPATH_PEER_QUICKFIX
Subject quickfix_decode(const SharedFix& fixture, const char* group,
                        std::uint64_t (*decode)(const char*, std::size_t)) {
    return {"quickfix", group, [fixture, decode] {
                const auto& bytes = fixture->reports.bytes;
                return timed(*fixture, [&] {
                    return decode(reinterpret_cast<const char*>(bytes.data()), bytes.size());
                });
            }};
}
#endif

/// Length and CheckSum of each order: the same for the same fields, whatever their order.
Measurement encode_ours(const FixFixture& fixture) {
    std::array<std::byte, kFixMessageMax> buffer;
    MessageWriter writer(buffer);
    return timed(fixture, [&] {
        std::uint64_t sum = 0;
        for (std::uint64_t number = 0; number < kMessages; ++number) {
            const Bytes order = encode_order(writer, number);
            const auto digit = [&](std::size_t from_end) {
                return std::to_integer<std::uint64_t>(order[order.size() - from_end]) - '0';
            };
            sum += order.size() + digit(4) * 100 + digit(3) * 10 + digit(2);
        }
        return sum;
    });
}

/// For peers that are processes.
Expected<std::string> write_reports(const FixStream& reports) {
    const auto folder = std::filesystem::path(HOTPATH_SOURCE_DIR) / "build/flows";
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const std::string path = (folder / "reports.fix").string();
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (file == nullptr) {
        return fail("cannot write " + path);
    }
    const std::size_t written = std::fwrite(reports.bytes.data(), 1, reports.bytes.size(), file);
    const bool is_closed = std::fclose(file) == 0;
    return written == reports.bytes.size() && is_closed ? Expected<std::string>(path)
                                                        : fail("cannot write " + path);
}

void append(std::vector<Subject>& to, std::vector<Subject> subjects) {
    for (Subject& subject : subjects) {
        to.push_back(std::move(subject));
    }
}

}  // namespace

Expected<std::vector<Test>> fix_tests(const timing::TscClock& clock) {
    auto dictionary = Dictionary::create(kFix44);
    if (!dictionary) {
        return std::unexpected(dictionary.error());
    }
    const SharedFix fixture = std::make_shared<const FixFixture>(
        FixFixture{make_reports(kMessages), std::move(*dictionary), clock});
    const auto file = write_reports(fixture->reports);
    if (!file) {
        return std::unexpected(file.error());
    }
    Test split{.name = "fix_split", .unit = "ns/message", .subjects = {}};
    Test decode{.name = "fix_decode", .unit = "ns/message", .subjects = {}};
    Test encode{.name = "fix_encode", .unit = "ns/message", .subjects = {}};
    split.subjects.push_back(
        {"hotpath", "numbers", [fixture] { return decode_ours(*fixture, split_reports); }});
    decode.subjects.push_back(
        {"hotpath", "fields", [fixture] { return decode_ours(*fixture, decode_reports); }});
    encode.subjects.push_back({"hotpath", "bytes", [fixture] { return encode_ours(*fixture); }});
#ifdef HOTPATH_PEER_QUICKFIX
    split.subjects.push_back(quickfix_decode(fixture, "numbers", peers::quickfix_split_reports));
    decode.subjects.push_back(quickfix_decode(fixture, "fields", peers::quickfix_decode_reports));
    encode.subjects.push_back(
        {"quickfix", "bytes", [fixture] {
             return timed(*fixture, [] { return peers::quickfix_encode_orders(kMessages); });
         }});
#endif
    append(split.subjects, peers::fix_split(kPasses, *file));
    append(decode.subjects, peers::fix_decode(kPasses, *file));
    append(encode.subjects, peers::fix_encode(kPasses, kMessages));
    auto session = fix_session_test(clock);
    if (!session) {
        return std::unexpected(session.error());
    }
    return std::vector<Test>{std::move(split), std::move(decode), std::move(encode),
                             std::move(*session)};
}

}  // namespace hotpath::bench
