#pragma once
/// HandshakeLimit: how many TLS handshakes a second a server begins. One takes the thread of Handshakes
/// for a signature and more, many times what a login takes.
///
///   if (!limit.try_take(peer.address.value, now)) { close the connection; }
///
/// One address begins at most half of them, so that it does not keep all others out. Threads: one
/// owner. Allocation: the constructor. Complexity: O(1).

#include <cstddef>
#include <cstdint>

#include "hotpath/core/units.hpp"
#include "hotpath/exchange/orders/token_bucket.hpp"
#include "hotpath/exchange/server/request_limit.hpp"

namespace hotpath::login {

class HandshakeLimit {
  public:
    static constexpr std::size_t kAddressesMax = 1'024;

    /// 0: no limit. A second's handshakes may come at once.
    explicit HandshakeLimit(std::uint32_t per_second)
        : all_({.per_second = per_second, .burst = per_second}),
          of_address_({.per_second = half(per_second), .burst = half(per_second)}, kAddressesMax) {}

    [[nodiscard]] std::uint64_t refused() const noexcept { return refused_; }
    /// False is counted.
    [[nodiscard]] bool try_take(std::uint32_t address, Time now) noexcept {
        const bool is_taken = of_address_.try_take(address, now) && all_.try_take(now);
        refused_ += is_taken ? 0U : 1U;
        return is_taken;
    }

  private:
    [[nodiscard]] static std::uint32_t half(std::uint32_t per_second) noexcept {
        return per_second / 2 + per_second % 2;
    }

    exchange::TokenBucket all_;
    exchange::RequestLimit of_address_;
    std::uint64_t refused_ = 0;
};

}  // namespace hotpath::login
