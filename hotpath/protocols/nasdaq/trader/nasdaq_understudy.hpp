#pragma once
/// NasdaqUnderstudy: the understudy of a NasdaqEngine, or nothing where its strategy has none.
///
///   auto understudy = NasdaqUnderstudy<S>::create(strategy);      an Expected
///   understudy->step();
///
/// Threads, allocation and complexity: engine/understudy.hpp's.

#include "hotpath/core/error.hpp"
#include "hotpath/engine/understudy.hpp"
#include "hotpath/protocols/nasdaq/trader/nasdaq_engine.hpp"
#include "hotpath/strategy/strategy.hpp"
#include "hotpath/timing/tick_source.hpp"

namespace hotpath::protocols::nasdaq {

/// Practises nothing.
struct NoUnderstudy {
    template <class S, class T>
    [[nodiscard]] static Expected<NoUnderstudy> create(const S&, const T&) {
        return NoUnderstudy{};
    }
    bool step() noexcept { return true; }
    void play() noexcept {}
};

template <strategy::Strategy S, timing::TickSource T = timing::NoTicks,
          engine::PractisedVenue V = Nasdaq>
struct UnderstudyOf {
    using Type = NoUnderstudy;
};
template <strategy::UnderstudiedStrategy S, timing::TickSource T, engine::PractisedVenue V>
struct UnderstudyOf<S, T, V> {
    using Type = engine::Understudy<S, V, T>;
};
template <strategy::Strategy S, timing::TickSource T = timing::NoTicks>
using NasdaqUnderstudy = typename UnderstudyOf<S, T>::Type;

}  // namespace hotpath::protocols::nasdaq
