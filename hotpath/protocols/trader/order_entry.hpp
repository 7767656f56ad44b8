#pragma once
/// OrderEntry: what a protocol of order entry brings for a trader, a struct each; all.hpp lists them.
///
///   kName            its name in messages
///   Account          the trader's at the venue, of the configuration; Account::Entry is this struct
///   Codec            approved orders to bytes, replies to events (gateway::VenueCodec)
///   Link             its session; NoLink: SoupBinTCP, as the trader's account
///   Executions       which replies the drop copy repeats, and under which number
///   Redaction        what of a log-on no journal may have
///   validate(account), codec_options(account of valid options)
///
/// Threads: functions of values. Allocation: at construction.

#include <concepts>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/gateway/venue_codec.hpp"
#include "hotpath/protocols/trader/own_execution.hpp"

namespace hotpath::protocols {

struct NoLink {};

/// The password of a replayed log-on.
inline constexpr std::string_view kHiddenPassword = "**********";

/// Removes the secrets from the bytes that a connection begins with. They come in pieces: one is cut
/// where the output's ring wraps.
template <class R>
concept LogOnRedaction = std::default_initializable<R> && requires(R redaction, Bytes piece) {
    /// A connection has begun.
    { redaction.begin() } noexcept;
    /// The bytes to keep of this piece, perhaps with the begin of a message whose end has come now. Valid
    /// until the next call.
    { redaction.add(piece) } noexcept -> std::same_as<Bytes>;
    /// The bytes that follow have no secret.
    { redaction.is_done() } noexcept -> std::same_as<bool>;
};

template <class P>
concept OrderEntry =
    std::same_as<typename P::Account::Entry, P> && gateway::VenueCodec<typename P::Codec> &&
    LogOnRedaction<typename P::Redaction> &&
    std::constructible_from<typename P::Executions, const typename P::Account&> &&
    requires(const typename P::Account& account, typename P::Executions executions,
             std::uint64_t number, Bytes reply) {
        typename P::Link;
        { P::kName } -> std::convertible_to<std::string_view>;
        { P::validate(account) } -> std::same_as<Expected<void>>;
        { P::codec_options(account) } -> std::same_as<typename P::Codec::Options>;
        { executions.find(number, reply) } noexcept -> std::same_as<std::optional<OwnExecution>>;
    };

}  // namespace hotpath::protocols
