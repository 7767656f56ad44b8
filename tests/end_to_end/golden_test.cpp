// The final books of every recording at hand, against committed checksums and by both kinds of
// books.
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/reference/reference_books.hpp"
#include "tests/support/data_files.hpp"

namespace hotpath {
namespace {

template <class Books>
struct FinalBooks {
    std::uint64_t messages = 0;
    std::uint32_t open_orders = 0;
    std::string checksum;

    explicit FinalBooks(const std::filesystem::path& file) {
        auto feed = feed::BasicItchBooks<Books>::create({});
        feed::NullListener ignored;
        end_to_end::for_each_message(file,
                                     [&](Bytes message) { feed->on_message(message, ignored); });
        messages = feed->counters().messages;
        open_orders = feed->books().open_orders();
        checksum = fmt::format("0x{:016x}", feed->books().checksum());
    }
};

template <class Books>
void expect_golden(const std::filesystem::path& file, const nlohmann::json& golden) {
    const FinalBooks<Books> books(file);
    EXPECT_EQ(books.messages, golden["messages"]) << file;
    EXPECT_EQ(books.open_orders, golden["open_orders"]) << file;
    EXPECT_EQ(books.checksum, golden["book_checksum"].get<std::string>()) << file;
}

/// Every level of every instrument.
template <class Books>
std::vector<book::Level> all_levels(const Books& books) {
    std::vector<book::Level> levels;
    for (std::uint32_t id = 1; id <= books.instruments_max(); ++id) {
        for (const Side side : {Side::Buy, Side::Sell}) {
            books.for_each_level({static_cast<std::uint16_t>(id)}, side,
                                 [&](const book::Level& level) { levels.push_back(level); });
        }
    }
    return levels;
}

/// The books by price show the levels of the books by order, all the way.
void expect_same_levels(const std::filesystem::path& file) {
    constexpr std::uint64_t kCompareEvery = 5'000;
    auto by_price = feed::ItchLevels::create({});
    auto by_order = feed::ItchBooks::create({});
    feed::NullListener ignored;
    std::uint64_t messages = 0;
    end_to_end::for_each_message(file, [&](Bytes message) {
        by_price->on_message(message, ignored);
        by_order->on_message(message, ignored);
        if (++messages % kCompareEvery == 0) {
            ASSERT_EQ(all_levels(by_price->books()), all_levels(by_order->books())) << messages;
        }
    });
    EXPECT_EQ(all_levels(by_price->books()), all_levels(by_order->books())) << file;
    EXPECT_EQ(by_price->books().counters(), by_order->books().counters()) << file;
}

TEST(GoldenBooks, OfEveryRecordingAreWhatTheyWere) {
    std::ifstream text(support::golden_file("book_checksums.json"));
    const auto golden = nlohmann::json::parse(text);
    std::size_t found = 0;
    for (const auto& [name, figures] : golden["recordings"].items()) {
        if (const auto file = support::licensed_data(name)) {
            ++found;
            expect_golden<book::L3Books>(*file, figures);
            expect_golden<book::ReferenceBooks>(*file, figures);
            expect_same_levels(*file);
        }
    }
    if (found == 0) {
        GTEST_SKIP() << support::missing_data("itch50");
    }
    EXPECT_EQ(found, golden["recordings"].size());
}

}  // namespace
}  // namespace hotpath
