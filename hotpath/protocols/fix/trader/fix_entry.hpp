#pragma once
/// FixEntry: order entry over FIX 4.2 and 4.4.
///
/// Threads: one owner an object. Allocation: constructors. Complexity: O(bytes).

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/protocols/fix/dialect.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/trader/fix_account.hpp"
#include "hotpath/protocols/fix/trader/fix_codec.hpp"
#include "hotpath/protocols/fix/trader/fix_link.hpp"
#include "hotpath/protocols/trader/order_entry.hpp"

namespace hotpath::protocols::fix {

/// An execution has its ExecID, a canceled trade the ExecRefID (dropcopy/exec_number.hpp).
class FixExecutions {
  public:
    /// BeginString is that of a dialect.
    explicit FixExecutions(const FixAccount& account);

    [[nodiscard]] std::optional<OwnExecution> find(std::uint64_t number, Bytes reply) noexcept;

  private:
    const Dialect* dialect_;
    FieldList fields_;
};

/// Stars for each character of the password in a Logon, the first message of a connection, so that
/// lengths stay; the CheckSum is of them.
class LogonRedaction {
  public:
    void begin() noexcept {
        length_ = 0;
        is_done_ = false;
    }
    [[nodiscard]] bool is_done() const noexcept { return is_done_; }
    [[nodiscard]] Bytes add(Bytes piece) noexcept;

  private:
    static constexpr std::size_t kLogonMax = 1'024;

    std::array<std::byte, kLogonMax> logon_{};
    std::size_t length_ = 0;
    bool is_done_ = true;
};

struct FixEntry {
    static constexpr std::string_view kKey = "fix";
    static constexpr std::string_view kName = "FIX";
    static constexpr std::string_view kTitle = "FIX";
    using Account = FixAccount;
    using Codec = FixCodec;
    using Link = FixLink;
    using Executions = FixExecutions;
    using Redaction = LogonRedaction;

    [[nodiscard]] static Expected<void> validate(const FixAccount& account);
    [[nodiscard]] static FixCodec::Options codec_options(const FixAccount& account);
    [[nodiscard]] static Bytes encode(const FixCodec::Options& options, const VenueAnswer& answer,
                                      MutableBytes room) noexcept;
    [[nodiscard]] static const order_entry::HandProtocol* by_hand() noexcept;
    [[nodiscard]] static const live::OrderEntryKeys& keys() noexcept;
    [[nodiscard]] static const store::SessionNumbers* numbers() noexcept;
    [[nodiscard]] static const sim::session::OrderEnds& simulated() noexcept;
    [[nodiscard]] static const backtest::RecordedOrders& recorded() noexcept;
};
static_assert(OrderEntry<FixEntry>);

}  // namespace hotpath::protocols::fix
