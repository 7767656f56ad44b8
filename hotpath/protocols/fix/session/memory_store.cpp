#include "hotpath/protocols/fix/session/memory_store.hpp"

#include <algorithm>
#include <limits>

#include "hotpath/protocols/fix/short_text.hpp"

namespace hotpath::protocols::fix {

Expected<MemoryStore> MemoryStore::create(const MemoryStoreOptions& options) {
    if (options.messages_max == 0 || options.bytes_max == 0) {
        return fail("messages_max and bytes_max of a FIX message store must be at least 1");
    }
    return MemoryStore(options);
}

std::optional<StoredMessage> MemoryStore::find(std::uint64_t number) const noexcept {
    if (number < first_ || number >= next_out_) {
        return std::nullopt;
    }
    const Entry& found = entry(number);
    return StoredMessage{{found.type.data(), found.type_length},
                         found.sending_time,
                         {bytes_.items().data() + found.begin % bytes_.size(), found.length}};
}

// The oldest make room: for a message at the end of the entries, and for bytes up to bytes_end.
bool MemoryStore::try_forget_until(std::uint64_t bytes_end, std::uint64_t keep_from) noexcept {
    std::uint64_t first = first_;
    std::size_t index = first_index_;
    while (first < next_out_ && (next_out_ - first >= entries_.size() ||
                                 bytes_end - entries_[index].begin > bytes_.size())) {
        ++first;
        index = index + 1 == entries_.size() ? 0 : index + 1;
    }
    if (first > first_ && first > keep_from) {
        return false;
    }
    first_ = first;
    first_index_ = index;
    return true;
}

bool MemoryStore::try_append(const StoredMessage& message, std::uint64_t keep_from) noexcept {
    const std::size_t length = message.fields.size();
    if (message.msg_type.size() > kTypeLengthMax || length > bytes_.size() ||
        length > std::numeric_limits<std::uint32_t>::max()) {
        return false;
    }
    // A message lies in one piece: one that does not fit before the end of the ring begins it
    // again.
    const bool wraps = place_ + length > bytes_.size();
    const std::uint64_t begin = bytes_end_ + (wraps ? bytes_.size() - place_ : 0);
    if (!try_forget_until(begin + length, keep_from)) {
        return false;
    }
    const std::size_t place = wraps ? 0 : place_;
    Entry& added = entries_[index_of(next_out_)];
    added = {.begin = begin,
             .length = static_cast<std::uint32_t>(length),
             .type_length = static_cast<std::uint32_t>(message.msg_type.size()),
             .type = {},
             .sending_time = message.sending_time};
    static_cast<void>(message.msg_type.copy(added.type.data(), added.type.size()));
    copy_text(bytes_.items().data() + place, message.fields);
    bytes_end_ = begin + length;
    place_ = place + length == bytes_.size() ? 0 : place + length;
    ++next_out_;
    return true;
}

void MemoryStore::set_next_out(std::uint64_t number) noexcept {
    next_out_ = number;
    first_ = number;
}

void MemoryStore::reset(Time now) noexcept {
    set_next_out(1);
    next_in_ = 1;
    created_at_ = now;
}

}  // namespace hotpath::protocols::fix
