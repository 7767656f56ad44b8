// What docs/guide/exchange.md says of a venue's memory is what the venue takes, with the defaults
// of its configuration: the sentences are compared with the room that the server asks for.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include "apps/hotpath/exchange/config.hpp"
#include "hotpath/exchange/server/stream_room.hpp"
#include "hotpath/exchange/server/venue_server.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::app {
namespace {

/// Counts what is taken. Pages that are never written cost nothing.
class CountedMemory : public exchange::StreamMemory {
  public:
    ~CountedMemory() override {
        for (const MutableBytes piece : pieces_) {
            ::munmap(piece.data(), piece.size());
        }
    }
    [[nodiscard]] Expected<MutableBytes> take(std::size_t bytes) override {
        void* const pages = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (pages == MAP_FAILED) {
            return fail("no room");
        }
        taken += bytes;
        return pieces_.emplace_back(static_cast<std::byte*>(pages), bytes);
    }
    std::uint64_t taken = 0;

  private:
    std::vector<MutableBytes> pieces_;
};

/// The options of a configuration that leaves everything at its default.
exchange::VenueServerOptions default_options(int users, bool has_drop_copy) {
    const support::TemporaryDirectory folder;
    std::ofstream file(folder / "exchange.toml");
    file << "[venue]\nsymbols = [\"AAPL\"]\n[order_entry]\naddress = \"127.0.0.1:1\"\n";
    for (int n = 0; n < users; ++n) {
        file << "[[user]]\nname = \"U" << n << "\"\npassword = \"P\"\n";
    }
    if (has_drop_copy) {
        file << "[drop_copy]\naddress = \"127.0.0.1:2\"\n"
                "[[drop_copy_user]]\nname = \"RISK\"\npassword = \"P\"\n";
    }
    file << "[market_data]\nline_a = \"239.192.1.1:3\"\nline_b = \"239.192.1.2:3\"\n"
            "requests = \"127.0.0.1:4\"\nglimpse = \"127.0.0.1:5\"\n[journal]\nfolder = \"j\"\n";
    file.close();
    const auto config = read_exchange_config(folder / "exchange.toml");
    EXPECT_TRUE(config) << config.error().message;
    return config ? config->server : exchange::VenueServerOptions{};
}

std::uint64_t bytes_taken(int users, bool has_drop_copy) {
    CountedMemory memory;
    exchange::VenueServerOptions options = default_options(users, has_drop_copy);
    options.stream_memory = &memory;
    const auto server = exchange::VenueServer::create(options, nullptr);
    EXPECT_TRUE(server) << server.error().message;
    return memory.taken;
}

/// In one line.
std::string page() {
    std::ifstream file(HOTPATH_SOURCE_DIR "/docs/guide/exchange.md");
    std::string text(std::istreambuf_iterator<char>(file), {});
    std::ranges::replace(text, '\n', ' ');
    return text;
}

TEST(VenueMemory, ThePageSaysWhatAUserAndItsCopiesTake) {
    constexpr double kMega = 1e6;
    const std::uint64_t user = bytes_taken(2, false) - bytes_taken(1, false);
    const std::uint64_t copies = bytes_taken(2, true) - bytes_taken(1, true) - user;
    const exchange::VenueServerOptions options = default_options(1, true);
    const std::uint32_t kept = options.replies.messages_max;
    const std::uint64_t kept_back = exchange::replies_kept_free(options.exchange);
    const std::string text = page();
    for (const std::string& words :
         {fmt::format("A reply takes {} bytes,", user / kept),
          fmt::format("takes {:.0f} MB for each user", static_cast<double>(user) / kMega),
          fmt::format("takes {:.0f} MB more for each", static_cast<double>(copies) / kMega),
          fmt::format("{},{:03} replies are reserved", kept_back / 1'000, kept_back % 1'000)}) {
        EXPECT_NE(text.find(words), std::string::npos)
            << "docs/guide/exchange.md does not say: " << words;
    }
}

}  // namespace
}  // namespace hotpath::app
