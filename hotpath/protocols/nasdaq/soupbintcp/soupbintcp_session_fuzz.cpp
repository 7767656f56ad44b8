// Both ends of a SoupBinTCP session under any bytes, any cuts and any times in any order: no crash,
// no state that contradicts itself, bounded output, and the stream is never delivered with a hole
// or twice.
//
// Input: one byte of what, more of how much. The two ends talk to each other through pipes, and
// either is also given the fuzzer's own bytes, after which only its own invariants hold.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/client.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/server.hpp"

namespace {

using namespace hotpath;
using namespace hotpath::protocols;
using namespace hotpath::protocols::nasdaq::soupbintcp;

constexpr std::size_t kOutputMax = 120;
constexpr ConnectionOptions kOptions{.packet_length_max = 80, .output_bytes_max = kOutputMax};

class Input {
  public:
    explicit Input(Bytes bytes) : rest_(bytes) {}
    [[nodiscard]] bool empty() const { return rest_.empty(); }
    [[nodiscard]] unsigned byte() {
        const unsigned value = empty() ? 0 : std::to_integer<unsigned>(rest_.front());
        rest_ = rest_.subspan(empty() ? 0 : 1);
        return value;
    }
    [[nodiscard]] Bytes bytes(std::size_t count) {
        const Bytes taken = rest_.first(std::min(count, rest_.size()));
        rest_ = rest_.subspan(taken.size());
        return taken;
    }

  private:
    Bytes rest_;
};

struct Venue : NullServerListener {
    LoginAnswer on_login(const LoginRequest&) {
        return LoginAnswer::accept(stream, to_session("FUZZ"));
    }
    SequencedStore stream = *SequencedStore::create(
        {.messages_max = 500, .bytes_max = 4'000, .message_length_max = 60});
};

/// Message n of the stream is the byte n.
struct Trader : NullClientListener {
    void on_sequenced(std::uint64_t number, Bytes message) {
        HOTPATH_ASSERT(number == last + 1, "each message must be delivered once, in order");
        last = number;
        is_true = is_true && message.size() == 1 && message[0] == static_cast<std::byte>(number);
    }
    std::uint64_t last = 0;
    bool is_true = true;
};

class FuzzedSession {
  public:
    void step(Input& input) {
        switch (input.byte() % 12) {
            case 0:
                connect();
                return;
            case 1:
                publish();
                return;
            case 2:
                send(server_, to_client_, input.byte());
                return;
            case 3:
                client_.on_bytes(received(to_client_, input.byte()), now_, trader_);
                return;
            case 4:
                send(client_, to_server_, input.byte());
                return;
            case 5:
                server_.on_bytes(received(to_server_, input.byte()), now_, venue_);
                return;
            case 6:
                set_time(input);
                return;
            case 7:
                static_cast<void>(client_.try_send(input.bytes(input.byte()), now_));
                return;
            case 8:
                server_.on_bytes(input.bytes(input.byte()), now_, venue_);
                return;
            case 9:
                // From here on the client may have been told anything.
                is_forged_ = true;
                client_.on_bytes(input.bytes(input.byte()), now_, trader_);
                return;
            case 10:
                server_.on_disconnected();
                return;
            default:
                end(input.byte());
        }
    }

    void check() const {
        check_end(server_);
        check_end(client_);
        HOTPATH_ASSERT(client_.next_sequence_number() == trader_.last + 1,
                       "the next sequence number must follow the last delivered");
        HOTPATH_ASSERT(is_forged_ || (trader_.is_true && trader_.last <= venue_.stream.size()),
                       "delivered messages must be the stream's");
    }

  private:
    static void check_end(const Connection& end) {
        HOTPATH_ASSERT(end.output_size() <= kOutputMax, "output must stay within kOutputMax");
        HOTPATH_ASSERT(!end.is_closed() || end.output().empty(),
                       "a closed connection must have no output");
        HOTPATH_ASSERT(!end.is_closed() || end.next_deadline() == kNever,
                       "a closed connection must have no deadline");
        HOTPATH_ASSERT((end.close_reason() == CloseReason::None) ||
                           end.state() == SessionState::Closed ||
                           end.state() == SessionState::Draining,
                       "a close reason must be set only when closed or draining");
        HOTPATH_ASSERT(end.state() != SessionState::Draining || end.output_size() > 0,
                       "a draining connection must have output left");
    }

    void connect() {
        if (client_.is_closed()) {
            to_client_.clear();
            to_server_.clear();
            server_.on_connected(now_);
            client_.on_connected(now_);
        }
    }
    void publish() {
        const auto content = static_cast<std::byte>(venue_.stream.next_sequence_number());
        static_cast<void>(venue_.stream.try_append(Bytes(&content, 1)));
        server_.on_stream(now_);
    }
    template <class End>
    static void send(End& end, std::vector<std::byte>& pipe, std::size_t count) {
        const Bytes bytes = end.output().first(std::min(count, end.output().size()));
        pipe.insert(pipe.end(), bytes.begin(), bytes.end());
        end.on_written(bytes.size());
    }
    /// Valid until the next call.
    Bytes received(std::vector<std::byte>& pipe, std::size_t count) {
        const auto end = pipe.begin() + static_cast<std::ptrdiff_t>(std::min(count, pipe.size()));
        arrived_.assign(pipe.begin(), end);
        pipe.erase(pipe.begin(), end);
        return arrived_;
    }
    void set_time(Input& input) {
        const unsigned what = input.byte();
        const auto step = static_cast<std::int64_t>(what) * kNanosPerSecond / 8;
        if (what == 255) {
            now_ = Time{std::numeric_limits<std::int64_t>::max()};
        } else if (what == 254) {
            now_ = Time{std::numeric_limits<std::int64_t>::min()};
        } else if (now_.value < kNever.value - step) {
            now_ = now_ + Nanos{step};
        }
        server_.on_timer(now_);
        client_.on_timer(now_);
    }
    void end(unsigned what) {
        if (what % 3 == 0) {
            venue_.stream.end_session();
            server_.on_stream(now_);
        } else if (what % 3 == 1) {
            client_.logout(now_);
        } else {
            client_.on_disconnected();
        }
    }

    Venue venue_;
    Trader trader_;
    SoupServer server_ = *SoupServer::create({.connection = kOptions, .behind_max = 50});
    SoupClient client_ = *SoupClient::create({.connection = kOptions});
    Time now_{};
    std::vector<std::byte> to_client_;
    std::vector<std::byte> to_server_;
    std::vector<std::byte> arrived_;
    bool is_forged_ = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input(std::as_bytes(std::span(data, size)));
    FuzzedSession session;
    while (!input.empty()) {
        session.step(input);
        session.check();
    }
    return 0;
}
