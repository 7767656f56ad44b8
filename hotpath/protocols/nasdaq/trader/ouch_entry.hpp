#pragma once
/// OuchEntry: order entry over OUCH 5.0 and SoupBinTCP.
///
/// Threads: one owner an object. Allocation: none. Complexity: O(bytes) of a login, else O(1).

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/protocols/message.hpp"
#include "hotpath/protocols/nasdaq/ouch50/replies.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"
#include "hotpath/protocols/nasdaq/trader/ouch_codec.hpp"
#include "hotpath/protocols/trader/order_entry.hpp"

namespace hotpath::protocols::nasdaq {

struct OuchEntry;

/// The login is the trader's account.
struct OuchAccount {
    using Entry = OuchEntry;
};

/// An execution or a broken trade has the number of its reply in the session.
class OuchExecutions {
  public:
    explicit OuchExecutions(const OuchAccount&) noexcept {}

    [[nodiscard]] static std::optional<OwnExecution> find(std::uint64_t number,
                                                          Bytes reply) noexcept {
        std::optional<ClOrdId> order = order_of<ouch50::OrderExecuted>(reply);
        order = order ? order : order_of<ouch50::BrokenTrade>(reply);
        return order ? std::optional(OwnExecution{*order, number}) : std::nullopt;
    }

  private:
    template <class Reply>
    [[nodiscard]] static std::optional<ClOrdId> order_of(Bytes reply) noexcept {
        const bool is_one = !reply.empty() &&
                            std::to_integer<char>(reply.front()) == Reply::kType &&
                            reply.size() >= Reply::kLength;
        return is_one ? std::optional(ClOrdId{Reply::at(reply.data()).load_user_ref_num()})
                      : std::nullopt;
    }
};

/// kHiddenPassword for the password of a Login Request, the first message of a connection.
class LoginRedaction {
  public:
    void begin() noexcept {
        length_ = 0;
        is_done_ = false;
    }
    [[nodiscard]] bool is_done() const noexcept { return is_done_; }
    [[nodiscard]] Bytes add(Bytes piece) noexcept {
        const std::size_t taken = std::min(piece.size(), request_.size() - length_);
        std::ranges::copy(piece.first(taken),
                          request_.begin() + static_cast<std::ptrdiff_t>(length_));
        length_ += taken;
        if (length_ < request_.size()) {
            return {};
        }
        is_done_ = true;
        soupbintcp::LoginRequest::at(request_.data())
            .store_password(to_alpha<kHiddenPassword.size()>(kHiddenPassword));
        return request_;
    }

  private:
    std::array<std::byte, soupbintcp::LoginRequest::kLength> request_{};
    std::size_t length_ = 0;
    bool is_done_ = true;
};

struct OuchEntry {
    static constexpr std::string_view kKey = "ouch";
    static constexpr std::string_view kName = "OUCH";
    static constexpr std::string_view kTitle = "OUCH 5.0";
    using Account = OuchAccount;
    using Codec = OuchCodec;
    using Link = NoLink;
    using Executions = OuchExecutions;
    using Redaction = LoginRedaction;

    [[nodiscard]] static Expected<void> validate(const OuchAccount&) { return {}; }
    [[nodiscard]] static OuchCodec::Options codec_options(const OuchAccount&) { return {}; }
    [[nodiscard]] static Bytes encode(const OuchCodec::Options&, const VenueAnswer& answer,
                                      MutableBytes room) noexcept;
    [[nodiscard]] static const order_entry::HandProtocol* by_hand() noexcept;
    [[nodiscard]] static const live::OrderEntryKeys& keys() noexcept;
    [[nodiscard]] static const store::SessionNumbers* numbers() noexcept { return nullptr; }
    [[nodiscard]] static const sim::session::OrderEnds& simulated() noexcept;
    [[nodiscard]] static const backtest::RecordedOrders& recorded() noexcept;
};
static_assert(OrderEntry<OuchEntry>);

}  // namespace hotpath::protocols::nasdaq
