// The example of README.md.
#include <gtest/gtest.h>

#include "hotpath/protocols/iex/deep_decode.hpp"
#include "hotpath/protocols/iex/segment.hpp"
#include "tests/support/iex_segments.hpp"

namespace hotpath::protocols {
namespace {

TEST(ReadmeExample, SumsTheSharesOfASegmentsTrades) {
    const auto datagram =
        support::iex_segment({support::deep_trade("ABC", 471, 99'9500, 1),
                              support::deep_level<Side::Buy>("ABC", 5'431, 99'9100),
                              support::deep_trade("ABC", 29, 99'9500, 2), support::bytes_of("T")});
    int refused = 0;

    struct Volume : iex::NullListener {
        using NullListener::on_message;
        void on_message(const iex::TradeReport& m) { shares += m.load_size(); }
        std::uint64_t shares = 0;
    } volume;

    iex::SegmentReader segment;
    if (segment.open(datagram) == protocols::DecodeStatus::Ok) {
        iex::MessageCursor messages = segment.messages();
        for (Bytes message; messages.next(message);) {
            refused += iex::decode(message, volume) != protocols::DecodeStatus::Ok;
        }
    }
    EXPECT_EQ(volume.shares, 500U);
    EXPECT_EQ(refused, 1);
}

}  // namespace
}  // namespace hotpath::protocols
