#pragma once
/// FixArrivals: connections of FIX ports that have not sent their first message, which names the
/// session: BeginString and CompIDs.
///
/// Threads: one owner. Allocation: the constructor. Complexity: O(arriving_max) a call, and the
/// bytes of the message.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/exchange/server/input.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/protocols/fix/dictionary_tables.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/framer.hpp"
#include "hotpath/protocols/fix/session/inbound.hpp"

namespace hotpath::exchange {

/// A message of a FIX session is an input's: no longer one is read.
inline constexpr std::size_t kFixMessageMax = kInputMessageMax;
/// The Logout that refuses a Logon: two CompIDs and a reason.
inline constexpr std::size_t kFixRefusalMax = 384;

/// The names that identify a session; unique at the venue.
struct FixSessionNames {
    std::string_view begin_string{};
    std::string_view comp_id{};  // the client's
    std::string_view venue_comp_id{};
    friend bool operator==(const FixSessionNames&, const FixSessionNames&) = default;
};
template <class User>
[[nodiscard]] FixSessionNames session_names_of(const User& user) noexcept {
    return {user.begin_string, user.comp_id, user.venue_comp_id};
}
[[nodiscard]] inline FixSessionNames session_names_of(
    const protocols::fix::InboundHeader& header) noexcept {
    return {header.begin_string, header.sender_comp_id, header.target_comp_id};
}

/// The answer to every Logon with wrong names or a wrong password: it does not say which are there.
inline constexpr std::string_view kLogonRefused =
    "logon refused: unknown session, or wrong Username or Password";
/// A name for LoginLimit that no user has, so that guesses of an unknown session are limited as those of a
/// known one.
[[nodiscard]] protocols::nasdaq::soupbintcp::Username alias_of(
    const FixSessionNames& names) noexcept;

class FixArrivals {
  public:
    enum class First : std::uint8_t { NeedMore, Garbled, Whole };
    struct Arrival {
        First first = First::NeedMore;
        std::uint8_t kind = 0;  // enter()'s
        Bytes bytes{};          // from the connection's beginning; valid until leave()
        protocols::fix::InboundHeader header{};
    };

    explicit FixArrivals(std::size_t arriving_max)
        : framer_(kFixMessageMax),
          fields_(protocols::fix::data_fields_of(protocols::fix::kFix44),
                  {.fields_max = kFieldsMax}),
          arriving_(arriving_max) {}

    /// There is a place for it: at most arriving_max have not left. `kind` is the owner's.
    void enter(ConnectionId id, Time logon_until, std::uint8_t kind = 0) noexcept;
    /// Takes bytes off the front of `stream` until the first message is whole. NeedMore for a
    /// connection that has left.
    [[nodiscard]] Arrival on_bytes(ConnectionId id, Bytes& stream) noexcept;
    /// kNever when it is no connection without a first message.
    [[nodiscard]] Time logon_until(ConnectionId id) const noexcept;
    void leave(ConnectionId id) noexcept;

    /// Has the first message, whole in the last on_bytes(), this password, and this Username (553)
    /// or none? The time does not say how much of the password was right.
    [[nodiscard]] bool has_login(std::string_view username,
                                 std::string_view password) const noexcept;
    /// A Logout that answers a first message, of number 1; valid until the next call. Empty: it cannot
    /// be addressed.
    [[nodiscard]] Bytes refusal_of(const protocols::fix::InboundHeader& header,
                                   std::string_view why, Time utc) noexcept;

  private:
    static constexpr std::size_t kFieldsMax = 256;

    struct Arriving {
        std::optional<ConnectionId> id{};
        Time until = kNever;
        std::uint8_t kind = 0;
        std::size_t size = 0;
        std::array<std::byte, kFixMessageMax> bytes{};
    };

    [[nodiscard]] Arriving* arriving(ConnectionId id) noexcept;

    protocols::fix::Framer framer_;
    protocols::fix::FieldList fields_;
    std::vector<Arriving> arriving_;
    std::array<std::byte, kFixRefusalMax> refusal_{};
};

}  // namespace hotpath::exchange
