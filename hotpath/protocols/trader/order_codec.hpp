#pragma once
/// OrderCodec: the codec of any protocol of the list (all.hpp) behind one type, chosen at construction:
/// the codec of a trader whose configuration names the protocol.
///
///   OrderCodec codec(room, fix::FixCodec::Options{...});
///
/// One branch a message, the same way in every call; for the list's first, no more. Threads: one.
/// Allocation: at construction. Complexity: the codec's.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/symbol.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/core/with_index.hpp"
#include "hotpath/engine/engine.hpp"
#include "hotpath/engine/venue.hpp"
#include "hotpath/gateway/order_gateway.hpp"
#include "hotpath/gateway/outbox.hpp"
#include "hotpath/gateway/venue_codec.hpp"
#include "hotpath/oms/order.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_codec.hpp"
#include "hotpath/protocols/nasdaq/trader/practice_venue.hpp"
#include "hotpath/protocols/trader/market_feed.hpp"
#include "hotpath/protocols/trader/order_entry.hpp"
#include "hotpath/risk/approved_order.hpp"

namespace hotpath::protocols {

template <OrderEntry First, OrderEntry... Others>
class AnyOrderCodec {
  public:
    /// Those of one protocol; of the first by default.
    using Options =
        std::variant<typename First::Codec::Options, typename Others::Codec::Options...>;

    static constexpr std::size_t kOrderBytesMax =
        std::max({First::Codec::kOrderBytesMax, Others::Codec::kOrderBytesMax...});
    static constexpr std::size_t kCancelBytesMax =
        std::max({First::Codec::kCancelBytesMax, Others::Codec::kCancelBytesMax...});
    static constexpr Qty kQtyMax = std::min({First::Codec::kQtyMax, Others::Codec::kQtyMax...});

    AnyOrderCodec(const gateway::CodecRoom& room, const Options& options)
        : first_(room), is_first_(options.index() == 0) {
        with_index<1 + sizeof...(Others)>(options.index(), [&](auto n) {
            if constexpr (n > 0) {
                std::get<n - 1>(others_).emplace(room, std::get<n>(options));
            }
        });
    }

    void allow(InstrumentId instrument, Symbol symbol, std::int32_t number) noexcept {
        with([&](auto& codec) { codec.allow(instrument, symbol, number); });
    }
    void encode(const risk::ApprovedOrder& order, gateway::Outbox& outbox) noexcept {
        with([&](auto& codec) { codec.encode(order, outbox); });
    }
    void encode_cancel(const oms::Order& order, gateway::Outbox& outbox) noexcept {
        with([&](auto& codec) { codec.encode_cancel(order, outbox); });
    }
    void encode_reduce(const oms::Order& order, gateway::Outbox& outbox) noexcept {
        with([&](auto& codec) { codec.encode_reduce(order, outbox); });
    }
    void encode_account_query(gateway::Outbox& outbox) noexcept {
        with([&](auto& codec) { codec.encode_account_query(outbox); });
    }
    template <class Sink>
    DecodeStatus decode(Bytes message, Sink&& sink) const noexcept {
        if (is_first_) {
            return first_.decode(message, sink);
        }
        DecodeStatus status{};
        with_other([&](const auto& codec) { status = codec.decode(message, sink); });
        return status;
    }

    // gateway::NamesByVenueId, of those protocols that do.
    [[nodiscard]] bool may_change(ClOrdId id) const noexcept {
        return naming(true, [&](const auto& codec) { return codec.may_change(id); });
    }
    [[nodiscard]] ClOrdId take_cancelable() noexcept {
        return naming(ClOrdId{}, [](auto& codec) { return codec.take_cancelable(); });
    }
    [[nodiscard]] OrderId venue_id_of(ClOrdId id) const noexcept {
        return naming(OrderId{}, [&](const auto& codec) { return codec.venue_id_of(id); });
    }
    [[nodiscard]] ClOrdId holder_of(OrderId venue_id) const noexcept {
        return naming(ClOrdId{}, [&](const auto& codec) { return codec.holder_of(venue_id); });
    }

  private:
    template <class Encode>
    void with(Encode&& encode) noexcept {
        if (is_first_) {
            encode(first_);
        } else {
            with_other(encode);
        }
    }
    template <class Call>
    void with_other(Call&& call) noexcept {
        std::apply([&](auto&... codec) { ((codec ? call(*codec) : void()), ...); }, others_);
    }
    template <class Call>
    void with_other(Call&& call) const noexcept {
        std::apply([&](const auto&... codec) { ((codec ? call(*codec) : void()), ...); }, others_);
    }
    /// The answer of a codec that names orders by the venue's ids; or `otherwise`.
    template <class T, class Ask>
    [[nodiscard]] T naming(T otherwise, Ask&& ask) noexcept {
        std::apply([&](auto&... codec) { (answer(codec, otherwise, ask), ...); }, others_);
        return otherwise;
    }
    template <class T, class Ask>
    [[nodiscard]] T naming(T otherwise, Ask&& ask) const noexcept {
        std::apply([&](const auto&... codec) { (answer(codec, otherwise, ask), ...); }, others_);
        return otherwise;
    }
    template <class Codec, class T, class Ask>
    static void answer(Codec& codec, T& into, Ask&& ask) noexcept {
        if constexpr (gateway::NamesByVenueId<std::remove_const_t<typename Codec::value_type>>) {
            if (codec) {
                into = ask(*codec);
            }
        }
    }

    typename First::Codec first_;
    bool is_first_;
    std::tuple<std::optional<typename Others::Codec>...> others_{};  // at most one, in its place
};

using OrderCodec = OrderEntries::Apply<AnyOrderCodec>;

static_assert(gateway::VenueCodec<OrderCodec>);
static_assert(gateway::NamesByVenueId<OrderCodec>);

/// A venue's answer as a message of the protocol that the options are of.
template <OrderEntry... Of>
struct AnyAnswer {
    [[nodiscard]] static Bytes encode(const std::variant<typename Of::Codec::Options...>& options,
                                      const VenueAnswer& answer, MutableBytes room) noexcept {
        Bytes message;
        with_index<sizeof...(Of)>(options.index(), [&](auto n) {
            using Entry = std::tuple_element_t<n, std::tuple<Of...>>;
            message = Entry::encode(std::get<n>(options), answer, room);
        });
        return message;
    }
};

/// Any feed and any order entry of the list.
struct Traded {
    using FeedCodec = feed::ItchCodec;  // of the practice
    using Feed = MarketFeed;
    using OrderCodec = protocols::OrderCodec;

    using Practice = nasdaq::PracticeVenue;
    static constexpr std::size_t kAnswerBytesMax = protocols::kAnswerBytesMax;
    [[nodiscard]] static Bytes encode(const OrderCodec::Options& options, const VenueAnswer& answer,
                                      MutableBytes room) noexcept {
        return OrderEntries::Apply<AnyAnswer>::encode(options, answer, room);
    }
};
static_assert(engine::Venue<Traded>);

using TradedGateway = gateway::OrderGateway<OrderCodec>;

template <strategy::Strategy S, timing::TickSource T = timing::NoTicks>
using TradedEngine = engine::Engine<S, Traded, T>;

}  // namespace hotpath::protocols
