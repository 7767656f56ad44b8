#pragma once
/// A received message as a session sees it: its header's fields, found in one pass, and all fields.
///
/// Threads: values and views, valid until the session's next call. Allocation: none. Complexity:
/// O(fields of the header); all fields are looked at only when one of the header is missing there.

#include <cstdint>
#include <optional>
#include <string_view>

#include "hotpath/core/units.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/timestamp_reader.hpp"

namespace hotpath::protocols::fix {

/// Empty views: the field is missing.
struct InboundHeader {
    std::string_view begin_string{};
    std::string_view msg_type{};
    std::string_view sender_comp_id{};
    std::string_view target_comp_id{};
    std::optional<std::uint64_t> number{};  // MsgSeqNum
    std::optional<Time> sending_time{};
    bool has_sending_time = false;  // perhaps one that is no time
    bool is_poss_dup = false;
    bool is_poss_resend = false;

    friend constexpr bool operator==(const InboundHeader&, const InboundHeader&) = default;
};

/// `fields` are those of a whole message: it begins with 8, 9 and 35. Of a field that comes twice in
/// the header the last counts.
void read_header(const FieldList& fields, TimestampReader& times, InboundHeader& header) noexcept;

/// The same of a single message.
[[nodiscard]] inline InboundHeader header_of(const FieldList& fields) noexcept {
    TimestampReader times;
    InboundHeader header;
    read_header(fields, times, header);
    return header;
}

/// What a listener is handed.
struct Inbound {
    std::string_view msg_type;
    std::uint64_t number;  // MsgSeqNum
    Time sending_time;
    bool is_poss_dup;     // sent before with this number; a session hands on each number once
    bool is_poss_resend;  // perhaps sent before with another number: the application has to look
    const FieldList& fields;
};

}  // namespace hotpath::protocols::fix
