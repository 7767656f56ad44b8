// Both ends of an iLink 3 session under any bytes, any cuts and any times in any order: no crash,
// bounded output, and the client delivers each number once and in order, none of a UUID before those
// of the former one.
//
// Input: one byte of what, one of how much. The two ends talk to each other through pipes, and
// either is also given the fuzzer's own bytes.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/cme/ilink3/client.hpp"
#include "hotpath/protocols/cme/ilink3/server.hpp"

namespace {

using namespace hotpath;
using namespace hotpath::protocols;
using namespace hotpath::protocols::cme::ilink3;

constexpr ConnectionOptions kOptions{.frame_length_max = 512, .output_bytes_max = 2'048};
/// What a short input fills.
constexpr SequencedStoreOptions kStore{
    .messages_max = 50, .bytes_max = 20'000, .message_length_max = 400};

class NoSigner final : public Signer {
  public:
    Signature sign(std::string_view text) noexcept override {
        Signature signature{};
        signature[0] = static_cast<std::uint8_t>(text.size());
        return signature;
    }
};

struct Venue {
    std::expected<VenueSession*, RejectCode> find(std::string_view, std::string_view,
                                                  std::string_view firm) {
        if (firm != "F") {
            return std::unexpected(RejectCode::InvalidFirm);
        }
        return &session;
    }
    void on_established(VenueSession&) {}
    void on_message(std::uint32_t number, Bytes) {
        HOTPATH_ASSERT(number > last || session.uuid != uuid, "an order must be taken once");
        last = number;
        uuid = session.uuid;
    }
    void on_terminated(std::uint16_t, std::string_view) {}

    SequencedStore stream = *SequencedStore::create(kStore);
    SequencedStore former = *SequencedStore::create(kStore);
    NoSigner signer;
    VenueSession session{.stream = &stream, .signer = &signer, .former = &former};
    std::uint32_t last = 0;
    std::uint64_t uuid = 0;
};

struct Trader : NullIlinkClientListener {
    void on_message(std::uint32_t number, Bytes) {
        HOTPATH_ASSERT(number == last + 1, "each message must be delivered once, in order");
        HOTPATH_ASSERT(!client->is_former_missing(), "the former UUID's must come first");
        last = number;
    }
    void on_former_message(std::uint32_t number, Bytes) {
        HOTPATH_ASSERT(last == 0 && number + 1 == client->numbers().former.next,
                       "each of the former UUID must be delivered in order, before the others");
    }
    const IlinkClient* client = nullptr;
    std::uint32_t last = 0;
};

class FuzzedSession {
  public:
    FuzzedSession() {
        trader_.client = &client_;
        client_.begin_session({.uuid = 1});
    }

    void step(Bytes& input) {
        const unsigned what = std::to_integer<unsigned>(input[0]);
        const std::size_t much = input.size() > 1 ? std::to_integer<std::size_t>(input[1]) : 0;
        input = input.subspan(std::min<std::size_t>(2, input.size()));
        switch (what % 12) {
            case 0:
                server_.on_disconnected();
                client_.on_disconnected();
                to_client_.clear();
                to_server_.clear();
                if (much % 8 == 7) {
                    client_.begin_session({.uuid = client_.uuid() + 1});
                    trader_.last = 0;
                }
                server_.on_connected(now_);
                client_.on_connected(now_);
                break;
            case 1:
                publish();
                break;
            case 2:
                order();
                break;
            case 3:
                send(server_, to_client_, much * 4);
                break;
            case 4:
                send(client_, to_server_, much * 4);
                break;
            case 5:
                client_.on_bytes(taken(to_client_, much * 4), now_, trader_);
                break;
            case 6:
                server_.on_bytes(taken(to_server_, much * 4), now_, venue_);
                break;
            case 7:
                now_ = now_ + Nanos{static_cast<std::int64_t>(much) * kNanosPerSecond / 10};
                server_.on_timer(now_);
                client_.on_timer(now_);
                break;
            case 8:
                client_.on_bytes(own(input, much), now_, trader_);
                break;
            case 9:
                server_.on_bytes(own(input, much), now_, venue_);
                break;
            case 10:
                client_.terminate(TerminateCode::Finished, now_);
                break;
            default:
                server_.terminate(TerminateCode::Finished, now_);
                break;
        }
        HOTPATH_ASSERT(server_.output().size() <= kOptions.output_bytes_max &&
                           client_.output().size() <= kOptions.output_bytes_max,
                       "output must be bounded");
        HOTPATH_ASSERT(client_.is_closed() || client_.next_deadline() != kNever,
                       "an open connection must have a deadline");
    }

  private:
    void publish() {
        std::array<std::byte, 400> room;
        const auto encoded = ExecutionReportNew::encode(room, [&](auto& m) {
            m.store_seq_num(static_cast<std::uint32_t>(venue_.stream.next_sequence_number()));
            m.store_uuid(venue_.session.uuid);
        });
        if (venue_.stream.try_append(encoded.bytes)) {
            server_.on_stream(now_);
        }
    }
    void order() {
        std::array<std::byte, 400> room;
        static_cast<void>(client_.try_send(NewOrderSingle::encode(room, [](auto&) {}).bytes, now_));
    }
    template <class End>
    static void send(End& end, std::vector<std::byte>& pipe, std::size_t bytes_max) {
        const Bytes front = end.output().first(std::min(bytes_max, end.output().size()));
        pipe.insert(pipe.end(), front.begin(), front.end());
        end.on_written(front.size());
    }
    static std::vector<std::byte> taken(std::vector<std::byte>& pipe, std::size_t bytes_max) {
        const auto end =
            pipe.begin() + static_cast<std::ptrdiff_t>(std::min(bytes_max, pipe.size()));
        std::vector<std::byte> bytes(pipe.begin(), end);
        pipe.erase(pipe.begin(), end);
        return bytes;
    }
    /// The fuzzer's bytes, as one frame: what is behind the framing header is the interesting part.
    std::vector<std::byte> own(Bytes& input, std::size_t length) const {
        const Bytes message = input.first(std::min(length, input.size()));
        input = input.subspan(message.size());
        std::vector<std::byte> frame(kFramingHeaderLength);
        frame.insert(frame.end(), message.begin(), message.end());
        store_framing_header(frame.data(), frame.size());
        return frame;
    }

    Venue venue_;
    Trader trader_;
    NoSigner signer_;
    IlinkServer server_ = *IlinkServer::create({.connection = kOptions});
    IlinkClient client_ = *IlinkClient::create({.connection = kOptions,
                                                .access_key_id = "K",
                                                .session = "ABC",
                                                .firm = "F",
                                                .retransmit_messages_max = 7,
                                                .held_bytes_max = 1'000,
                                                .asks_former = true},
                                               signer_);
    Time now_{1'000'000'000};
    std::vector<std::byte> to_client_;
    std::vector<std::byte> to_server_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    FuzzedSession session;
    for (Bytes input(reinterpret_cast<const std::byte*>(data), size); !input.empty();) {
        session.step(input);
    }
    return 0;
}
