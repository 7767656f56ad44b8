#pragma once
/// The parts that a protocol of order entry brings to a venue, and a list of protocols. all.hpp is the
/// list; the venue's log, records, gate and server get their parts from it.
///
///   struct FixProtocol {
///       kRecords              the names of its two kinds of records: messages, numbers
///       kPorts                the names of its ports
///       kOutputs              how many kinds of outputs its desk has
///       kReportLengthMax      the longest of them, bytes
///       Desk                  FixDesk: part of the venue's log
///       DeskOptions           what the desk's state depends on besides its inputs
///       Options               the server's; its field `desk` is the DeskOptions
///       check(desk options), make_desk(...)     nullptr: the venue does not take the protocol
///       to_bits(desk options), to_desk_options(bits)     in two bytes of a log's options
///       are_numbers(bytes)    whether an event::Numbers has such a message
///       copies_of(desk options)     how many outputs a report about an order may have
///       check(options), kept(options), ports_open(options), complete(options), stream_bytes(options)
///   };
/// Types and functions of their arguments. Threads: any. Allocation: make_desk() alone.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "hotpath/core/bytes.hpp"
#include "hotpath/exchange/orders/order_terms.hpp"
#include "hotpath/exchange/types.hpp"

namespace hotpath::exchange {

namespace event {

/// A message of a session of protocol P; with a reason, refused before it reached the venue.
template <class P>
struct Message {
    SessionId session{};
    RejectReason reason = RejectReason::None;  // it is not refused
    Bytes message{};
};
/// Where a session of protocol P stands, as far as other inputs do not imply it.
template <class P>
struct Numbers {
    SessionId session{};
    Bytes message{};
};

}  // namespace event

/// The messages that a stream of each of a protocol's sessions keeps, under a key of the configuration.
struct KeptMessages {
    std::string_view key;
    std::uint64_t messages = 0;
    bool is_used = true;
};

/// The protocols P, and the first desk: its messages are the records Order and RefusedOrder, and it
/// reports the orders of every protocol.
template <class First, class... P>
struct VenueProtocolList {
    using FirstDesk = First;
    using Desks = std::tuple<std::unique_ptr<typename P::Desk>...>;  // nullptr: it is not taken
    using DeskOptions = std::tuple<typename P::DeskOptions...>;
    using Options = std::tuple<typename P::Options...>;
    template <template <class...> class T>
    using Apply = T<P...>;

    static constexpr std::size_t kPorts = (P::kPorts.size() + ... + 0);
    static constexpr std::size_t kOutputs = (P::kOutputs + ... + 0);

    /// The longest output of a protocol's desk, bytes.
    static constexpr std::size_t kReportLengthMax = std::max({P::kReportLengthMax...});

    /// Returns the most outputs of all desks that a report about an order may have.
    [[nodiscard]] static std::size_t copies_of(const DeskOptions& desks) noexcept {
        return (P::copies_of(std::get<typename P::DeskOptions>(desks)) + ... + 0);
    }
    /// Calls visit.operator()<P>() for each protocol, in order.
    template <class Visit>
    static constexpr void for_each(Visit&& visit) {
        (visit.template operator()<P>(), ...);
    }
    /// The ports, and the kinds of outputs, of the protocols before Of.
    template <class Of>
    [[nodiscard]] static constexpr std::size_t ports_before() noexcept {
        return before<Of>([]<class Q>() { return Q::kPorts.size(); });
    }
    template <class Of>
    [[nodiscard]] static constexpr std::size_t outputs_before() noexcept {
        return before<Of>([]<class Q>() { return Q::kOutputs; });
    }

  private:
    template <class Of, class Count>
    [[nodiscard]] static constexpr std::size_t before(Count&& count) noexcept {
        static_assert((std::is_same_v<Of, P> || ...), "the protocol must be in the list");
        std::size_t sum = 0;
        bool is_before = true;
        for_each([&]<class Q>() {
            is_before = is_before && !std::is_same_v<Of, Q>;
            sum += is_before ? count.template operator()<Q>() : 0;
        });
        return sum;
    }
};

}  // namespace hotpath::exchange
