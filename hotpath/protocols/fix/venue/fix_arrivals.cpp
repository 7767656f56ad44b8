#include "hotpath/protocols/fix/venue/fix_arrivals.hpp"

#include <algorithm>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/protocols/fix/message_writer.hpp"
#include "hotpath/protocols/fix/session/msg_types.hpp"
#include "hotpath/protocols/fix/tags.hpp"

namespace hotpath::exchange {

namespace fix = protocols::fix;
namespace tag = protocols::fix::tag;

namespace {

/// Every character of `expected` is looked at: the time does not reveal how much was right.
[[nodiscard]] bool is_same_secret(std::string_view given, std::string_view expected) noexcept {
    unsigned difference = given.size() == expected.size() ? 0U : 1U;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const char c = given.empty() ? '\0' : given[i % given.size()];
        difference |= static_cast<unsigned char>(c ^ expected[i]);
    }
    return difference == 0;
}

}  // namespace

protocols::nasdaq::soupbintcp::Username alias_of(const FixSessionNames& names) noexcept {
    Checksum checksum;
    for (const std::string_view text : {names.begin_string, names.comp_id, names.venue_comp_id}) {
        checksum.add(std::as_bytes(std::span(text)));
    }
    protocols::nasdaq::soupbintcp::Username alias =
        protocols::to_alpha<6>("\x7f");  // in no name of a user
    for (std::size_t n = 1; n < alias.size(); ++n) {
        alias[n] = static_cast<char>(checksum.value() >> (8 * n));
    }
    return alias;
}

FixArrivals::Arriving* FixArrivals::arriving(ConnectionId id) noexcept {
    const auto found = std::ranges::find(arriving_, std::optional(id), &Arriving::id);
    return found == arriving_.end() ? nullptr : &*found;
}

void FixArrivals::enter(ConnectionId id, Time logon_until, std::uint8_t kind) noexcept {
    const auto free = std::ranges::find(arriving_, std::optional<ConnectionId>{}, &Arriving::id);
    HOTPATH_ASSERT(free != arriving_.end(),
                   "there must be a free place for a connection without a login");
    free->id = id;
    free->until = logon_until;
    free->kind = kind;
    free->size = 0;
}

void FixArrivals::leave(ConnectionId id) noexcept {
    if (Arriving* const place = arriving(id)) {
        place->id.reset();
    }
}

Time FixArrivals::logon_until(ConnectionId id) const noexcept {
    const auto found = std::ranges::find(arriving_, std::optional(id), &Arriving::id);
    return found == arriving_.end() ? kNever : found->until;
}

FixArrivals::Arrival FixArrivals::on_bytes(ConnectionId id, Bytes& stream) noexcept {
    Arriving* const place = arriving(id);
    if (place == nullptr) {
        return {};
    }
    const std::size_t taken = std::min(stream.size(), place->bytes.size() - place->size);
    std::ranges::copy(stream.first(taken),
                      place->bytes.begin() + static_cast<std::ptrdiff_t>(place->size));
    place->size += taken;
    stream = stream.subspan(taken);
    framer_.clear();
    const Bytes all = Bytes(place->bytes).first(place->size);
    Bytes rest = all;
    Bytes message;
    switch (framer_.next(rest, message)) {
        case fix::FrameStatus::Whole:
            static_cast<void>(fields_.split(message));
            return {.first = First::Whole,
                    .kind = place->kind,
                    .bytes = all,
                    .header = fix::header_of(fields_)};
        case fix::FrameStatus::NeedMore:
            return {.first = place->size == place->bytes.size() ? First::Garbled : First::NeedMore};
        default:
            return {.first = First::Garbled};
    }
}

bool FixArrivals::has_login(std::string_view username, std::string_view password) const noexcept {
    const bool is_user = fields_.value(tag::kUsername).value_or(username) == username;
    const bool is_password = is_same_secret(fields_.value(tag::kPassword).value_or(""), password);
    return is_user && is_password;
}

Bytes FixArrivals::refusal_of(const fix::InboundHeader& header, std::string_view why,
                              Time utc) noexcept {
    if (header.begin_string.size() > fix::MessageWriter::kBeginStringLengthMax) {
        return {};
    }
    fix::MessageWriter writer(refusal_);
    writer.begin(header.begin_string, fix::msg_type::kLogout);
    writer.add_uint(tag::kMsgSeqNum, 1);
    writer.add(tag::kSenderCompId, header.target_comp_id);
    writer.add_time(tag::kSendingTime, std::max(utc, Time{}), fix::TimePrecision::Milliseconds);
    writer.add(tag::kTargetCompId, header.sender_comp_id);
    writer.add(tag::kText, why);
    return writer.finish();
}

}  // namespace hotpath::exchange
