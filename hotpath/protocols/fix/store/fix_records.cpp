#include "hotpath/protocols/fix/store/fix_records.hpp"

#include <algorithm>
#include <span>

#include "hotpath/core/assert.hpp"

namespace hotpath::store {

void store_sent(const SentRecord& sent, MutableBytes to) noexcept {
    const protocols::fix::StoredMessage& message = sent.message;
    HOTPATH_ASSERT(message.msg_type.size() <= 0xff && to.size() == sent_record_bytes(message),
                   "msg_type must be short, and the place as long as the record");
    store_le(to.data(), sent.number);
    to[kNumberBytes] = static_cast<std::byte>(message.msg_type.size());
    const MutableBytes text = to.subspan(kNumberBytes + 1);
    std::ranges::copy(std::as_bytes(std::span(message.msg_type)), text.begin());
    std::ranges::copy(std::as_bytes(std::span(message.fields)),
                      text.subspan(message.msg_type.size()).begin());
}

std::optional<SentRecord> load_sent(Bytes payload, Time time) noexcept {
    if (payload.size() <= kNumberBytes) {
        return std::nullopt;
    }
    const auto type_length = std::to_integer<std::size_t>(payload[kNumberBytes]);
    const Bytes text = payload.subspan(kNumberBytes + 1);
    if (type_length > text.size()) {
        return std::nullopt;
    }
    return SentRecord{.number = load_le<std::uint64_t>(payload.data()),
                      .message = {.msg_type = as_text(text.first(type_length)),
                                  .sending_time = time,
                                  .fields = as_text(text.subspan(type_length))}};
}

std::optional<std::uint64_t> load_number(Bytes payload) noexcept {
    return payload.size() == kNumberBytes ? std::optional(load_le<std::uint64_t>(payload.data()))
                                          : std::nullopt;
}

}  // namespace hotpath::store
