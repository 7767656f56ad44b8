// Any bytes as packets and as blocks: no crash, and the fast books always equal their twin.

#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "tests/reference/reference_books.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* input, std::size_t size) {
    using namespace hotpath;
    // So many levels that the fast books never run out of memory for ladders, which the twin has
    // without bound; so many orders that the replay looks ahead.
    constexpr book::BooksOptions kBounds{.orders_max = 1'000'000,
                                         .levels_max = 300,
                                         .instruments_max = 4,
                                         .huge_pages = HugePages::Never};
    const Bytes bytes = std::as_bytes(std::span(input, size));
    feed::NullListener ignored;

    auto fast = *feed::BasicItchBooks<book::L3Books>::create(kBounds);
    auto twin = *feed::BasicItchBooks<book::ReferenceBooks>::create(kBounds);
    const bool is_whole = fast.replay_block(bytes, ignored);
    HOTPATH_ASSERT(twin.replay_block(bytes, ignored) == is_whole,
                   "feed and reference feed must see the same frames");
    HOTPATH_ASSERT(fast.books().checksum() == twin.books().checksum(), "the books must be equal");
    HOTPATH_ASSERT(fast.books().counters() == twin.books().counters(),
                   "the counters must be equal");

    auto handler = *feed::ItchHandler::create(kBounds);
    static_cast<void>(handler.on_packet(bytes, ignored));
    return 0;
}
