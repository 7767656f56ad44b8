// A stream that grows and ends while time goes and jumps as it likes: whatever the publishing
// server sends is whole, each message once and in order, the end only when there is no more, and no
// silence longer than a heartbeat interval until that; and its re-requests are answered with the
// same bytes.
//
// Input: one byte of what, one of how much.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/request_server.hpp"
#include "tests/support/downstream_server.hpp"

namespace {

using namespace hotpath;
using namespace hotpath::protocols;
using namespace hotpath::protocols::nasdaq::moldudp64;

const Session kSession = to_alpha<kSessionLength>("FUZZ");
constexpr Nanos kHeartbeat{1'000};
constexpr Nanos kEnd{5'000};

class Run {
  public:
    Run() { server_.start(now_); }

    void act(unsigned what, unsigned how_much) {
        switch (what % 8) {
            case 0:
            case 1:
                return append(how_much);
            case 2:
                return pass({how_much * 10});
            case 3:
                return jump(how_much);
            case 4:
                return on_time();
            case 5:
                return request(how_much);
            case 6:
                return static_cast<void>(take(how_much % 4));
            default:
                if (how_much == 255) {
                    stream_.end_session();
                }
        }
    }

    /// Everything said, its end for as long as it is to be said, then silence.
    void finish() {
        stream_.end_session();
        for (int n = 0; n < 1'000 && !server_.is_silent(); ++n) {
            on_time();
        }
        HOTPATH_ASSERT(server_.is_silent() && server_.next_deadline() == kNever,
                       "the session must end");
        HOTPATH_ASSERT(expected_ == stream_.next_sequence_number(),
                       "every message must be sent before the end");
        HOTPATH_ASSERT(server_.counters().ends >= 1 && server_.counters().messages == expected_ - 1,
                       "the server must count every message and the end");
        now_ = now_ + kEnd + kEnd;
        HOTPATH_ASSERT(server_.next_packet(now_).empty(), "no packet may follow the end");
    }

  private:
    void append(unsigned length) {
        std::array<std::byte, 64> message{};
        message.fill(static_cast<std::byte>(stream_.size()));
        static_cast<void>(stream_.try_append(Bytes(message).first(length % 60)));
    }
    void pass(Nanos time) { now_ = now_ + time; }
    /// A clock that is set, forwards and back.
    void jump(unsigned how_much) {
        now_ = Time{how_much % 2 == 0 ? now_.value + (std::int64_t{1} << (how_much % 62))
                                      : now_.value / 2};
        now_ = std::min(now_, Time{kNever.value / 2});
    }
    void on_time() {
        const bool was_silent = server_.is_silent();
        now_ = was_silent ? now_ : std::max(now_, server_.next_deadline());
        HOTPATH_ASSERT(take(1'000) || was_silent, "a packet must be ready at its deadline");
    }

    /// Up to so many packets; was there one?
    bool take(unsigned packets) {
        bool is_any = false;
        for (unsigned n = 0; n < packets; ++n) {
            const Bytes packet = server_.next_packet(now_);
            if (packet.empty()) {
                break;
            }
            is_any = true;
            check(packet);
        }
        return is_any;
    }

    void check(Bytes packet) {
        PacketReader reader;
        HOTPATH_ASSERT(reader.open(packet) == DecodeStatus::Ok && reader.is_of(kSession),
                       "the packet must decode and name this session");
        HOTPATH_ASSERT(packet.size() <= kLengthMax, "a packet must have at most kLengthMax bytes");
        HOTPATH_ASSERT(reader.sequence_number() == expected_,
                       "packets must follow each other without gap or repeat");
        FrameCursor messages = reader.messages();
        for (Bytes message; messages.next(message); ++expected_) {
            HOTPATH_ASSERT(std::ranges::equal(message, stream_.at(expected_)),
                           "a message must be the one in the stream");
        }
        HOTPATH_ASSERT(expected_ == server_.next_sequence_number(),
                       "the server's next sequence number must match");
        HOTPATH_ASSERT(!reader.is_end_of_session() ||
                           (stream_.is_ended() && expected_ == stream_.next_sequence_number()),
                       "end of session must come after the last message");
    }

    /// Of messages that have been sent or not.
    void request(unsigned which) {
        const RequestPacket wanted =
            make_request(kSession, which % 40, static_cast<std::uint16_t>(1 + which / 40));
        PacketReader answer;
        const Bytes bytes = requests_.on_request(wanted.bytes());
        if (bytes.empty()) {
            return;
        }
        HOTPATH_ASSERT(answer.open(bytes) == DecodeStatus::Ok, "a reply must be a whole packet");
        FrameCursor messages = answer.messages();
        std::uint64_t number = answer.sequence_number();
        for (Bytes message; messages.next(message); ++number) {
            HOTPATH_ASSERT(std::ranges::equal(message, stream_.at(number)),
                           "a message must be the one in the stream");
        }
    }

    static constexpr std::size_t kLengthMax = 200;

    Time now_{1'000'000};
    SequencedStore stream_ =
        *SequencedStore::create({.messages_max = 40, .bytes_max = 1'500, .message_length_max = 60});
    DownstreamServer server_ = *DownstreamServer::create(
        stream_, kSession,
        {.packet_length_max = kLengthMax, .heartbeat_interval = kHeartbeat, .end_duration = kEnd});
    RequestServer requests_ = *RequestServer::create(stream_, kSession, kLengthMax);
    std::uint64_t expected_ = 1;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::span<const std::uint8_t> script(data, size);
    Run run;
    for (std::size_t n = 0; n + 1 < script.size(); n += 2) {
        run.act(script[n], script[n + 1]);
    }
    run.finish();
    return 0;
}
