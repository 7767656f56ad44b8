// Our reader of DBN beside the official one, the package databento-dbn: files that it has written
// with values at random, and files that we have written, read field for field by both.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/dbn/metadata.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "tests/peers/child.hpp"
#include "tests/support/capture_files.hpp"
#include "tests/support/dbn_fields.hpp"
#include "tests/support/itch_to_dbn.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::peers {
namespace {

namespace dbn = protocols::dbn;
using support::DbnField;
using support::DbnFile;
using support::ItchToDbn;
using Lines = std::vector<std::string>;

const std::string kPython = HOTPATH_DBN_PYTHON;
const std::string kOfficial = HOTPATH_SOURCE_DIR "/tests/peers/dbn/official.py";

/// What the official reader prints of a value that may not be given.
std::string or_none(std::uint64_t value, std::uint64_t none) {
    return value == none ? "None" : std::to_string(value);
}

std::string joined(const dbn::SymbolList& symbols) {
    std::string text;
    for (std::size_t i = 0; i < symbols.size(); ++i) {
        text += i == 0 ? "" : ",";
        text += symbols[i];
    }
    return text;
}

Lines lines_of(const dbn::MetadataReader& m) {
    Lines lines;
    m.for_each_mapping([&](const dbn::SymbolInterval& interval) {
        lines.push_back("mapping " + std::string(interval.symbol_in) + ' ' +
                        std::to_string(interval.first_day) + ' ' +
                        std::to_string(interval.end_day) + ' ' + std::string(interval.symbol_out));
    });
    std::ranges::sort(lines);
    const bool is_mixed = m.schema() == dbn::schema::kMixed;
    lines.insert(
        lines.begin(),
        "metadata version=" + std::to_string(m.version()) + " dataset=" + std::string(m.dataset()) +
            " schema=" + (is_mixed ? "None" : std::string(dbn::schema::name(m.schema()))) +
            " start=" + std::to_string(m.start()) +
            " end=" + or_none(m.end(), dbn::kUndefinedTime) + " limit=" + or_none(m.limit(), 0) +
            " ts_out=" + (m.has_ts_out() ? "1" : "0") + " symbols=" + joined(m.symbols()) +
            " partial=" + joined(m.partial()) + " not_found=" + joined(m.not_found()));
    return lines;
}

std::string line_of(Bytes record, std::uint8_t version) {
    std::string line = "record";
    const auto rtype = dbn::RecordHeader::at(record.data()).load_rtype();
    const support::DbnRecord* const layout = support::find_dbn_record(rtype, version);
    EXPECT_NE(layout, nullptr) << int{rtype};
    for (const DbnField& field : layout->fields) {
        const bool is_hidden =
            field.name == "length" || field.name == "dummy" || field.name.starts_with("reserved");
        if (!is_hidden) {
            line += ' ' + std::string(field.name) + '=' + field.text(record.data());
        }
    }
    return line;
}

/// The file as the official reader's program prints it, read by ours.
Lines our_dump(Bytes file) {
    const std::size_t length =
        dbn::MetadataPrelude::kLength + dbn::MetadataPrelude::at(file.data()).load_length();
    dbn::MetadataReader metadata;
    EXPECT_EQ(metadata.open(file.first(length)), protocols::DecodeStatus::Ok);
    Lines lines = lines_of(metadata);
    const dbn::RecordFormat format{metadata.version(), metadata.has_ts_out()};
    for (Bytes rest = file.subspan(length); !rest.empty();) {
        const dbn::NextRecord next = dbn::next_record(rest);
        EXPECT_EQ(next.status, protocols::DecodeStatus::Ok);
        dbn::NullListener listener;
        EXPECT_EQ(dbn::decode(next.record, format, listener), protocols::DecodeStatus::Ok);
        lines.push_back(line_of(next.record, format.version));
        rest = rest.subspan(next.record.size());
    }
    return lines;
}

class OfficialDbn : public ::testing::TestWithParam<std::uint8_t> {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(kPython)) {
            GTEST_SKIP() << kPython << " is not here: script/test installs databento-dbn";
        }
    }

    [[nodiscard]] static Lines official(const Lines& arguments) {
        Lines command{kPython, kOfficial};
        command.insert(command.end(), arguments.begin(), arguments.end());
        Child child(command);
        EXPECT_TRUE(run_until([&] { return child.is_over(); }, [] {}, 120));
        return child.lines();
    }
    [[nodiscard]] std::string path() const { return (folder_ / "day.dbn").string(); }

    void expect_same(Bytes file) const {
        const Lines theirs = official({"dump", path()});
        const Lines ours = our_dump(file);
        ASSERT_EQ(ours.size(), theirs.size());
        for (std::size_t i = 0; i < ours.size(); ++i) {
            ASSERT_EQ(ours[i], theirs[i]) << "line " << i + 1;
        }
    }

    support::TemporaryDirectory folder_;
};

INSTANTIATE_TEST_SUITE_P(Versions, OfficialDbn, ::testing::Values(1, 2, 3));

TEST_P(OfficialDbn, WritesEveryRecordAndWeReadEachFieldOfIt) {
    for (const std::string seed : {"1", "2"}) {
        static_cast<void>(official({"write", path(), std::to_string(GetParam()), seed}));
        const auto file = support::read_file(path());
        ASSERT_GT(file.size(), 10'000U) << "nine types, twenty of each";
        expect_same(file);
    }
}

TEST_P(OfficialDbn, ReadsTheDayThatWeWriteRecordForRecord) {
    auto market =
        sim::market::MarketGenerator::create({.seed = 3, .messages = 5'000, .instruments = 5});
    ASSERT_TRUE(market);
    support::OwnedBytes frames;
    for (Bytes message = market->next(); !message.empty(); message = market->next()) {
        support::append(frames, support::framed(message));
    }
    for (const bool has_ts_out : {false, true}) {
        const DbnFile file = ItchToDbn::file(frames, {.version = GetParam(),
                                                      .start = support::kItchToDbnMidnight,
                                                      .has_ts_out = has_ts_out,
                                                      .symbols = {"ALL_SYMBOLS"}});
        support::write_file(path(), file.bytes());
        expect_same(file.bytes());
    }
}

}  // namespace
}  // namespace hotpath::peers
