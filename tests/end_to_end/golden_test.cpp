// The final books of every recording at hand, against committed checksums and by both kinds of
// books.
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hotpath/book/reference_books.hpp"
#include "hotpath/feed/itch_books.hpp"
#include "tests/end_to_end/real_files.hpp"
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
        feed::NullListener nobody;
        end_to_end::for_each_message(file,
                                     [&](Bytes message) { feed->on_message(message, nobody); });
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

TEST(GoldenBooks, OfEveryRecordingAreWhatTheyWere) {
    std::ifstream text(support::golden_file("book_checksums.json"));
    const auto golden = nlohmann::json::parse(text);
    std::size_t found = 0;
    for (const auto& [name, figures] : golden["recordings"].items()) {
        if (const auto file = support::licensed_data(name)) {
            ++found;
            expect_golden<book::L3Books>(*file, figures);
            expect_golden<book::ReferenceBooks>(*file, figures);
        }
    }
    if (found == 0) {
        GTEST_SKIP() << support::missing_data("itch50");
    }
    EXPECT_EQ(found, golden["recordings"].size());
}

}  // namespace
}  // namespace hotpath
