// Any bytes, as ciphertext for a server's channel, in pieces of any size: before its handshake, or
// after a client's real first bytes. Nothing crashes, nothing grows, no plaintext comes of it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <utility>
#include <vector>

#include <unistd.h>

#include "hotpath/core/assert.hpp"
#include "hotpath/tls/channel.hpp"
#include "tests/support/test_certificates.hpp"

namespace {

using namespace hotpath;
using namespace hotpath::tls;

constexpr ChannelOptions kSmall{
    .read_bytes_max = 1'024, .write_bytes_max = 1'024, .input_bytes_max = 1'024};

struct Ends {
    Context server;
    Context client;
};

Ends make_ends() {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("tls-fuzz-" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder);
    const support::TestAuthority authority(folder, "ca");
    const support::CertificateFiles files = authority.issue({.file = "venue"});
    auto server = Context::server({.certificate = files.certificate,
                                   .key = files.key,
                                   .client_ca = authority.file(),
                                   .version_min = Version::Tls12});
    auto client = Context::client({.ca = authority.file()});
    std::filesystem::remove_all(folder);
    HOTPATH_ASSERT(server && client, "the certificates just made must be readable");
    return {std::move(*server), std::move(*client)};
}

void give(Channel& server, Bytes bytes, std::size_t piece) {
    while (!bytes.empty()) {
        const std::size_t taken = server.on_bytes(bytes.first(std::min(piece, bytes.size())));
        bytes = bytes.subspan(taken);
        HOTPATH_ASSERT(server.read().empty(), "only a client with a certificate sends plaintext");
        HOTPATH_ASSERT(!server.is_open(), "only a client with a certificate opens a channel");
        HOTPATH_ASSERT(server.unsent_bytes() < 32'768, "what is sent has a bound");
        if (taken == 0 && !server.is_over()) {
            server.on_written(server.output().size());
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Ends ends = make_ends();
    if (size < 2) {
        return 0;
    }
    const std::size_t piece = data[0] + std::size_t{1};
    auto server = Channel::server(ends.server, kSmall);
    if (data[1] % 2 == 1) {
        auto client = Channel::client(ends.client, "localhost", kSmall);
        for (Bytes output = client->output(); !output.empty(); output = client->output()) {
            give(*server, output, piece);
            client->on_written(output.size());
        }
    }
    give(*server, std::as_bytes(std::span(data + 2, size - 2)), piece);
    server->on_end();
    HOTPATH_ASSERT(server->is_over(), "the end of the transport is the channel's");
    return 0;
}
