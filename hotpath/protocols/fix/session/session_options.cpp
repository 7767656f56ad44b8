#include "hotpath/protocols/fix/session/session_options.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "hotpath/protocols/fix/framer.hpp"
#include "hotpath/protocols/fix/message_writer.hpp"

namespace hotpath::protocols::fix {

namespace {

[[nodiscard]] bool is_whole_seconds(Nanos time) noexcept {
    return time >= Nanos{0} && time.value % kNanosPerSecond == 0;
}

[[nodiscard]] Expected<void> check_texts(const SessionOptions& options) {
    if (options.sender_comp_id.empty() || options.target_comp_id.empty()) {
        return fail("sender_comp_id and target_comp_id of a FIX session must not be empty");
    }
    for (const std::string_view text :
         {std::string_view(options.sender_comp_id), std::string_view(options.sender_sub_id),
          std::string_view(options.target_comp_id), std::string_view(options.target_sub_id),
          std::string_view(options.default_appl_ver_id), std::string_view(options.username),
          std::string_view(options.password)}) {
        if (text.find(kSoh) != std::string_view::npos || text.size() > kTextLengthMax) {
            return fail(
                "names, user name and password of a FIX session must have at most 64 characters "
                "and no SOH");
        }
    }
    if (options.begin_string.starts_with("FIXT.") != !options.default_appl_ver_id.empty()) {
        return fail(
            "default_appl_ver_id of a FIX session must be set with FIXT.1.1 and empty with other "
            "versions");
    }
    return {};
}

[[nodiscard]] Expected<void> check_times(const SessionOptions& options) {
    if (!is_whole_seconds(options.heartbeat_interval) ||
        !is_whole_seconds(options.heartbeat_interval_min) ||
        options.heartbeat_interval_max < options.heartbeat_interval_min ||
        options.heartbeat_interval_max > kHeartbeatIntervalMax ||
        options.heartbeat_interval > kHeartbeatIntervalMax) {
        return fail(
            "the heartbeat intervals of a FIX session must be whole seconds, at most one day, the "
            "minimum at most the maximum");
    }
    if (std::min({options.logon_timeout, options.logout_timeout, options.stall_timeout}) <=
            Nanos{0} ||
        options.sending_time_accuracy < Nanos{0} || options.resend_age_max < Nanos{0}) {
        return fail(
            "the timeouts of a FIX session (logon, logout, stall) must be above 0, "
            "sending_time_accuracy and resend_age_max 0 or more");
    }
    return {};
}

[[nodiscard]] Expected<void> check_limits(const SessionOptions& options) {
    if (options.message_length_max < kMessageLengthMin ||
        options.message_length_max > kMessageLengthMax) {
        return fail("message_length_max of a FIX session must be 512..16,777,216");
    }
    if (options.output_bytes_max < 4 * options.message_length_max) {
        return fail("output_bytes_max of a FIX session must be at least 4 * message_length_max");
    }
    if (options.fields_max < 32 || options.held_messages_max == 0 ||
        options.resends_per_call_max == 0) {
        return fail(
            "a FIX session must have fields_max of at least 32, held_messages_max and "
            "resends_per_call_max of at least 1");
    }
    return {};
}

}  // namespace

Expected<void> check(const SessionOptions& options) {
    for (const auto& checked :
         {check_texts(options), check_times(options), check_limits(options)}) {
        if (!checked) {
            return checked;
        }
    }
    return {};
}

}  // namespace hotpath::protocols::fix
