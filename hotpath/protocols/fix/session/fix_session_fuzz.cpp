// Any bytes as a FIX session: between two ends of ours, and from a peer that says anything with a
// right BodyLength and CheckSum. The first byte of each step says what happens. Whatever comes, a
// session ends, its output is whole messages in the order of their numbers, and its numbers only
// grow until they are reset.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/fix/session/memory_store.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "hotpath/protocols/fix/values.hpp"
#include "tests/support/fix_messages.hpp"

namespace {

using namespace hotpath;
using namespace hotpath::protocols::fix;

const Dictionary& fix44() {
    static const Dictionary dictionary = *Dictionary::create(kFix44);
    return dictionary;
}

struct Application : NullSessionListener {
    LogonAnswer on_logon(const Inbound& logon) {
        return logon.fields.value(tag::kPassword) == "wrong" ? LogonAnswer::refuse("wrong password")
                                                             : LogonAnswer::accept();
    }
    void on_message(const Inbound& message) {
        HOTPATH_ASSERT(message.number == store->next_in(), "each message in its turn");
        if (answers) {
            MessageWriter& writer = session->begin("j", now);
            writer.add_uint(tag::kRefSeqNum, message.number);
            writer.add(tag::kRefMsgType, message.msg_type);
            writer.add(tag::kBusinessRejectReason, "0");
            static_cast<void>(session->send());
        }
    }
    Session* session = nullptr;
    MessageStore* store = nullptr;
    Time now{};
    bool answers = false;
};

class Run {
  public:
    Run(Role role, std::uint8_t choices)
        : store_(*MemoryStore::create({.messages_max = 16, .bytes_max = 2'048})),
          session_(*Session::create(options(role, choices), fix44(), store_)),
          framer_(framer()) {
        application_.session = &session_;
        application_.store = &store_;
        application_.answers = (choices & 1U) != 0;
    }

    /// One step; returns how many bytes it used.
    std::size_t step(const std::uint8_t* data, std::size_t size) {
        const std::uint8_t what = data[0] % 8;
        const bool is_wait = what == 2;  // its length is seconds
        const std::size_t length =
            size > 1 && !is_wait ? std::min<std::size_t>(data[1], size - 2) : 0;
        const std::string_view text(
            reinterpret_cast<const char*>(data) + std::min<std::size_t>(2, size), length);
        application_.now = now_;
        switch (what) {
            case 0:
                if (session_.is_closed()) {
                    session_.on_connected(now_, application_);
                }
                break;
            case 1:
                session_.on_disconnected(now_);
                break;
            case 2:
                now_ = now_ + Nanos{std::int64_t{data[size > 1 ? 1 : 0]} * kNanosPerSecond};
                session_.on_timer(now_);
                break;
            case 3:
                drain(1 + length);
                break;
            case 4:
                session_.on_bytes(support::view_of(text), now_, application_);
                break;
            case 5:
                session_.logout(text, now_);
                break;
            default:
                session_.on_bytes(support::view_of(message(text)), now_, application_);
                break;
        }
        if (session_.is_closed()) {
            framer_.clear();
        }
        HOTPATH_ASSERT(session_.next_deadline() == kNever || !session_.is_closed(),
                       "a closed session has no deadline");
        return 2 + length;
    }

    void drain(std::size_t bytes_max) {
        const Bytes front = session_.output();
        const Bytes taken = front.first(std::min(front.size(), bytes_max));
        Bytes message;
        for (Bytes stream = taken;;) {
            const FrameStatus status = framer_.next(stream, message);
            if (status == FrameStatus::NeedMore) {
                break;
            }
            HOTPATH_ASSERT(status == FrameStatus::Whole, "what is sent must be whole");
            static FieldList fields(fix44().data_fields());
            HOTPATH_ASSERT(fields.split(message) == SplitStatus::Ok, "and well-formed");
        }
        session_.on_written(taken.size(), now_);
    }

    void finish() {
        for (int i = 0; i < 10'000 && !session_.is_closed(); ++i) {
            drain(65'536);
            now_ = std::max(now_ + Nanos{1}, std::min(session_.next_deadline(),
                                                      now_ + Nanos{3'600 * kNanosPerSecond}));
            session_.on_timer(now_);
        }
        HOTPATH_ASSERT(session_.is_closed(), "a peer that has gone silent is dropped");
    }

  private:
    /// Of what the session sends. One for all inputs: its buffer costs more than a session.
    static Framer& framer() {
        static Framer framer(65'536);
        framer.clear();
        return framer;
    }

    static SessionOptions options(Role role, std::uint8_t choices) {
        SessionOptions options;
        options.role = role;
        options.sender_comp_id = "V";
        options.target_comp_id = "C";
        options.message_length_max = 512;
        options.fields_max = 64;
        options.output_bytes_max = 2'048;
        options.held_messages_max = 4;
        options.resends_per_call_max = 2;
        options.resend_request_max = choices & 2U;
        options.validates = (choices & 4U) != 0;
        options.uses_next_expected = (choices & 8U) != 0;
        options.stores_while_logged_out = (choices & 16U) != 0;
        options.resets.on_logon = (choices & 32U) != 0;
        options.resets.on_disconnect = (choices & 64U) != 0;
        return options;
    }

    /// `text` is a MsgType, a number as a byte, and fields with `|`.
    [[nodiscard]] std::string message(std::string_view text) {
        std::array<char, kTimestampLengthMax> time;
        TimestampText writer;
        char* const end = writer.write(time.data(), now_, TimePrecision::Milliseconds);
        const std::string_view type = text.substr(0, 1);
        const int ahead = text.size() > 1 ? static_cast<signed char>(text[1]) / 16 : 0;
        const std::uint64_t number = store_.next_in() + static_cast<std::uint64_t>(ahead);
        body_.assign("35=").append(type).append("|34=").append(std::to_string(number));
        body_.append("|49=C|52=").append(time.data(), end).append("|56=V|");
        if (type == "A") {
            body_.append("98=0|108=5|");
        }
        body_.append(text.substr(std::min<std::size_t>(2, text.size())));
        body_.append(body_.ends_with('|') ? "" : "|");
        return support::fix_message("FIX.4.4", body_);
    }

    MemoryStore store_;
    Session session_;
    Application application_;
    std::string body_;
    Framer& framer_;
    Time now_{1'764'158'400'000'000'000};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 4) {
        return 0;
    }
    Run run((data[0] & 1U) != 0 ? Role::Initiator : Role::Acceptor, data[1]);
    constexpr std::array<std::uint8_t, 2> kConnect = {0, 0};
    run.step(kConnect.data(), kConnect.size());
    for (std::size_t at = 2; at < size;) {
        at += run.step(data + at, size - at);
    }
    run.finish();
    return 0;
}
