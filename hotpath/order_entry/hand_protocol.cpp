#include "hotpath/order_entry/hand_protocol.hpp"

#include <type_traits>

#include <fmt/format.h>

#include "hotpath/protocols/all.hpp"

namespace hotpath::order_entry {

std::unexpected<Error> wrong_password(const std::string& user, std::size_t most,
                                      std::size_t length) {
    return fail(
        fmt::format("the password of {} must be 1 to {} characters, got {}", user, most, length));
}

const HandProtocol* hand_protocol(std::size_t order_entry) noexcept {
    static constexpr auto kProtocols =
        protocols::OrderEntries::each([]<class P>(std::type_identity<P>) { return &P::by_hand; });
    return kProtocols[order_entry]();
}

}  // namespace hotpath::order_entry
