#pragma once
/// SBE messages of messages.xml, version 6: decoders and encoders.
/// iLink 3, in part
/// Made by tools/sbe from the schema; do not edit. How to read it: docs/reference/sbe.md.
/// Threads: values and views. Allocation: none. Complexity: a field is one load.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/message.hpp"
#include "hotpath/protocols/cme/sbe/encode.hpp"
#include "hotpath/protocols/cme/sbe/fields.hpp"
#include "hotpath/protocols/cme/sbe/view.hpp"

namespace hotpath::protocols::cme::ilink3 {

namespace sbe = ::hotpath::protocols::cme::sbe;
using ::hotpath::Bytes;
using ::hotpath::MutableBytes;
using ::hotpath::protocols::DecodeStatus;
using ::hotpath::protocols::Message;

using Char = sbe::Number<char, std::endian::little>;
using Int8 = sbe::Number<std::int8_t, std::endian::little>;
using Int32 = sbe::Number<std::int32_t, std::endian::little>;
using Int64 = sbe::Number<std::int64_t, std::endian::little>;
using Uint8 = sbe::Number<std::uint8_t, std::endian::little>;
using Uint16 = sbe::Number<std::uint16_t, std::endian::little>;
using Uint32 = sbe::Number<std::uint32_t, std::endian::little>;
using Uint64 = sbe::Number<std::uint64_t, std::endian::little>;

inline constexpr std::uint16_t kSchemaId = 8;
inline constexpr std::uint16_t kVersion = 6;

struct MessageHeader : Message<MessageHeader, 8> {
    [[nodiscard]] std::uint16_t load_block_length() const noexcept {
        return Uint16::load(bytes_.data() + 0);
    }
    void store_block_length(std::uint16_t value) noexcept {
        Uint16::store(bytes_.data() + 0, value);
    }
    [[nodiscard]] std::uint16_t load_template_id() const noexcept {
        return Uint16::load(bytes_.data() + 2);
    }
    void store_template_id(std::uint16_t value) noexcept {
        Uint16::store(bytes_.data() + 2, value);
    }
    [[nodiscard]] std::uint16_t load_schema_id() const noexcept {
        return Uint16::load(bytes_.data() + 4);
    }
    void store_schema_id(std::uint16_t value) noexcept {
        Uint16::store(bytes_.data() + 4, value);
    }
    [[nodiscard]] std::uint16_t load_version() const noexcept {
        return Uint16::load(bytes_.data() + 6);
    }
    void store_version(std::uint16_t value) noexcept {
        Uint16::store(bytes_.data() + 6, value);
    }

    void for_each_field(auto&& visit) const {
        visit("blockLength", load_block_length());
        visit("templateId", load_template_id());
        visit("schemaId", load_schema_id());
        visit("version", load_version());
    }
};

struct GroupSize : Message<GroupSize, 3> {
    [[nodiscard]] std::uint16_t load_block_length() const noexcept {
        return Uint16::load(bytes_.data() + 0);
    }
    void store_block_length(std::uint16_t value) noexcept {
        Uint16::store(bytes_.data() + 0, value);
    }
    [[nodiscard]] std::uint8_t load_num_in_group() const noexcept {
        return Uint8::load(bytes_.data() + 2);
    }
    void store_num_in_group(std::uint8_t value) noexcept {
        Uint8::store(bytes_.data() + 2, value);
    }
    static constexpr std::uint64_t kNumInGroupMax = 254U;

    void for_each_field(auto&& visit) const {
        visit("blockLength", load_block_length());
        visit("numInGroup", load_num_in_group());
    }
};

struct DATA : Message<DATA, 2> {
    [[nodiscard]] std::uint16_t load_length() const noexcept {
        return Uint16::load(bytes_.data() + 0);
    }
    void store_length(std::uint16_t value) noexcept {
        Uint16::store(bytes_.data() + 0, value);
    }
    static constexpr std::uint64_t kLengthMax = 65534U;
    using Length = std::uint16_t;

    void for_each_field(auto&& visit) const {
        visit("length", load_length());
    }
};

/// in units of 0.000000001
struct Price : Message<Price, 8> {
    [[nodiscard]] std::int64_t load_mantissa() const noexcept {
        return Int64::load(bytes_.data() + 0);
    }
    void store_mantissa(std::int64_t value) noexcept {
        Int64::store(bytes_.data() + 0, value);
    }
    static constexpr std::int8_t kExponent = static_cast<std::int8_t>(-9);

    void for_each_field(auto&& visit) const {
        visit("mantissa", load_mantissa());
        visit("exponent", kExponent);
    }
};

/// in units of 0.000000001
struct PriceOptional : Message<PriceOptional, 8> {
    PriceOptional() noexcept {
        sbe::Optional<Int64, static_cast<std::int64_t>(9223372036854775807ULL)>::store(bytes_.data() + 0, std::nullopt);
    }

    [[nodiscard]] std::optional<std::int64_t> load_mantissa() const noexcept {
        return sbe::Optional<Int64, static_cast<std::int64_t>(9223372036854775807ULL)>::load(bytes_.data() + 0);
    }
    void store_mantissa(std::optional<std::int64_t> value) noexcept {
        sbe::Optional<Int64, static_cast<std::int64_t>(9223372036854775807ULL)>::store(bytes_.data() + 0, value);
    }
    static constexpr std::int8_t kExponent = static_cast<std::int8_t>(-9);

    void for_each_field(auto&& visit) const {
        visit("mantissa", load_mantissa());
        visit("exponent", kExponent);
    }
};

struct DecimalOptional : Message<DecimalOptional, 9> {
    DecimalOptional() noexcept {
        sbe::Optional<Int64, static_cast<std::int64_t>(9223372036854775807ULL)>::store(bytes_.data() + 0, std::nullopt);
        sbe::Optional<Int8, static_cast<std::int8_t>(127)>::store(bytes_.data() + 8, std::nullopt);
    }

    [[nodiscard]] std::optional<std::int64_t> load_mantissa() const noexcept {
        return sbe::Optional<Int64, static_cast<std::int64_t>(9223372036854775807ULL)>::load(bytes_.data() + 0);
    }
    void store_mantissa(std::optional<std::int64_t> value) noexcept {
        sbe::Optional<Int64, static_cast<std::int64_t>(9223372036854775807ULL)>::store(bytes_.data() + 0, value);
    }
    [[nodiscard]] std::optional<std::int8_t> load_exponent() const noexcept {
        return sbe::Optional<Int8, static_cast<std::int8_t>(127)>::load(bytes_.data() + 8);
    }
    void store_exponent(std::optional<std::int8_t> value) noexcept {
        sbe::Optional<Int8, static_cast<std::int8_t>(127)>::store(bytes_.data() + 8, value);
    }

    void for_each_field(auto&& visit) const {
        visit("mantissa", load_mantissa());
        visit("exponent", load_exponent());
    }
};

enum class FTI : std::uint8_t {
    Backup = static_cast<std::uint8_t>(0),
    Primary = static_cast<std::uint8_t>(1),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(FTI value) noexcept {
    switch (value) {
        case FTI::Backup:
            return "Backup";
        case FTI::Primary:
            return "Primary";
    }
    return {};
}

enum class SplitMsg : std::uint8_t {
    SplitMessageDelayed = static_cast<std::uint8_t>(0),
    OutOfOrderMessageDelayed = static_cast<std::uint8_t>(1),
    CompleteMessageDelayed = static_cast<std::uint8_t>(2),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(SplitMsg value) noexcept {
    switch (value) {
        case SplitMsg::SplitMessageDelayed:
            return "SplitMessageDelayed";
        case SplitMsg::OutOfOrderMessageDelayed:
            return "OutOfOrderMessageDelayed";
        case SplitMsg::CompleteMessageDelayed:
            return "CompleteMessageDelayed";
    }
    return {};
}

enum class KeepAliveLapsed : std::uint8_t {
    NotLapsed = static_cast<std::uint8_t>(0),
    Lapsed = static_cast<std::uint8_t>(1),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(KeepAliveLapsed value) noexcept {
    switch (value) {
        case KeepAliveLapsed::NotLapsed:
            return "NotLapsed";
        case KeepAliveLapsed::Lapsed:
            return "Lapsed";
    }
    return {};
}

enum class BooleanFlag : std::uint8_t {
    False = static_cast<std::uint8_t>(0),
    True = static_cast<std::uint8_t>(1),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(BooleanFlag value) noexcept {
    switch (value) {
        case BooleanFlag::False:
            return "False";
        case BooleanFlag::True:
            return "True";
    }
    return {};
}

enum class BooleanOptional : std::uint8_t {
    False = static_cast<std::uint8_t>(0),
    True = static_cast<std::uint8_t>(1),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(BooleanOptional value) noexcept {
    switch (value) {
        case BooleanOptional::False:
            return "False";
        case BooleanOptional::True:
            return "True";
    }
    return {};
}

enum class Side : std::uint8_t {
    Buy = static_cast<std::uint8_t>(1),
    Sell = static_cast<std::uint8_t>(2),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(Side value) noexcept {
    switch (value) {
        case Side::Buy:
            return "Buy";
        case Side::Sell:
            return "Sell";
    }
    return {};
}

enum class SideOptional : std::uint8_t {
    Buy = static_cast<std::uint8_t>(1),
    Sell = static_cast<std::uint8_t>(2),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(SideOptional value) noexcept {
    switch (value) {
        case SideOptional::Buy:
            return "Buy";
        case SideOptional::Sell:
            return "Sell";
    }
    return {};
}

enum class OrderTypeReq : char {
    MarketWithProtection = char{'1'},
    Limit = char{'2'},
    StopWithProtection = char{'3'},
    StopLimit = char{'4'},
    MarketWithLeftoverAsLimit = char{'K'},
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(OrderTypeReq value) noexcept {
    switch (value) {
        case OrderTypeReq::MarketWithProtection:
            return "MarketWithProtection";
        case OrderTypeReq::Limit:
            return "Limit";
        case OrderTypeReq::StopWithProtection:
            return "StopWithProtection";
        case OrderTypeReq::StopLimit:
            return "StopLimit";
        case OrderTypeReq::MarketWithLeftoverAsLimit:
            return "MarketWithLeftoverAsLimit";
    }
    return {};
}

enum class OrderType : char {
    MarketWithProtection = char{'1'},
    Limit = char{'2'},
    StopLimit = char{'4'},
    MarketWithLeftoverAsLimit = char{'K'},
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(OrderType value) noexcept {
    switch (value) {
        case OrderType::MarketWithProtection:
            return "MarketWithProtection";
        case OrderType::Limit:
            return "Limit";
        case OrderType::StopLimit:
            return "StopLimit";
        case OrderType::MarketWithLeftoverAsLimit:
            return "MarketWithLeftoverAsLimit";
    }
    return {};
}

enum class MassActionOrdType : char {
    Limit = char{'2'},
    StopLimit = char{'4'},
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(MassActionOrdType value) noexcept {
    switch (value) {
        case MassActionOrdType::Limit:
            return "Limit";
        case MassActionOrdType::StopLimit:
            return "StopLimit";
    }
    return {};
}

enum class TimeInForce : std::uint8_t {
    Day = static_cast<std::uint8_t>(0),
    GoodTillCancel = static_cast<std::uint8_t>(1),
    FillAndKill = static_cast<std::uint8_t>(3),
    FillOrKill = static_cast<std::uint8_t>(4),
    GoodTillDate = static_cast<std::uint8_t>(6),
    GoodForSession = static_cast<std::uint8_t>(99),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(TimeInForce value) noexcept {
    switch (value) {
        case TimeInForce::Day:
            return "Day";
        case TimeInForce::GoodTillCancel:
            return "GoodTillCancel";
        case TimeInForce::FillAndKill:
            return "FillAndKill";
        case TimeInForce::FillOrKill:
            return "FillOrKill";
        case TimeInForce::GoodTillDate:
            return "GoodTillDate";
        case TimeInForce::GoodForSession:
            return "GoodForSession";
    }
    return {};
}

enum class ManualOrderIndicator : std::uint8_t {
    Automated = static_cast<std::uint8_t>(0),
    Manual = static_cast<std::uint8_t>(1),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(ManualOrderIndicator value) noexcept {
    switch (value) {
        case ManualOrderIndicator::Automated:
            return "Automated";
        case ManualOrderIndicator::Manual:
            return "Manual";
    }
    return {};
}

enum class ManualOrderIndicatorOptional : std::uint8_t {
    Automated = static_cast<std::uint8_t>(0),
    Manual = static_cast<std::uint8_t>(1),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(ManualOrderIndicatorOptional value) noexcept {
    switch (value) {
        case ManualOrderIndicatorOptional::Automated:
            return "Automated";
        case ManualOrderIndicatorOptional::Manual:
            return "Manual";
    }
    return {};
}

enum class ExecutionMode : char {
    Aggressive = char{'A'},
    Passive = char{'P'},
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(ExecutionMode value) noexcept {
    switch (value) {
        case ExecutionMode::Aggressive:
            return "Aggressive";
        case ExecutionMode::Passive:
            return "Passive";
    }
    return {};
}

enum class ShortSaleType : std::uint8_t {
    LongSell = static_cast<std::uint8_t>(0),
    ShortSale = static_cast<std::uint8_t>(1),
    ShortSaleExempt = static_cast<std::uint8_t>(2),
    Undisclosed = static_cast<std::uint8_t>(3),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(ShortSaleType value) noexcept {
    switch (value) {
        case ShortSaleType::LongSell:
            return "LongSell";
        case ShortSaleType::ShortSale:
            return "ShortSale";
        case ShortSaleType::ShortSaleExempt:
            return "ShortSaleExempt";
        case ShortSaleType::Undisclosed:
            return "Undisclosed";
    }
    return {};
}

enum class OFMOverride : std::uint8_t {
    Disabled = static_cast<std::uint8_t>(0),
    Enabled = static_cast<std::uint8_t>(1),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(OFMOverride value) noexcept {
    switch (value) {
        case OFMOverride::Disabled:
            return "Disabled";
        case OFMOverride::Enabled:
            return "Enabled";
    }
    return {};
}

enum class OrderStatus : char {
    New = char{'0'},
    PartiallyFilled = char{'1'},
    Filled = char{'2'},
    Cancelled = char{'4'},
    Replaced = char{'5'},
    PendingCancel = char{'6'},
    Rejected = char{'8'},
    Expired = char{'C'},
    PendingReplace = char{'E'},
    Undefined = char{'U'},
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(OrderStatus value) noexcept {
    switch (value) {
        case OrderStatus::New:
            return "New";
        case OrderStatus::PartiallyFilled:
            return "PartiallyFilled";
        case OrderStatus::Filled:
            return "Filled";
        case OrderStatus::Cancelled:
            return "Cancelled";
        case OrderStatus::Replaced:
            return "Replaced";
        case OrderStatus::PendingCancel:
            return "PendingCancel";
        case OrderStatus::Rejected:
            return "Rejected";
        case OrderStatus::Expired:
            return "Expired";
        case OrderStatus::PendingReplace:
            return "PendingReplace";
        case OrderStatus::Undefined:
            return "Undefined";
    }
    return {};
}

enum class OrderStatusTrade : std::uint8_t {
    PartiallyFilled = static_cast<std::uint8_t>(1),
    Filled = static_cast<std::uint8_t>(2),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(OrderStatusTrade value) noexcept {
    switch (value) {
        case OrderStatusTrade::PartiallyFilled:
            return "PartiallyFilled";
        case OrderStatusTrade::Filled:
            return "Filled";
    }
    return {};
}

enum class OrderEventType : std::uint8_t {
    PartiallyFilled = static_cast<std::uint8_t>(4),
    Filled = static_cast<std::uint8_t>(5),
    TradeCancel = static_cast<std::uint8_t>(100),
    TradeCorrection = static_cast<std::uint8_t>(101),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(OrderEventType value) noexcept {
    switch (value) {
        case OrderEventType::PartiallyFilled:
            return "PartiallyFilled";
        case OrderEventType::Filled:
            return "Filled";
        case OrderEventType::TradeCancel:
            return "TradeCancel";
        case OrderEventType::TradeCorrection:
            return "TradeCorrection";
    }
    return {};
}

enum class TradeAddendum : char {
    TradeCorrection = char{'G'},
    TradeCancel = char{'H'},
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(TradeAddendum value) noexcept {
    switch (value) {
        case TradeAddendum::TradeCorrection:
            return "TradeCorrection";
        case TradeAddendum::TradeCancel:
            return "TradeCancel";
    }
    return {};
}

enum class ExecReason : std::uint8_t {
    MarketExchangeOption = static_cast<std::uint8_t>(8),
    CancelledNotBest = static_cast<std::uint8_t>(9),
    CancelOnDisconnect = static_cast<std::uint8_t>(100),
    SelfMatchPreventionOldest = static_cast<std::uint8_t>(103),
    CreditControls = static_cast<std::uint8_t>(104),
    Firmsoft = static_cast<std::uint8_t>(105),
    RiskManagement = static_cast<std::uint8_t>(106),
    SelfMatchPreventionNewest = static_cast<std::uint8_t>(107),
    BelowMinQty = static_cast<std::uint8_t>(108),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(ExecReason value) noexcept {
    switch (value) {
        case ExecReason::MarketExchangeOption:
            return "MarketExchangeOption";
        case ExecReason::CancelledNotBest:
            return "CancelledNotBest";
        case ExecReason::CancelOnDisconnect:
            return "CancelOnDisconnect";
        case ExecReason::SelfMatchPreventionOldest:
            return "SelfMatchPreventionOldest";
        case ExecReason::CreditControls:
            return "CreditControls";
        case ExecReason::Firmsoft:
            return "Firmsoft";
        case ExecReason::RiskManagement:
            return "RiskManagement";
        case ExecReason::SelfMatchPreventionNewest:
            return "SelfMatchPreventionNewest";
        case ExecReason::BelowMinQty:
            return "BelowMinQty";
    }
    return {};
}

enum class MassActionScope : std::uint8_t {
    Instrument = static_cast<std::uint8_t>(1),
    All = static_cast<std::uint8_t>(7),
    MarketSegment = static_cast<std::uint8_t>(9),
    InstrumentGroup = static_cast<std::uint8_t>(10),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(MassActionScope value) noexcept {
    switch (value) {
        case MassActionScope::Instrument:
            return "Instrument";
        case MassActionScope::All:
            return "All";
        case MassActionScope::MarketSegment:
            return "MarketSegment";
        case MassActionScope::InstrumentGroup:
            return "InstrumentGroup";
    }
    return {};
}

enum class MassActionResponse : std::uint8_t {
    Rejected = static_cast<std::uint8_t>(0),
    Accepted = static_cast<std::uint8_t>(1),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(MassActionResponse value) noexcept {
    switch (value) {
        case MassActionResponse::Rejected:
            return "Rejected";
        case MassActionResponse::Accepted:
            return "Accepted";
    }
    return {};
}

enum class MassStatusReqType : std::uint8_t {
    Instrument = static_cast<std::uint8_t>(1),
    InstrumentGroup = static_cast<std::uint8_t>(3),
    All = static_cast<std::uint8_t>(7),
    MarketSegment = static_cast<std::uint8_t>(100),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(MassStatusReqType value) noexcept {
    switch (value) {
        case MassStatusReqType::Instrument:
            return "Instrument";
        case MassStatusReqType::InstrumentGroup:
            return "InstrumentGroup";
        case MassStatusReqType::All:
            return "All";
        case MassStatusReqType::MarketSegment:
            return "MarketSegment";
    }
    return {};
}

enum class OrdStatusReqType : std::uint8_t {
    SenderID = static_cast<std::uint8_t>(100),
    Account = static_cast<std::uint8_t>(101),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(OrdStatusReqType value) noexcept {
    switch (value) {
        case OrdStatusReqType::SenderID:
            return "SenderID";
        case OrdStatusReqType::Account:
            return "Account";
    }
    return {};
}

struct ExecInst : sbe::Set<std::uint8_t> {
    enum Choice : unsigned {
        AllOrNone = 0,
        OnlyBest = 1,
        NotHeld = 2,
    };
    static constexpr std::array<sbe::NamedChoice, 3> kChoices{{{0, "AllOrNone"}, {1, "OnlyBest"}, {2, "NotHeld"}}};
};

/// The root block of a message with its header. A header of another schema is of unknown type.
[[nodiscard, gnu::always_inline]] inline DecodeStatus open_header(Bytes message, sbe::Block& block) noexcept {
    if (message.size() < MessageHeader::kLength) {
        return DecodeStatus::Truncated;
    }
    const MessageHeader& header = MessageHeader::at(message.data());
    if (header.load_schema_id() != kSchemaId) {
        return DecodeStatus::UnknownType;
    }
    block = {message.data() + MessageHeader::kLength, message.data() + message.size(),
             header.load_block_length(), header.load_version()};
    return DecodeStatus::Ok;
}

class Negotiate {
  public:
    static constexpr std::uint16_t kTemplateId = 500;
    static constexpr std::string_view kName = "Negotiate";
    static constexpr std::size_t kBlockLength = 76;
    static constexpr bool kIsFlat = false;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 76;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard]] DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        message_end_ = block.end;
        if (status == DecodeStatus::Ok) {
            status = walk.data<DATA>(0, sections_[0]);
        }
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::array<std::uint8_t, 32> load_hmac_signature() const noexcept {
        return sbe::Array<Uint8, 32>::load(block_ + 0);
    }
    [[nodiscard]] std::string_view load_access_key_id() const noexcept {
        return sbe::Text<20>::load(block_ + 32);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 52);
    }
    [[nodiscard]] std::uint64_t load_request_timestamp() const noexcept {
        return Uint64::load(block_ + 60);
    }
    [[nodiscard]] std::string_view load_session() const noexcept {
        return sbe::Text<3>::load(block_ + 68);
    }
    [[nodiscard]] std::string_view load_firm() const noexcept {
        return sbe::Text<5>::load(block_ + 71);
    }
    [[nodiscard]] std::string_view load_credentials() const noexcept {
        return sbe::text_of<DATA>(sections_[0]);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("HMACSignature", load_hmac_signature());
        visit("AccessKeyID", load_access_key_id());
        visit("UUID", load_uuid());
        visit("RequestTimestamp", load_request_timestamp());
        visit("Session", load_session());
        visit("Firm", load_firm());
        visit("Credentials", load_credentials());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
    const std::byte* message_end_ = nullptr;
    std::array<sbe::Section, 1> sections_{};
};

/// Fills a Negotiate.
class Negotiate::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_hmac_signature(const std::array<std::uint8_t, 32>& value) noexcept {
        sbe::Array<Uint8, 32>::store(block_ + 0, value);
    }
    void store_access_key_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 32, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 52, value);
    }
    void store_request_timestamp(std::uint64_t value) noexcept {
        Uint64::store(block_ + 60, value);
    }
    void store_session(std::string_view value) noexcept {
        sbe::Text<3>::store(block_ + 68, value);
    }
    void store_firm(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 71, value);
    }

    void put_credentials(std::string_view value) noexcept {
        if (enter(0)) {
            output_.put_data<DATA>(std::as_bytes(std::span(value)));
        }
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept { (void)enter(1); }

  private:
    /// The parts before this one that are not written are empty.
    [[nodiscard]] bool enter(unsigned part) noexcept {
        if (part < next_) {
            output_.refuse(sbe::EncodeStatus::OutOfOrder);
            return false;
        }
        if (next_ <= 0 && part > 0) {
            output_.put_data<DATA>({});
        }
        next_ = part + 1;
        return output_.is_ok();
    }

    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
    unsigned next_ = 0;  ///< the first part that is not written
};

template <class Fill>
sbe::Encoded Negotiate::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class NegotiationResponse {
  public:
    static constexpr std::uint16_t kTemplateId = 501;
    static constexpr std::string_view kName = "NegotiationResponse";
    static constexpr std::size_t kBlockLength = 32;
    static constexpr bool kIsFlat = false;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 32;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard]] DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        message_end_ = block.end;
        if (status == DecodeStatus::Ok) {
            status = walk.data<DATA>(0, sections_[0]);
        }
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_request_timestamp() const noexcept {
        return Uint64::load(block_ + 8);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_secret_key_secure_id_expiration() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 16);
    }
    [[nodiscard]] FTI load_fault_tolerance_indicator() const noexcept {
        return sbe::EnumField<FTI, Uint8>::load(block_ + 18);
    }
    [[nodiscard]] SplitMsg load_split_msg() const noexcept {
        return sbe::EnumField<SplitMsg, Uint8>::load(block_ + 19);
    }
    [[nodiscard]] std::uint32_t load_previous_seq_no() const noexcept {
        return Uint32::load(block_ + 20);
    }
    [[nodiscard]] std::uint64_t load_previous_uuid() const noexcept {
        return Uint64::load(block_ + 24);
    }
    [[nodiscard]] std::string_view load_credentials() const noexcept {
        return sbe::text_of<DATA>(sections_[0]);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("UUID", load_uuid());
        visit("RequestTimestamp", load_request_timestamp());
        visit("SecretKeySecureIDExpiration", load_secret_key_secure_id_expiration());
        visit("FaultToleranceIndicator", load_fault_tolerance_indicator());
        visit("SplitMsg", load_split_msg());
        visit("PreviousSeqNo", load_previous_seq_no());
        visit("PreviousUUID", load_previous_uuid());
        visit("Credentials", load_credentials());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 16, std::nullopt);
        sbe::EnumField<FTI, Uint8>::store(block + 18, FTI{static_cast<std::uint8_t>(255)});
        sbe::EnumField<SplitMsg, Uint8>::store(block + 19, SplitMsg{static_cast<std::uint8_t>(255)});
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
    const std::byte* message_end_ = nullptr;
    std::array<sbe::Section, 1> sections_{};
};

/// Fills a NegotiationResponse.
class NegotiationResponse::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_request_timestamp(std::uint64_t value) noexcept {
        Uint64::store(block_ + 8, value);
    }
    void store_secret_key_secure_id_expiration(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 16, value);
    }
    void store_fault_tolerance_indicator(FTI value) noexcept {
        sbe::EnumField<FTI, Uint8>::store(block_ + 18, value);
    }
    void store_split_msg(SplitMsg value) noexcept {
        sbe::EnumField<SplitMsg, Uint8>::store(block_ + 19, value);
    }
    void store_previous_seq_no(std::uint32_t value) noexcept {
        Uint32::store(block_ + 20, value);
    }
    void store_previous_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 24, value);
    }

    void put_credentials(std::string_view value) noexcept {
        if (enter(0)) {
            output_.put_data<DATA>(std::as_bytes(std::span(value)));
        }
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept { (void)enter(1); }

  private:
    /// The parts before this one that are not written are empty.
    [[nodiscard]] bool enter(unsigned part) noexcept {
        if (part < next_) {
            output_.refuse(sbe::EncodeStatus::OutOfOrder);
            return false;
        }
        if (next_ <= 0 && part > 0) {
            output_.put_data<DATA>({});
        }
        next_ = part + 1;
        return output_.is_ok();
    }

    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
    unsigned next_ = 0;  ///< the first part that is not written
};

template <class Fill>
sbe::Encoded NegotiationResponse::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class NegotiationReject {
  public:
    static constexpr std::uint16_t kTemplateId = 502;
    static constexpr std::string_view kName = "NegotiationReject";
    static constexpr std::size_t kBlockLength = 68;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 68;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::string_view load_reason() const noexcept {
        return sbe::Text<48>::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 48);
    }
    [[nodiscard]] std::uint64_t load_request_timestamp() const noexcept {
        return Uint64::load(block_ + 56);
    }
    [[nodiscard]] std::uint16_t load_error_codes() const noexcept {
        return Uint16::load(block_ + 64);
    }
    [[nodiscard]] FTI load_fault_tolerance_indicator() const noexcept {
        return sbe::EnumField<FTI, Uint8>::load(block_ + 66);
    }
    [[nodiscard]] SplitMsg load_split_msg() const noexcept {
        return sbe::EnumField<SplitMsg, Uint8>::load(block_ + 67);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("Reason", load_reason());
        visit("UUID", load_uuid());
        visit("RequestTimestamp", load_request_timestamp());
        visit("ErrorCodes", load_error_codes());
        visit("FaultToleranceIndicator", load_fault_tolerance_indicator());
        visit("SplitMsg", load_split_msg());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::EnumField<FTI, Uint8>::store(block + 66, FTI{static_cast<std::uint8_t>(255)});
        sbe::EnumField<SplitMsg, Uint8>::store(block + 67, SplitMsg{static_cast<std::uint8_t>(255)});
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a NegotiationReject.
class NegotiationReject::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_reason(std::string_view value) noexcept {
        sbe::Text<48>::store(block_ + 0, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 48, value);
    }
    void store_request_timestamp(std::uint64_t value) noexcept {
        Uint64::store(block_ + 56, value);
    }
    void store_error_codes(std::uint16_t value) noexcept {
        Uint16::store(block_ + 64, value);
    }
    void store_fault_tolerance_indicator(FTI value) noexcept {
        sbe::EnumField<FTI, Uint8>::store(block_ + 66, value);
    }
    void store_split_msg(SplitMsg value) noexcept {
        sbe::EnumField<SplitMsg, Uint8>::store(block_ + 67, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded NegotiationReject::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class Establish {
  public:
    static constexpr std::uint16_t kTemplateId = 503;
    static constexpr std::string_view kName = "Establish";
    static constexpr std::size_t kBlockLength = 132;
    static constexpr bool kIsFlat = false;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 132;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard]] DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        message_end_ = block.end;
        if (status == DecodeStatus::Ok) {
            status = walk.data<DATA>(0, sections_[0]);
        }
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::array<std::uint8_t, 32> load_hmac_signature() const noexcept {
        return sbe::Array<Uint8, 32>::load(block_ + 0);
    }
    [[nodiscard]] std::string_view load_access_key_id() const noexcept {
        return sbe::Text<20>::load(block_ + 32);
    }
    [[nodiscard]] std::string_view load_trading_system_name() const noexcept {
        return sbe::Text<30>::load(block_ + 52);
    }
    [[nodiscard]] std::string_view load_trading_system_version() const noexcept {
        return sbe::Text<10>::load(block_ + 82);
    }
    [[nodiscard]] std::string_view load_trading_system_vendor() const noexcept {
        return sbe::Text<10>::load(block_ + 92);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 102);
    }
    [[nodiscard]] std::uint64_t load_request_timestamp() const noexcept {
        return Uint64::load(block_ + 110);
    }
    [[nodiscard]] std::uint32_t load_next_seq_no() const noexcept {
        return Uint32::load(block_ + 118);
    }
    [[nodiscard]] std::string_view load_session() const noexcept {
        return sbe::Text<3>::load(block_ + 122);
    }
    [[nodiscard]] std::string_view load_firm() const noexcept {
        return sbe::Text<5>::load(block_ + 125);
    }
    [[nodiscard]] std::uint16_t load_keep_alive_interval() const noexcept {
        return Uint16::load(block_ + 130);
    }
    [[nodiscard]] std::string_view load_credentials() const noexcept {
        return sbe::text_of<DATA>(sections_[0]);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("HMACSignature", load_hmac_signature());
        visit("AccessKeyID", load_access_key_id());
        visit("TradingSystemName", load_trading_system_name());
        visit("TradingSystemVersion", load_trading_system_version());
        visit("TradingSystemVendor", load_trading_system_vendor());
        visit("UUID", load_uuid());
        visit("RequestTimestamp", load_request_timestamp());
        visit("NextSeqNo", load_next_seq_no());
        visit("Session", load_session());
        visit("Firm", load_firm());
        visit("KeepAliveInterval", load_keep_alive_interval());
        visit("Credentials", load_credentials());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
    const std::byte* message_end_ = nullptr;
    std::array<sbe::Section, 1> sections_{};
};

/// Fills a Establish.
class Establish::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_hmac_signature(const std::array<std::uint8_t, 32>& value) noexcept {
        sbe::Array<Uint8, 32>::store(block_ + 0, value);
    }
    void store_access_key_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 32, value);
    }
    void store_trading_system_name(std::string_view value) noexcept {
        sbe::Text<30>::store(block_ + 52, value);
    }
    void store_trading_system_version(std::string_view value) noexcept {
        sbe::Text<10>::store(block_ + 82, value);
    }
    void store_trading_system_vendor(std::string_view value) noexcept {
        sbe::Text<10>::store(block_ + 92, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 102, value);
    }
    void store_request_timestamp(std::uint64_t value) noexcept {
        Uint64::store(block_ + 110, value);
    }
    void store_next_seq_no(std::uint32_t value) noexcept {
        Uint32::store(block_ + 118, value);
    }
    void store_session(std::string_view value) noexcept {
        sbe::Text<3>::store(block_ + 122, value);
    }
    void store_firm(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 125, value);
    }
    void store_keep_alive_interval(std::uint16_t value) noexcept {
        Uint16::store(block_ + 130, value);
    }

    void put_credentials(std::string_view value) noexcept {
        if (enter(0)) {
            output_.put_data<DATA>(std::as_bytes(std::span(value)));
        }
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept { (void)enter(1); }

  private:
    /// The parts before this one that are not written are empty.
    [[nodiscard]] bool enter(unsigned part) noexcept {
        if (part < next_) {
            output_.refuse(sbe::EncodeStatus::OutOfOrder);
            return false;
        }
        if (next_ <= 0 && part > 0) {
            output_.put_data<DATA>({});
        }
        next_ = part + 1;
        return output_.is_ok();
    }

    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
    unsigned next_ = 0;  ///< the first part that is not written
};

template <class Fill>
sbe::Encoded Establish::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class EstablishmentAck {
  public:
    static constexpr std::uint16_t kTemplateId = 504;
    static constexpr std::string_view kName = "EstablishmentAck";
    static constexpr std::size_t kBlockLength = 38;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 38;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_request_timestamp() const noexcept {
        return Uint64::load(block_ + 8);
    }
    [[nodiscard]] std::uint32_t load_next_seq_no() const noexcept {
        return Uint32::load(block_ + 16);
    }
    [[nodiscard]] std::uint32_t load_previous_seq_no() const noexcept {
        return Uint32::load(block_ + 20);
    }
    [[nodiscard]] std::uint64_t load_previous_uuid() const noexcept {
        return Uint64::load(block_ + 24);
    }
    [[nodiscard]] std::uint16_t load_keep_alive_interval() const noexcept {
        return Uint16::load(block_ + 32);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_secret_key_secure_id_expiration() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 34);
    }
    [[nodiscard]] FTI load_fault_tolerance_indicator() const noexcept {
        return sbe::EnumField<FTI, Uint8>::load(block_ + 36);
    }
    [[nodiscard]] SplitMsg load_split_msg() const noexcept {
        return sbe::EnumField<SplitMsg, Uint8>::load(block_ + 37);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("UUID", load_uuid());
        visit("RequestTimestamp", load_request_timestamp());
        visit("NextSeqNo", load_next_seq_no());
        visit("PreviousSeqNo", load_previous_seq_no());
        visit("PreviousUUID", load_previous_uuid());
        visit("KeepAliveInterval", load_keep_alive_interval());
        visit("SecretKeySecureIDExpiration", load_secret_key_secure_id_expiration());
        visit("FaultToleranceIndicator", load_fault_tolerance_indicator());
        visit("SplitMsg", load_split_msg());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 34, std::nullopt);
        sbe::EnumField<FTI, Uint8>::store(block + 36, FTI{static_cast<std::uint8_t>(255)});
        sbe::EnumField<SplitMsg, Uint8>::store(block + 37, SplitMsg{static_cast<std::uint8_t>(255)});
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a EstablishmentAck.
class EstablishmentAck::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_request_timestamp(std::uint64_t value) noexcept {
        Uint64::store(block_ + 8, value);
    }
    void store_next_seq_no(std::uint32_t value) noexcept {
        Uint32::store(block_ + 16, value);
    }
    void store_previous_seq_no(std::uint32_t value) noexcept {
        Uint32::store(block_ + 20, value);
    }
    void store_previous_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 24, value);
    }
    void store_keep_alive_interval(std::uint16_t value) noexcept {
        Uint16::store(block_ + 32, value);
    }
    void store_secret_key_secure_id_expiration(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 34, value);
    }
    void store_fault_tolerance_indicator(FTI value) noexcept {
        sbe::EnumField<FTI, Uint8>::store(block_ + 36, value);
    }
    void store_split_msg(SplitMsg value) noexcept {
        sbe::EnumField<SplitMsg, Uint8>::store(block_ + 37, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded EstablishmentAck::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class EstablishmentReject {
  public:
    static constexpr std::uint16_t kTemplateId = 505;
    static constexpr std::string_view kName = "EstablishmentReject";
    static constexpr std::size_t kBlockLength = 72;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 72;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::string_view load_reason() const noexcept {
        return sbe::Text<48>::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 48);
    }
    [[nodiscard]] std::uint64_t load_request_timestamp() const noexcept {
        return Uint64::load(block_ + 56);
    }
    [[nodiscard]] std::uint32_t load_next_seq_no() const noexcept {
        return Uint32::load(block_ + 64);
    }
    [[nodiscard]] std::uint16_t load_error_codes() const noexcept {
        return Uint16::load(block_ + 68);
    }
    [[nodiscard]] FTI load_fault_tolerance_indicator() const noexcept {
        return sbe::EnumField<FTI, Uint8>::load(block_ + 70);
    }
    [[nodiscard]] SplitMsg load_split_msg() const noexcept {
        return sbe::EnumField<SplitMsg, Uint8>::load(block_ + 71);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("Reason", load_reason());
        visit("UUID", load_uuid());
        visit("RequestTimestamp", load_request_timestamp());
        visit("NextSeqNo", load_next_seq_no());
        visit("ErrorCodes", load_error_codes());
        visit("FaultToleranceIndicator", load_fault_tolerance_indicator());
        visit("SplitMsg", load_split_msg());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::EnumField<FTI, Uint8>::store(block + 70, FTI{static_cast<std::uint8_t>(255)});
        sbe::EnumField<SplitMsg, Uint8>::store(block + 71, SplitMsg{static_cast<std::uint8_t>(255)});
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a EstablishmentReject.
class EstablishmentReject::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_reason(std::string_view value) noexcept {
        sbe::Text<48>::store(block_ + 0, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 48, value);
    }
    void store_request_timestamp(std::uint64_t value) noexcept {
        Uint64::store(block_ + 56, value);
    }
    void store_next_seq_no(std::uint32_t value) noexcept {
        Uint32::store(block_ + 64, value);
    }
    void store_error_codes(std::uint16_t value) noexcept {
        Uint16::store(block_ + 68, value);
    }
    void store_fault_tolerance_indicator(FTI value) noexcept {
        sbe::EnumField<FTI, Uint8>::store(block_ + 70, value);
    }
    void store_split_msg(SplitMsg value) noexcept {
        sbe::EnumField<SplitMsg, Uint8>::store(block_ + 71, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded EstablishmentReject::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class Sequence {
  public:
    static constexpr std::uint16_t kTemplateId = 506;
    static constexpr std::string_view kName = "Sequence";
    static constexpr std::size_t kBlockLength = 14;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 14;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 0);
    }
    [[nodiscard]] std::uint32_t load_next_seq_no() const noexcept {
        return Uint32::load(block_ + 8);
    }
    [[nodiscard]] FTI load_fault_tolerance_indicator() const noexcept {
        return sbe::EnumField<FTI, Uint8>::load(block_ + 12);
    }
    [[nodiscard]] KeepAliveLapsed load_keep_alive_interval_lapsed() const noexcept {
        return sbe::EnumField<KeepAliveLapsed, Uint8>::load(block_ + 13);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("UUID", load_uuid());
        visit("NextSeqNo", load_next_seq_no());
        visit("FaultToleranceIndicator", load_fault_tolerance_indicator());
        visit("KeepAliveIntervalLapsed", load_keep_alive_interval_lapsed());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::EnumField<FTI, Uint8>::store(block + 12, FTI{static_cast<std::uint8_t>(255)});
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a Sequence.
class Sequence::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_next_seq_no(std::uint32_t value) noexcept {
        Uint32::store(block_ + 8, value);
    }
    void store_fault_tolerance_indicator(FTI value) noexcept {
        sbe::EnumField<FTI, Uint8>::store(block_ + 12, value);
    }
    void store_keep_alive_interval_lapsed(KeepAliveLapsed value) noexcept {
        sbe::EnumField<KeepAliveLapsed, Uint8>::store(block_ + 13, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded Sequence::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class Terminate {
  public:
    static constexpr std::uint16_t kTemplateId = 507;
    static constexpr std::string_view kName = "Terminate";
    static constexpr std::size_t kBlockLength = 67;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 67;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::string_view load_reason() const noexcept {
        return sbe::Text<48>::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 48);
    }
    [[nodiscard]] std::uint64_t load_request_timestamp() const noexcept {
        return Uint64::load(block_ + 56);
    }
    [[nodiscard]] std::uint16_t load_error_codes() const noexcept {
        return Uint16::load(block_ + 64);
    }
    [[nodiscard]] SplitMsg load_split_msg() const noexcept {
        return sbe::EnumField<SplitMsg, Uint8>::load(block_ + 66);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("Reason", load_reason());
        visit("UUID", load_uuid());
        visit("RequestTimestamp", load_request_timestamp());
        visit("ErrorCodes", load_error_codes());
        visit("SplitMsg", load_split_msg());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::EnumField<SplitMsg, Uint8>::store(block + 66, SplitMsg{static_cast<std::uint8_t>(255)});
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a Terminate.
class Terminate::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_reason(std::string_view value) noexcept {
        sbe::Text<48>::store(block_ + 0, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 48, value);
    }
    void store_request_timestamp(std::uint64_t value) noexcept {
        Uint64::store(block_ + 56, value);
    }
    void store_error_codes(std::uint16_t value) noexcept {
        Uint16::store(block_ + 64, value);
    }
    void store_split_msg(SplitMsg value) noexcept {
        sbe::EnumField<SplitMsg, Uint8>::store(block_ + 66, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded Terminate::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class RetransmitRequest {
  public:
    static constexpr std::uint16_t kTemplateId = 508;
    static constexpr std::string_view kName = "RetransmitRequest";
    static constexpr std::size_t kBlockLength = 30;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 30;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 0);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_last_uuid() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 8);
    }
    [[nodiscard]] std::uint64_t load_request_timestamp() const noexcept {
        return Uint64::load(block_ + 16);
    }
    [[nodiscard]] std::uint32_t load_from_seq_no() const noexcept {
        return Uint32::load(block_ + 24);
    }
    [[nodiscard]] std::uint16_t load_msg_count() const noexcept {
        return Uint16::load(block_ + 28);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("UUID", load_uuid());
        visit("LastUUID", load_last_uuid());
        visit("RequestTimestamp", load_request_timestamp());
        visit("FromSeqNo", load_from_seq_no());
        visit("MsgCount", load_msg_count());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 8, std::nullopt);
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a RetransmitRequest.
class RetransmitRequest::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_last_uuid(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 8, value);
    }
    void store_request_timestamp(std::uint64_t value) noexcept {
        Uint64::store(block_ + 16, value);
    }
    void store_from_seq_no(std::uint32_t value) noexcept {
        Uint32::store(block_ + 24, value);
    }
    void store_msg_count(std::uint16_t value) noexcept {
        Uint16::store(block_ + 28, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded RetransmitRequest::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class Retransmission {
  public:
    static constexpr std::uint16_t kTemplateId = 509;
    static constexpr std::string_view kName = "Retransmission";
    static constexpr std::size_t kBlockLength = 31;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 31;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 0);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_last_uuid() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 8);
    }
    [[nodiscard]] std::uint64_t load_request_timestamp() const noexcept {
        return Uint64::load(block_ + 16);
    }
    [[nodiscard]] std::uint32_t load_from_seq_no() const noexcept {
        return Uint32::load(block_ + 24);
    }
    [[nodiscard]] std::uint16_t load_msg_count() const noexcept {
        return Uint16::load(block_ + 28);
    }
    [[nodiscard]] SplitMsg load_split_msg() const noexcept {
        return sbe::EnumField<SplitMsg, Uint8>::load(block_ + 30);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("UUID", load_uuid());
        visit("LastUUID", load_last_uuid());
        visit("RequestTimestamp", load_request_timestamp());
        visit("FromSeqNo", load_from_seq_no());
        visit("MsgCount", load_msg_count());
        visit("SplitMsg", load_split_msg());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 8, std::nullopt);
        sbe::EnumField<SplitMsg, Uint8>::store(block + 30, SplitMsg{static_cast<std::uint8_t>(255)});
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a Retransmission.
class Retransmission::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_last_uuid(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 8, value);
    }
    void store_request_timestamp(std::uint64_t value) noexcept {
        Uint64::store(block_ + 16, value);
    }
    void store_from_seq_no(std::uint32_t value) noexcept {
        Uint32::store(block_ + 24, value);
    }
    void store_msg_count(std::uint16_t value) noexcept {
        Uint16::store(block_ + 28, value);
    }
    void store_split_msg(SplitMsg value) noexcept {
        sbe::EnumField<SplitMsg, Uint8>::store(block_ + 30, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded Retransmission::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class RetransmitReject {
  public:
    static constexpr std::uint16_t kTemplateId = 510;
    static constexpr std::string_view kName = "RetransmitReject";
    static constexpr std::size_t kBlockLength = 75;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 75;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::string_view load_reason() const noexcept {
        return sbe::Text<48>::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 48);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_last_uuid() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 56);
    }
    [[nodiscard]] std::uint64_t load_request_timestamp() const noexcept {
        return Uint64::load(block_ + 64);
    }
    [[nodiscard]] std::uint16_t load_error_codes() const noexcept {
        return Uint16::load(block_ + 72);
    }
    [[nodiscard]] SplitMsg load_split_msg() const noexcept {
        return sbe::EnumField<SplitMsg, Uint8>::load(block_ + 74);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("Reason", load_reason());
        visit("UUID", load_uuid());
        visit("LastUUID", load_last_uuid());
        visit("RequestTimestamp", load_request_timestamp());
        visit("ErrorCodes", load_error_codes());
        visit("SplitMsg", load_split_msg());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 56, std::nullopt);
        sbe::EnumField<SplitMsg, Uint8>::store(block + 74, SplitMsg{static_cast<std::uint8_t>(255)});
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a RetransmitReject.
class RetransmitReject::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_reason(std::string_view value) noexcept {
        sbe::Text<48>::store(block_ + 0, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 48, value);
    }
    void store_last_uuid(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 56, value);
    }
    void store_request_timestamp(std::uint64_t value) noexcept {
        Uint64::store(block_ + 64, value);
    }
    void store_error_codes(std::uint16_t value) noexcept {
        Uint16::store(block_ + 72, value);
    }
    void store_split_msg(SplitMsg value) noexcept {
        sbe::EnumField<SplitMsg, Uint8>::store(block_ + 74, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded RetransmitReject::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class NotApplied {
  public:
    static constexpr std::uint16_t kTemplateId = 513;
    static constexpr std::string_view kName = "NotApplied";
    static constexpr std::size_t kBlockLength = 17;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 17;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 0);
    }
    [[nodiscard]] std::uint32_t load_from_seq_no() const noexcept {
        return Uint32::load(block_ + 8);
    }
    [[nodiscard]] std::uint32_t load_msg_count() const noexcept {
        return Uint32::load(block_ + 12);
    }
    [[nodiscard]] SplitMsg load_split_msg() const noexcept {
        return sbe::EnumField<SplitMsg, Uint8>::load(block_ + 16);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("UUID", load_uuid());
        visit("FromSeqNo", load_from_seq_no());
        visit("MsgCount", load_msg_count());
        visit("SplitMsg", load_split_msg());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::EnumField<SplitMsg, Uint8>::store(block + 16, SplitMsg{static_cast<std::uint8_t>(255)});
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a NotApplied.
class NotApplied::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_from_seq_no(std::uint32_t value) noexcept {
        Uint32::store(block_ + 8, value);
    }
    void store_msg_count(std::uint32_t value) noexcept {
        Uint32::store(block_ + 12, value);
    }
    void store_split_msg(SplitMsg value) noexcept {
        sbe::EnumField<SplitMsg, Uint8>::store(block_ + 16, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded NotApplied::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class NewOrderSingle {
  public:
    static constexpr std::uint16_t kTemplateId = 514;
    static constexpr std::string_view kName = "NewOrderSingle";
    static constexpr std::size_t kBlockLength = 124;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        if (version >= 6) {
            return 124;
        }
        return 116;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] const PriceOptional& load_price() const noexcept {
        return sbe::Composite<PriceOptional>::load(block_ + 0);
    }
    [[nodiscard]] std::uint32_t load_order_qty() const noexcept {
        return Uint32::load(block_ + 8);
    }
    [[nodiscard]] std::int32_t load_security_id() const noexcept {
        return Int32::load(block_ + 12);
    }
    [[nodiscard]] Side load_side() const noexcept {
        return sbe::EnumField<Side, Uint8>::load(block_ + 16);
    }
    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 17);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 21);
    }
    [[nodiscard]] std::string_view load_cl_ord_id() const noexcept {
        return sbe::Text<20>::load(block_ + 41);
    }
    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 61);
    }
    [[nodiscard]] std::uint64_t load_order_request_id() const noexcept {
        return Uint64::load(block_ + 69);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 77);
    }
    [[nodiscard]] const PriceOptional& load_stop_px() const noexcept {
        return sbe::Composite<PriceOptional>::load(block_ + 85);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 93);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_min_qty() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 98);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_display_qty() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 102);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_expire_date() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 106);
    }
    [[nodiscard]] OrderTypeReq load_ord_type() const noexcept {
        return sbe::EnumField<OrderTypeReq, Char>::load(block_ + 108);
    }
    [[nodiscard]] TimeInForce load_time_in_force() const noexcept {
        return sbe::EnumField<TimeInForce, Uint8>::load(block_ + 109);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 110);
    }
    [[nodiscard]] ExecInst load_exec_inst() const noexcept {
        return sbe::SetField<ExecInst, Uint8>::load(block_ + 111);
    }
    [[nodiscard]] ExecutionMode load_execution_mode() const noexcept {
        return sbe::EnumField<ExecutionMode, Char>::load(block_ + 112);
    }
    [[nodiscard]] BooleanOptional load_liquidity_flag() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 113);
    }
    [[nodiscard]] BooleanOptional load_managed_order() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 114);
    }
    [[nodiscard]] ShortSaleType load_short_sale_type() const noexcept {
        return sbe::EnumField<ShortSaleType, Uint8>::load(block_ + 115);
    }
    /// Since version 6; null before.
    [[nodiscard]] const PriceOptional* load_discretion_price() const noexcept {
        return version_ < 6 ? nullptr : &sbe::Composite<PriceOptional>::load(block_ + 116);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("Price", load_price());
        visit("OrderQty", load_order_qty());
        visit("SecurityID", load_security_id());
        visit("Side", load_side());
        visit("SeqNum", load_seq_num());
        visit("SenderID", load_sender_id());
        visit("ClOrdID", load_cl_ord_id());
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("OrderRequestID", load_order_request_id());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("StopPx", load_stop_px());
        visit("Location", load_location());
        visit("MinQty", load_min_qty());
        visit("DisplayQty", load_display_qty());
        visit("ExpireDate", load_expire_date());
        visit("OrdType", load_ord_type());
        visit("TimeInForce", load_time_in_force());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("ExecInst", load_exec_inst());
        visit("ExecutionMode", load_execution_mode());
        visit("LiquidityFlag", load_liquidity_flag());
        visit("ManagedOrder", load_managed_order());
        visit("ShortSaleType", load_short_sale_type());
        visit("DiscretionPrice", load_discretion_price());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Composite<PriceOptional>::store(block + 0, PriceOptional());
        sbe::Composite<PriceOptional>::store(block + 85, PriceOptional());
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 98, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 102, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 106, std::nullopt);
        sbe::EnumField<TimeInForce, Uint8>::store(block + 109, TimeInForce{static_cast<std::uint8_t>(255)});
        sbe::EnumField<ExecutionMode, Char>::store(block + 112, ExecutionMode{static_cast<char>(0)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 113, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 114, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<ShortSaleType, Uint8>::store(block + 115, ShortSaleType{static_cast<std::uint8_t>(255)});
        sbe::Composite<PriceOptional>::store(block + 116, PriceOptional());
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a NewOrderSingle.
class NewOrderSingle::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_price(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 0, value);
    }
    void store_order_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 8, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 12, value);
    }
    void store_side(Side value) noexcept {
        sbe::EnumField<Side, Uint8>::store(block_ + 16, value);
    }
    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 17, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 21, value);
    }
    void store_cl_ord_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 41, value);
    }
    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 61, value);
    }
    void store_order_request_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 69, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 77, value);
    }
    void store_stop_px(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 85, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 93, value);
    }
    void store_min_qty(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 98, value);
    }
    void store_display_qty(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 102, value);
    }
    void store_expire_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 106, value);
    }
    void store_ord_type(OrderTypeReq value) noexcept {
        sbe::EnumField<OrderTypeReq, Char>::store(block_ + 108, value);
    }
    void store_time_in_force(TimeInForce value) noexcept {
        sbe::EnumField<TimeInForce, Uint8>::store(block_ + 109, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 110, value);
    }
    void store_exec_inst(ExecInst value) noexcept {
        sbe::SetField<ExecInst, Uint8>::store(block_ + 111, value);
    }
    void store_execution_mode(ExecutionMode value) noexcept {
        sbe::EnumField<ExecutionMode, Char>::store(block_ + 112, value);
    }
    void store_liquidity_flag(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 113, value);
    }
    void store_managed_order(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 114, value);
    }
    void store_short_sale_type(ShortSaleType value) noexcept {
        sbe::EnumField<ShortSaleType, Uint8>::store(block_ + 115, value);
    }
    void store_discretion_price(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 116, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded NewOrderSingle::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class OrderCancelReplaceRequest {
  public:
    static constexpr std::uint16_t kTemplateId = 515;
    static constexpr std::string_view kName = "OrderCancelReplaceRequest";
    static constexpr std::size_t kBlockLength = 133;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        if (version >= 6) {
            return 133;
        }
        return 125;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] const PriceOptional& load_price() const noexcept {
        return sbe::Composite<PriceOptional>::load(block_ + 0);
    }
    [[nodiscard]] std::uint32_t load_order_qty() const noexcept {
        return Uint32::load(block_ + 8);
    }
    [[nodiscard]] std::int32_t load_security_id() const noexcept {
        return Int32::load(block_ + 12);
    }
    [[nodiscard]] Side load_side() const noexcept {
        return sbe::EnumField<Side, Uint8>::load(block_ + 16);
    }
    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 17);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 21);
    }
    [[nodiscard]] std::string_view load_cl_ord_id() const noexcept {
        return sbe::Text<20>::load(block_ + 41);
    }
    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 61);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_order_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 69);
    }
    [[nodiscard]] const PriceOptional& load_stop_px() const noexcept {
        return sbe::Composite<PriceOptional>::load(block_ + 77);
    }
    [[nodiscard]] std::uint64_t load_order_request_id() const noexcept {
        return Uint64::load(block_ + 85);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 93);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 101);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_min_qty() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 106);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_display_qty() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 110);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_expire_date() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 114);
    }
    [[nodiscard]] OrderTypeReq load_ord_type() const noexcept {
        return sbe::EnumField<OrderTypeReq, Char>::load(block_ + 116);
    }
    [[nodiscard]] TimeInForce load_time_in_force() const noexcept {
        return sbe::EnumField<TimeInForce, Uint8>::load(block_ + 117);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 118);
    }
    [[nodiscard]] OFMOverride load_ofm_override() const noexcept {
        return sbe::EnumField<OFMOverride, Uint8>::load(block_ + 119);
    }
    [[nodiscard]] ExecInst load_exec_inst() const noexcept {
        return sbe::SetField<ExecInst, Uint8>::load(block_ + 120);
    }
    [[nodiscard]] ExecutionMode load_execution_mode() const noexcept {
        return sbe::EnumField<ExecutionMode, Char>::load(block_ + 121);
    }
    [[nodiscard]] BooleanOptional load_liquidity_flag() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 122);
    }
    [[nodiscard]] BooleanOptional load_managed_order() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 123);
    }
    [[nodiscard]] ShortSaleType load_short_sale_type() const noexcept {
        return sbe::EnumField<ShortSaleType, Uint8>::load(block_ + 124);
    }
    /// Since version 6; null before.
    [[nodiscard]] const PriceOptional* load_discretion_price() const noexcept {
        return version_ < 6 ? nullptr : &sbe::Composite<PriceOptional>::load(block_ + 125);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("Price", load_price());
        visit("OrderQty", load_order_qty());
        visit("SecurityID", load_security_id());
        visit("Side", load_side());
        visit("SeqNum", load_seq_num());
        visit("SenderID", load_sender_id());
        visit("ClOrdID", load_cl_ord_id());
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("OrderID", load_order_id());
        visit("StopPx", load_stop_px());
        visit("OrderRequestID", load_order_request_id());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("Location", load_location());
        visit("MinQty", load_min_qty());
        visit("DisplayQty", load_display_qty());
        visit("ExpireDate", load_expire_date());
        visit("OrdType", load_ord_type());
        visit("TimeInForce", load_time_in_force());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("OFMOverride", load_ofm_override());
        visit("ExecInst", load_exec_inst());
        visit("ExecutionMode", load_execution_mode());
        visit("LiquidityFlag", load_liquidity_flag());
        visit("ManagedOrder", load_managed_order());
        visit("ShortSaleType", load_short_sale_type());
        visit("DiscretionPrice", load_discretion_price());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Composite<PriceOptional>::store(block + 0, PriceOptional());
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 69, std::nullopt);
        sbe::Composite<PriceOptional>::store(block + 77, PriceOptional());
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 106, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 110, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 114, std::nullopt);
        sbe::EnumField<TimeInForce, Uint8>::store(block + 117, TimeInForce{static_cast<std::uint8_t>(255)});
        sbe::EnumField<ExecutionMode, Char>::store(block + 121, ExecutionMode{static_cast<char>(0)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 122, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 123, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<ShortSaleType, Uint8>::store(block + 124, ShortSaleType{static_cast<std::uint8_t>(255)});
        sbe::Composite<PriceOptional>::store(block + 125, PriceOptional());
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a OrderCancelReplaceRequest.
class OrderCancelReplaceRequest::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_price(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 0, value);
    }
    void store_order_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 8, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 12, value);
    }
    void store_side(Side value) noexcept {
        sbe::EnumField<Side, Uint8>::store(block_ + 16, value);
    }
    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 17, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 21, value);
    }
    void store_cl_ord_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 41, value);
    }
    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 61, value);
    }
    void store_order_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 69, value);
    }
    void store_stop_px(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 77, value);
    }
    void store_order_request_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 85, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 93, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 101, value);
    }
    void store_min_qty(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 106, value);
    }
    void store_display_qty(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 110, value);
    }
    void store_expire_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 114, value);
    }
    void store_ord_type(OrderTypeReq value) noexcept {
        sbe::EnumField<OrderTypeReq, Char>::store(block_ + 116, value);
    }
    void store_time_in_force(TimeInForce value) noexcept {
        sbe::EnumField<TimeInForce, Uint8>::store(block_ + 117, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 118, value);
    }
    void store_ofm_override(OFMOverride value) noexcept {
        sbe::EnumField<OFMOverride, Uint8>::store(block_ + 119, value);
    }
    void store_exec_inst(ExecInst value) noexcept {
        sbe::SetField<ExecInst, Uint8>::store(block_ + 120, value);
    }
    void store_execution_mode(ExecutionMode value) noexcept {
        sbe::EnumField<ExecutionMode, Char>::store(block_ + 121, value);
    }
    void store_liquidity_flag(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 122, value);
    }
    void store_managed_order(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 123, value);
    }
    void store_short_sale_type(ShortSaleType value) noexcept {
        sbe::EnumField<ShortSaleType, Uint8>::store(block_ + 124, value);
    }
    void store_discretion_price(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 125, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded OrderCancelReplaceRequest::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class OrderCancelRequest {
  public:
    static constexpr std::uint16_t kTemplateId = 516;
    static constexpr std::string_view kName = "OrderCancelRequest";
    static constexpr std::size_t kBlockLength = 88;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 88;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::optional<std::uint64_t> load_order_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 8);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 16);
    }
    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 17);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 21);
    }
    [[nodiscard]] std::string_view load_cl_ord_id() const noexcept {
        return sbe::Text<20>::load(block_ + 41);
    }
    [[nodiscard]] std::uint64_t load_order_request_id() const noexcept {
        return Uint64::load(block_ + 61);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 69);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 77);
    }
    [[nodiscard]] std::int32_t load_security_id() const noexcept {
        return Int32::load(block_ + 82);
    }
    [[nodiscard]] Side load_side() const noexcept {
        return sbe::EnumField<Side, Uint8>::load(block_ + 86);
    }
    [[nodiscard]] BooleanOptional load_liquidity_flag() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 87);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("OrderID", load_order_id());
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("SeqNum", load_seq_num());
        visit("SenderID", load_sender_id());
        visit("ClOrdID", load_cl_ord_id());
        visit("OrderRequestID", load_order_request_id());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("Location", load_location());
        visit("SecurityID", load_security_id());
        visit("Side", load_side());
        visit("LiquidityFlag", load_liquidity_flag());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 0, std::nullopt);
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 87, BooleanOptional{static_cast<std::uint8_t>(255)});
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a OrderCancelRequest.
class OrderCancelRequest::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_order_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 0, value);
    }
    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 8, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 16, value);
    }
    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 17, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 21, value);
    }
    void store_cl_ord_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 41, value);
    }
    void store_order_request_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 61, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 69, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 77, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 82, value);
    }
    void store_side(Side value) noexcept {
        sbe::EnumField<Side, Uint8>::store(block_ + 86, value);
    }
    void store_liquidity_flag(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 87, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded OrderCancelRequest::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class BusinessReject {
  public:
    static constexpr std::uint16_t kTemplateId = 521;
    static constexpr std::string_view kName = "BusinessReject";
    static constexpr std::size_t kBlockLength = 330;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 330;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 4);
    }
    [[nodiscard]] std::string_view load_text() const noexcept {
        return sbe::Text<256>::load(block_ + 12);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 268);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_party_details_list_req_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 288);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 296);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_business_reject_ref_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 304);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 312);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_ref_seq_num() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 317);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_ref_tag_id() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 321);
    }
    [[nodiscard]] std::uint16_t load_business_reject_reason() const noexcept {
        return Uint16::load(block_ + 323);
    }
    [[nodiscard]] std::string_view load_ref_msg_type() const noexcept {
        return sbe::Text<2>::load(block_ + 325);
    }
    [[nodiscard]] BooleanFlag load_poss_retrans_flag() const noexcept {
        return sbe::EnumField<BooleanFlag, Uint8>::load(block_ + 327);
    }
    [[nodiscard]] ManualOrderIndicatorOptional load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicatorOptional, Uint8>::load(block_ + 328);
    }
    [[nodiscard]] SplitMsg load_split_msg() const noexcept {
        return sbe::EnumField<SplitMsg, Uint8>::load(block_ + 329);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("SeqNum", load_seq_num());
        visit("UUID", load_uuid());
        visit("Text", load_text());
        visit("SenderID", load_sender_id());
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("BusinessRejectRefID", load_business_reject_ref_id());
        visit("Location", load_location());
        visit("RefSeqNum", load_ref_seq_num());
        visit("RefTagID", load_ref_tag_id());
        visit("BusinessRejectReason", load_business_reject_reason());
        visit("RefMsgType", load_ref_msg_type());
        visit("PossRetransFlag", load_poss_retrans_flag());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("SplitMsg", load_split_msg());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 288, std::nullopt);
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 304, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 317, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 321, std::nullopt);
        sbe::EnumField<ManualOrderIndicatorOptional, Uint8>::store(block + 328, ManualOrderIndicatorOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<SplitMsg, Uint8>::store(block + 329, SplitMsg{static_cast<std::uint8_t>(255)});
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a BusinessReject.
class BusinessReject::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 0, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 4, value);
    }
    void store_text(std::string_view value) noexcept {
        sbe::Text<256>::store(block_ + 12, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 268, value);
    }
    void store_party_details_list_req_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 288, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 296, value);
    }
    void store_business_reject_ref_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 304, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 312, value);
    }
    void store_ref_seq_num(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 317, value);
    }
    void store_ref_tag_id(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 321, value);
    }
    void store_business_reject_reason(std::uint16_t value) noexcept {
        Uint16::store(block_ + 323, value);
    }
    void store_ref_msg_type(std::string_view value) noexcept {
        sbe::Text<2>::store(block_ + 325, value);
    }
    void store_poss_retrans_flag(BooleanFlag value) noexcept {
        sbe::EnumField<BooleanFlag, Uint8>::store(block_ + 327, value);
    }
    void store_manual_order_indicator(ManualOrderIndicatorOptional value) noexcept {
        sbe::EnumField<ManualOrderIndicatorOptional, Uint8>::store(block_ + 328, value);
    }
    void store_split_msg(SplitMsg value) noexcept {
        sbe::EnumField<SplitMsg, Uint8>::store(block_ + 329, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded BusinessReject::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class ExecutionReportNew {
  public:
    static constexpr std::uint16_t kTemplateId = 522;
    static constexpr std::string_view kName = "ExecutionReportNew";
    static constexpr std::size_t kBlockLength = 217;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        if (version >= 6) {
            return 217;
        }
        return 209;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 4);
    }
    [[nodiscard]] std::string_view load_exec_id() const noexcept {
        return sbe::Text<40>::load(block_ + 12);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 52);
    }
    [[nodiscard]] std::string_view load_cl_ord_id() const noexcept {
        return sbe::Text<20>::load(block_ + 72);
    }
    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 92);
    }
    [[nodiscard]] std::uint64_t load_order_id() const noexcept {
        return Uint64::load(block_ + 100);
    }
    [[nodiscard]] const Price& load_price() const noexcept {
        return sbe::Composite<Price>::load(block_ + 108);
    }
    [[nodiscard]] const PriceOptional& load_stop_px() const noexcept {
        return sbe::Composite<PriceOptional>::load(block_ + 116);
    }
    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 124);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 132);
    }
    [[nodiscard]] std::uint64_t load_order_request_id() const noexcept {
        return Uint64::load(block_ + 140);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_cross_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 148);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_host_cross_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 156);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 164);
    }
    [[nodiscard]] std::int32_t load_security_id() const noexcept {
        return Int32::load(block_ + 169);
    }
    [[nodiscard]] std::uint32_t load_order_qty() const noexcept {
        return Uint32::load(block_ + 173);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_min_qty() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 177);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_display_qty() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 181);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_expire_date() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 185);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_delay_duration() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 187);
    }
    [[nodiscard]] OrderType load_ord_type() const noexcept {
        return sbe::EnumField<OrderType, Char>::load(block_ + 189);
    }
    [[nodiscard]] Side load_side() const noexcept {
        return sbe::EnumField<Side, Uint8>::load(block_ + 190);
    }
    [[nodiscard]] TimeInForce load_time_in_force() const noexcept {
        return sbe::EnumField<TimeInForce, Uint8>::load(block_ + 191);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 192);
    }
    [[nodiscard]] BooleanFlag load_poss_retrans_flag() const noexcept {
        return sbe::EnumField<BooleanFlag, Uint8>::load(block_ + 193);
    }
    [[nodiscard]] SplitMsg load_split_msg() const noexcept {
        return sbe::EnumField<SplitMsg, Uint8>::load(block_ + 194);
    }
    [[nodiscard]] std::optional<std::uint8_t> load_cross_type() const noexcept {
        return sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::load(block_ + 195);
    }
    [[nodiscard]] ExecInst load_exec_inst() const noexcept {
        return sbe::SetField<ExecInst, Uint8>::load(block_ + 196);
    }
    [[nodiscard]] ExecutionMode load_execution_mode() const noexcept {
        return sbe::EnumField<ExecutionMode, Char>::load(block_ + 197);
    }
    [[nodiscard]] BooleanOptional load_liquidity_flag() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 198);
    }
    [[nodiscard]] BooleanOptional load_managed_order() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 199);
    }
    [[nodiscard]] ShortSaleType load_short_sale_type() const noexcept {
        return sbe::EnumField<ShortSaleType, Uint8>::load(block_ + 200);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_delay_to_time() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 201);
    }
    /// Since version 6; null before.
    [[nodiscard]] const PriceOptional* load_discretion_price() const noexcept {
        return version_ < 6 ? nullptr : &sbe::Composite<PriceOptional>::load(block_ + 209);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("SeqNum", load_seq_num());
        visit("UUID", load_uuid());
        visit("ExecID", load_exec_id());
        visit("SenderID", load_sender_id());
        visit("ClOrdID", load_cl_ord_id());
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("OrderID", load_order_id());
        visit("Price", load_price());
        visit("StopPx", load_stop_px());
        visit("TransactTime", load_transact_time());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("OrderRequestID", load_order_request_id());
        visit("CrossID", load_cross_id());
        visit("HostCrossID", load_host_cross_id());
        visit("Location", load_location());
        visit("SecurityID", load_security_id());
        visit("OrderQty", load_order_qty());
        visit("MinQty", load_min_qty());
        visit("DisplayQty", load_display_qty());
        visit("ExpireDate", load_expire_date());
        visit("DelayDuration", load_delay_duration());
        visit("OrdType", load_ord_type());
        visit("Side", load_side());
        visit("TimeInForce", load_time_in_force());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("PossRetransFlag", load_poss_retrans_flag());
        visit("SplitMsg", load_split_msg());
        visit("CrossType", load_cross_type());
        visit("ExecInst", load_exec_inst());
        visit("ExecutionMode", load_execution_mode());
        visit("LiquidityFlag", load_liquidity_flag());
        visit("ManagedOrder", load_managed_order());
        visit("ShortSaleType", load_short_sale_type());
        visit("DelayToTime", load_delay_to_time());
        visit("DiscretionPrice", load_discretion_price());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Composite<PriceOptional>::store(block + 116, PriceOptional());
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 148, std::nullopt);
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 156, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 177, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 181, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 185, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 187, std::nullopt);
        sbe::EnumField<OrderType, Char>::store(block + 189, OrderType{static_cast<char>(0)});
        sbe::EnumField<TimeInForce, Uint8>::store(block + 191, TimeInForce{static_cast<std::uint8_t>(255)});
        sbe::EnumField<SplitMsg, Uint8>::store(block + 194, SplitMsg{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block + 195, std::nullopt);
        sbe::EnumField<ExecutionMode, Char>::store(block + 197, ExecutionMode{static_cast<char>(0)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 198, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 199, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<ShortSaleType, Uint8>::store(block + 200, ShortSaleType{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 201, std::nullopt);
        sbe::Composite<PriceOptional>::store(block + 209, PriceOptional());
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a ExecutionReportNew.
class ExecutionReportNew::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 0, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 4, value);
    }
    void store_exec_id(std::string_view value) noexcept {
        sbe::Text<40>::store(block_ + 12, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 52, value);
    }
    void store_cl_ord_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 72, value);
    }
    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 92, value);
    }
    void store_order_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 100, value);
    }
    void store_price(const Price& value) noexcept {
        sbe::Composite<Price>::store(block_ + 108, value);
    }
    void store_stop_px(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 116, value);
    }
    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 124, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 132, value);
    }
    void store_order_request_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 140, value);
    }
    void store_cross_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 148, value);
    }
    void store_host_cross_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 156, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 164, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 169, value);
    }
    void store_order_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 173, value);
    }
    void store_min_qty(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 177, value);
    }
    void store_display_qty(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 181, value);
    }
    void store_expire_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 185, value);
    }
    void store_delay_duration(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 187, value);
    }
    void store_ord_type(OrderType value) noexcept {
        sbe::EnumField<OrderType, Char>::store(block_ + 189, value);
    }
    void store_side(Side value) noexcept {
        sbe::EnumField<Side, Uint8>::store(block_ + 190, value);
    }
    void store_time_in_force(TimeInForce value) noexcept {
        sbe::EnumField<TimeInForce, Uint8>::store(block_ + 191, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 192, value);
    }
    void store_poss_retrans_flag(BooleanFlag value) noexcept {
        sbe::EnumField<BooleanFlag, Uint8>::store(block_ + 193, value);
    }
    void store_split_msg(SplitMsg value) noexcept {
        sbe::EnumField<SplitMsg, Uint8>::store(block_ + 194, value);
    }
    void store_cross_type(std::optional<std::uint8_t> value) noexcept {
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block_ + 195, value);
    }
    void store_exec_inst(ExecInst value) noexcept {
        sbe::SetField<ExecInst, Uint8>::store(block_ + 196, value);
    }
    void store_execution_mode(ExecutionMode value) noexcept {
        sbe::EnumField<ExecutionMode, Char>::store(block_ + 197, value);
    }
    void store_liquidity_flag(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 198, value);
    }
    void store_managed_order(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 199, value);
    }
    void store_short_sale_type(ShortSaleType value) noexcept {
        sbe::EnumField<ShortSaleType, Uint8>::store(block_ + 200, value);
    }
    void store_delay_to_time(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 201, value);
    }
    void store_discretion_price(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 209, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded ExecutionReportNew::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class ExecutionReportReject {
  public:
    static constexpr std::uint16_t kTemplateId = 523;
    static constexpr std::string_view kName = "ExecutionReportReject";
    static constexpr std::size_t kBlockLength = 475;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        if (version >= 6) {
            return 475;
        }
        return 467;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 4);
    }
    [[nodiscard]] std::string_view load_text() const noexcept {
        return sbe::Text<256>::load(block_ + 12);
    }
    [[nodiscard]] std::string_view load_exec_id() const noexcept {
        return sbe::Text<40>::load(block_ + 268);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 308);
    }
    [[nodiscard]] std::string_view load_cl_ord_id() const noexcept {
        return sbe::Text<20>::load(block_ + 328);
    }
    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 348);
    }
    [[nodiscard]] std::uint64_t load_order_id() const noexcept {
        return Uint64::load(block_ + 356);
    }
    [[nodiscard]] const PriceOptional& load_price() const noexcept {
        return sbe::Composite<PriceOptional>::load(block_ + 364);
    }
    [[nodiscard]] const PriceOptional& load_stop_px() const noexcept {
        return sbe::Composite<PriceOptional>::load(block_ + 372);
    }
    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 380);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 388);
    }
    [[nodiscard]] std::uint64_t load_order_request_id() const noexcept {
        return Uint64::load(block_ + 396);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_cross_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 404);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_host_cross_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 412);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 420);
    }
    [[nodiscard]] std::int32_t load_security_id() const noexcept {
        return Int32::load(block_ + 425);
    }
    [[nodiscard]] std::uint32_t load_order_qty() const noexcept {
        return Uint32::load(block_ + 429);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_min_qty() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 433);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_display_qty() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 437);
    }
    [[nodiscard]] std::uint16_t load_ord_rej_reason() const noexcept {
        return Uint16::load(block_ + 441);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_expire_date() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 443);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_delay_duration() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 445);
    }
    [[nodiscard]] OrderType load_ord_type() const noexcept {
        return sbe::EnumField<OrderType, Char>::load(block_ + 447);
    }
    [[nodiscard]] Side load_side() const noexcept {
        return sbe::EnumField<Side, Uint8>::load(block_ + 448);
    }
    [[nodiscard]] TimeInForce load_time_in_force() const noexcept {
        return sbe::EnumField<TimeInForce, Uint8>::load(block_ + 449);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 450);
    }
    [[nodiscard]] BooleanFlag load_poss_retrans_flag() const noexcept {
        return sbe::EnumField<BooleanFlag, Uint8>::load(block_ + 451);
    }
    [[nodiscard]] SplitMsg load_split_msg() const noexcept {
        return sbe::EnumField<SplitMsg, Uint8>::load(block_ + 452);
    }
    [[nodiscard]] std::optional<std::uint8_t> load_cross_type() const noexcept {
        return sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::load(block_ + 453);
    }
    [[nodiscard]] ExecInst load_exec_inst() const noexcept {
        return sbe::SetField<ExecInst, Uint8>::load(block_ + 454);
    }
    [[nodiscard]] ExecutionMode load_execution_mode() const noexcept {
        return sbe::EnumField<ExecutionMode, Char>::load(block_ + 455);
    }
    [[nodiscard]] BooleanOptional load_liquidity_flag() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 456);
    }
    [[nodiscard]] BooleanOptional load_managed_order() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 457);
    }
    [[nodiscard]] ShortSaleType load_short_sale_type() const noexcept {
        return sbe::EnumField<ShortSaleType, Uint8>::load(block_ + 458);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_delay_to_time() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 459);
    }
    /// Since version 6; null before.
    [[nodiscard]] const PriceOptional* load_discretion_price() const noexcept {
        return version_ < 6 ? nullptr : &sbe::Composite<PriceOptional>::load(block_ + 467);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("SeqNum", load_seq_num());
        visit("UUID", load_uuid());
        visit("Text", load_text());
        visit("ExecID", load_exec_id());
        visit("SenderID", load_sender_id());
        visit("ClOrdID", load_cl_ord_id());
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("OrderID", load_order_id());
        visit("Price", load_price());
        visit("StopPx", load_stop_px());
        visit("TransactTime", load_transact_time());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("OrderRequestID", load_order_request_id());
        visit("CrossID", load_cross_id());
        visit("HostCrossID", load_host_cross_id());
        visit("Location", load_location());
        visit("SecurityID", load_security_id());
        visit("OrderQty", load_order_qty());
        visit("MinQty", load_min_qty());
        visit("DisplayQty", load_display_qty());
        visit("OrdRejReason", load_ord_rej_reason());
        visit("ExpireDate", load_expire_date());
        visit("DelayDuration", load_delay_duration());
        visit("OrdType", load_ord_type());
        visit("Side", load_side());
        visit("TimeInForce", load_time_in_force());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("PossRetransFlag", load_poss_retrans_flag());
        visit("SplitMsg", load_split_msg());
        visit("CrossType", load_cross_type());
        visit("ExecInst", load_exec_inst());
        visit("ExecutionMode", load_execution_mode());
        visit("LiquidityFlag", load_liquidity_flag());
        visit("ManagedOrder", load_managed_order());
        visit("ShortSaleType", load_short_sale_type());
        visit("DelayToTime", load_delay_to_time());
        visit("DiscretionPrice", load_discretion_price());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Composite<PriceOptional>::store(block + 364, PriceOptional());
        sbe::Composite<PriceOptional>::store(block + 372, PriceOptional());
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 404, std::nullopt);
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 412, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 433, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 437, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 443, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 445, std::nullopt);
        sbe::EnumField<OrderType, Char>::store(block + 447, OrderType{static_cast<char>(0)});
        sbe::EnumField<TimeInForce, Uint8>::store(block + 449, TimeInForce{static_cast<std::uint8_t>(255)});
        sbe::EnumField<SplitMsg, Uint8>::store(block + 452, SplitMsg{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block + 453, std::nullopt);
        sbe::EnumField<ExecutionMode, Char>::store(block + 455, ExecutionMode{static_cast<char>(0)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 456, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 457, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<ShortSaleType, Uint8>::store(block + 458, ShortSaleType{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 459, std::nullopt);
        sbe::Composite<PriceOptional>::store(block + 467, PriceOptional());
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a ExecutionReportReject.
class ExecutionReportReject::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 0, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 4, value);
    }
    void store_text(std::string_view value) noexcept {
        sbe::Text<256>::store(block_ + 12, value);
    }
    void store_exec_id(std::string_view value) noexcept {
        sbe::Text<40>::store(block_ + 268, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 308, value);
    }
    void store_cl_ord_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 328, value);
    }
    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 348, value);
    }
    void store_order_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 356, value);
    }
    void store_price(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 364, value);
    }
    void store_stop_px(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 372, value);
    }
    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 380, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 388, value);
    }
    void store_order_request_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 396, value);
    }
    void store_cross_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 404, value);
    }
    void store_host_cross_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 412, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 420, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 425, value);
    }
    void store_order_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 429, value);
    }
    void store_min_qty(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 433, value);
    }
    void store_display_qty(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 437, value);
    }
    void store_ord_rej_reason(std::uint16_t value) noexcept {
        Uint16::store(block_ + 441, value);
    }
    void store_expire_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 443, value);
    }
    void store_delay_duration(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 445, value);
    }
    void store_ord_type(OrderType value) noexcept {
        sbe::EnumField<OrderType, Char>::store(block_ + 447, value);
    }
    void store_side(Side value) noexcept {
        sbe::EnumField<Side, Uint8>::store(block_ + 448, value);
    }
    void store_time_in_force(TimeInForce value) noexcept {
        sbe::EnumField<TimeInForce, Uint8>::store(block_ + 449, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 450, value);
    }
    void store_poss_retrans_flag(BooleanFlag value) noexcept {
        sbe::EnumField<BooleanFlag, Uint8>::store(block_ + 451, value);
    }
    void store_split_msg(SplitMsg value) noexcept {
        sbe::EnumField<SplitMsg, Uint8>::store(block_ + 452, value);
    }
    void store_cross_type(std::optional<std::uint8_t> value) noexcept {
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block_ + 453, value);
    }
    void store_exec_inst(ExecInst value) noexcept {
        sbe::SetField<ExecInst, Uint8>::store(block_ + 454, value);
    }
    void store_execution_mode(ExecutionMode value) noexcept {
        sbe::EnumField<ExecutionMode, Char>::store(block_ + 455, value);
    }
    void store_liquidity_flag(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 456, value);
    }
    void store_managed_order(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 457, value);
    }
    void store_short_sale_type(ShortSaleType value) noexcept {
        sbe::EnumField<ShortSaleType, Uint8>::store(block_ + 458, value);
    }
    void store_delay_to_time(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 459, value);
    }
    void store_discretion_price(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 467, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded ExecutionReportReject::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class ExecutionReportElimination {
  public:
    static constexpr std::uint16_t kTemplateId = 524;
    static constexpr std::string_view kName = "ExecutionReportElimination";
    static constexpr std::size_t kBlockLength = 210;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        if (version >= 6) {
            return 210;
        }
        return 202;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 4);
    }
    [[nodiscard]] std::string_view load_exec_id() const noexcept {
        return sbe::Text<40>::load(block_ + 12);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 52);
    }
    [[nodiscard]] std::string_view load_cl_ord_id() const noexcept {
        return sbe::Text<20>::load(block_ + 72);
    }
    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 92);
    }
    [[nodiscard]] std::uint64_t load_order_id() const noexcept {
        return Uint64::load(block_ + 100);
    }
    [[nodiscard]] const Price& load_price() const noexcept {
        return sbe::Composite<Price>::load(block_ + 108);
    }
    [[nodiscard]] const PriceOptional& load_stop_px() const noexcept {
        return sbe::Composite<PriceOptional>::load(block_ + 116);
    }
    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 124);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 132);
    }
    [[nodiscard]] std::uint64_t load_order_request_id() const noexcept {
        return Uint64::load(block_ + 140);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_cross_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 148);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_host_cross_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 156);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 164);
    }
    [[nodiscard]] std::int32_t load_security_id() const noexcept {
        return Int32::load(block_ + 169);
    }
    [[nodiscard]] std::uint32_t load_cum_qty() const noexcept {
        return Uint32::load(block_ + 173);
    }
    [[nodiscard]] std::uint32_t load_order_qty() const noexcept {
        return Uint32::load(block_ + 177);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_min_qty() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 181);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_display_qty() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 185);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_expire_date() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 189);
    }
    [[nodiscard]] OrderType load_ord_type() const noexcept {
        return sbe::EnumField<OrderType, Char>::load(block_ + 191);
    }
    [[nodiscard]] Side load_side() const noexcept {
        return sbe::EnumField<Side, Uint8>::load(block_ + 192);
    }
    [[nodiscard]] TimeInForce load_time_in_force() const noexcept {
        return sbe::EnumField<TimeInForce, Uint8>::load(block_ + 193);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 194);
    }
    [[nodiscard]] BooleanFlag load_poss_retrans_flag() const noexcept {
        return sbe::EnumField<BooleanFlag, Uint8>::load(block_ + 195);
    }
    [[nodiscard]] std::optional<std::uint8_t> load_cross_type() const noexcept {
        return sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::load(block_ + 196);
    }
    [[nodiscard]] ExecInst load_exec_inst() const noexcept {
        return sbe::SetField<ExecInst, Uint8>::load(block_ + 197);
    }
    [[nodiscard]] ExecutionMode load_execution_mode() const noexcept {
        return sbe::EnumField<ExecutionMode, Char>::load(block_ + 198);
    }
    [[nodiscard]] BooleanOptional load_liquidity_flag() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 199);
    }
    [[nodiscard]] BooleanOptional load_managed_order() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 200);
    }
    [[nodiscard]] ShortSaleType load_short_sale_type() const noexcept {
        return sbe::EnumField<ShortSaleType, Uint8>::load(block_ + 201);
    }
    /// Since version 6; null before.
    [[nodiscard]] const PriceOptional* load_discretion_price() const noexcept {
        return version_ < 6 ? nullptr : &sbe::Composite<PriceOptional>::load(block_ + 202);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("SeqNum", load_seq_num());
        visit("UUID", load_uuid());
        visit("ExecID", load_exec_id());
        visit("SenderID", load_sender_id());
        visit("ClOrdID", load_cl_ord_id());
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("OrderID", load_order_id());
        visit("Price", load_price());
        visit("StopPx", load_stop_px());
        visit("TransactTime", load_transact_time());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("OrderRequestID", load_order_request_id());
        visit("CrossID", load_cross_id());
        visit("HostCrossID", load_host_cross_id());
        visit("Location", load_location());
        visit("SecurityID", load_security_id());
        visit("CumQty", load_cum_qty());
        visit("OrderQty", load_order_qty());
        visit("MinQty", load_min_qty());
        visit("DisplayQty", load_display_qty());
        visit("ExpireDate", load_expire_date());
        visit("OrdType", load_ord_type());
        visit("Side", load_side());
        visit("TimeInForce", load_time_in_force());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("PossRetransFlag", load_poss_retrans_flag());
        visit("CrossType", load_cross_type());
        visit("ExecInst", load_exec_inst());
        visit("ExecutionMode", load_execution_mode());
        visit("LiquidityFlag", load_liquidity_flag());
        visit("ManagedOrder", load_managed_order());
        visit("ShortSaleType", load_short_sale_type());
        visit("DiscretionPrice", load_discretion_price());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Composite<PriceOptional>::store(block + 116, PriceOptional());
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 148, std::nullopt);
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 156, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 181, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 185, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 189, std::nullopt);
        sbe::EnumField<OrderType, Char>::store(block + 191, OrderType{static_cast<char>(0)});
        sbe::EnumField<TimeInForce, Uint8>::store(block + 193, TimeInForce{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block + 196, std::nullopt);
        sbe::EnumField<ExecutionMode, Char>::store(block + 198, ExecutionMode{static_cast<char>(0)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 199, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 200, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<ShortSaleType, Uint8>::store(block + 201, ShortSaleType{static_cast<std::uint8_t>(255)});
        sbe::Composite<PriceOptional>::store(block + 202, PriceOptional());
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a ExecutionReportElimination.
class ExecutionReportElimination::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 0, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 4, value);
    }
    void store_exec_id(std::string_view value) noexcept {
        sbe::Text<40>::store(block_ + 12, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 52, value);
    }
    void store_cl_ord_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 72, value);
    }
    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 92, value);
    }
    void store_order_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 100, value);
    }
    void store_price(const Price& value) noexcept {
        sbe::Composite<Price>::store(block_ + 108, value);
    }
    void store_stop_px(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 116, value);
    }
    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 124, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 132, value);
    }
    void store_order_request_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 140, value);
    }
    void store_cross_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 148, value);
    }
    void store_host_cross_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 156, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 164, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 169, value);
    }
    void store_cum_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 173, value);
    }
    void store_order_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 177, value);
    }
    void store_min_qty(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 181, value);
    }
    void store_display_qty(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 185, value);
    }
    void store_expire_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 189, value);
    }
    void store_ord_type(OrderType value) noexcept {
        sbe::EnumField<OrderType, Char>::store(block_ + 191, value);
    }
    void store_side(Side value) noexcept {
        sbe::EnumField<Side, Uint8>::store(block_ + 192, value);
    }
    void store_time_in_force(TimeInForce value) noexcept {
        sbe::EnumField<TimeInForce, Uint8>::store(block_ + 193, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 194, value);
    }
    void store_poss_retrans_flag(BooleanFlag value) noexcept {
        sbe::EnumField<BooleanFlag, Uint8>::store(block_ + 195, value);
    }
    void store_cross_type(std::optional<std::uint8_t> value) noexcept {
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block_ + 196, value);
    }
    void store_exec_inst(ExecInst value) noexcept {
        sbe::SetField<ExecInst, Uint8>::store(block_ + 197, value);
    }
    void store_execution_mode(ExecutionMode value) noexcept {
        sbe::EnumField<ExecutionMode, Char>::store(block_ + 198, value);
    }
    void store_liquidity_flag(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 199, value);
    }
    void store_managed_order(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 200, value);
    }
    void store_short_sale_type(ShortSaleType value) noexcept {
        sbe::EnumField<ShortSaleType, Uint8>::store(block_ + 201, value);
    }
    void store_discretion_price(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 202, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded ExecutionReportElimination::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class ExecutionReportTradeOutright {
  public:
    static constexpr std::uint16_t kTemplateId = 525;
    static constexpr std::string_view kName = "ExecutionReportTradeOutright";
    static constexpr std::size_t kBlockLength = 276;
    static constexpr bool kIsFlat = false;

    class Encoder;

    class NoFills {
      public:
        static constexpr std::string_view kName = "NoFills";
        static constexpr std::size_t kBlockLength = 15;
        static constexpr bool kIsFlat = true;

        class Encoder;

        [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
            static_cast<void>(version);
            return 15;
        }

        [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
            block_ = block.at;
            version_ = block.version;
            return DecodeStatus::Ok;  // of a group whose length was checked
        }

        [[nodiscard]] const Price& load_fill_px() const noexcept {
            return sbe::Composite<Price>::load(block_ + 0);
        }
        [[nodiscard]] std::uint32_t load_fill_qty() const noexcept {
            return Uint32::load(block_ + 8);
        }
        [[nodiscard]] std::string_view load_fill_exec_id() const noexcept {
            return sbe::Text<2>::load(block_ + 12);
        }
        [[nodiscard]] std::uint8_t load_fill_yield_type() const noexcept {
            return Uint8::load(block_ + 14);
        }

        /// Calls visit(name, value) for each field, group and data, in the schema's order.
        void for_each_field(auto&& visit) const {
            visit("FillPx", load_fill_px());
            visit("FillQty", load_fill_qty());
            visit("FillExecID", load_fill_exec_id());
            visit("FillYieldType", load_fill_yield_type());
        }

        [[nodiscard]] std::uint32_t version() const noexcept { return version_; }

        /// A block whose optional fields are null and whose others are zero.
        static void clear(std::byte* block) noexcept {
            std::memset(block, 0, kBlockLength);
        }
        static void store_dimensions(GroupSize& dimensions, std::size_t count) noexcept {
            dimensions = GroupSize();
            dimensions.store_block_length(kBlockLength);
            dimensions.store_num_in_group(static_cast<std::uint8_t>(count));
        }

      private:
        [[maybe_unused]] const std::byte* block_ = nullptr;
        std::uint32_t version_ = 0;
    };
    using NoFillsGroup = sbe::Group<NoFills, GroupSize>;

    class NoOrderEvents {
      public:
        static constexpr std::string_view kName = "NoOrderEvents";
        static constexpr std::size_t kBlockLength = 41;
        static constexpr bool kIsFlat = true;

        class Encoder;

        [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
            static_cast<void>(version);
            return 41;
        }

        [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
            block_ = block.at;
            version_ = block.version;
            return DecodeStatus::Ok;  // of a group whose length was checked
        }

        [[nodiscard]] const Price& load_order_event_px() const noexcept {
            return sbe::Composite<Price>::load(block_ + 0);
        }
        [[nodiscard]] std::string_view load_order_event_text() const noexcept {
            return sbe::Text<5>::load(block_ + 8);
        }
        [[nodiscard]] std::uint32_t load_order_event_exec_id() const noexcept {
            return Uint32::load(block_ + 13);
        }
        [[nodiscard]] std::uint32_t load_order_event_qty() const noexcept {
            return Uint32::load(block_ + 17);
        }
        [[nodiscard]] OrderEventType load_order_event_type() const noexcept {
            return sbe::EnumField<OrderEventType, Uint8>::load(block_ + 21);
        }
        [[nodiscard]] std::uint8_t load_order_event_reason() const noexcept {
            return Uint8::load(block_ + 22);
        }
        [[nodiscard]] const DecimalOptional& load_contra_gross_trade_amt() const noexcept {
            return sbe::Composite<DecimalOptional>::load(block_ + 23);
        }
        [[nodiscard]] const DecimalOptional& load_contra_calculated_ccy_last_qty() const noexcept {
            return sbe::Composite<DecimalOptional>::load(block_ + 32);
        }

        /// Calls visit(name, value) for each field, group and data, in the schema's order.
        void for_each_field(auto&& visit) const {
            visit("OrderEventPx", load_order_event_px());
            visit("OrderEventText", load_order_event_text());
            visit("OrderEventExecID", load_order_event_exec_id());
            visit("OrderEventQty", load_order_event_qty());
            visit("OrderEventType", load_order_event_type());
            visit("OrderEventReason", load_order_event_reason());
            visit("ContraGrossTradeAmt", load_contra_gross_trade_amt());
            visit("ContraCalculatedCcyLastQty", load_contra_calculated_ccy_last_qty());
        }

        [[nodiscard]] std::uint32_t version() const noexcept { return version_; }

        /// A block whose optional fields are null and whose others are zero.
        static void clear(std::byte* block) noexcept {
            std::memset(block, 0, kBlockLength);
            sbe::EnumField<OrderEventType, Uint8>::store(block + 21, OrderEventType{static_cast<std::uint8_t>(255)});
            sbe::Composite<DecimalOptional>::store(block + 23, DecimalOptional());
            sbe::Composite<DecimalOptional>::store(block + 32, DecimalOptional());
        }
        static void store_dimensions(GroupSize& dimensions, std::size_t count) noexcept {
            dimensions = GroupSize();
            dimensions.store_block_length(kBlockLength);
            dimensions.store_num_in_group(static_cast<std::uint8_t>(count));
        }

      private:
        [[maybe_unused]] const std::byte* block_ = nullptr;
        std::uint32_t version_ = 0;
    };
    using NoOrderEventsGroup = sbe::Group<NoOrderEvents, GroupSize>;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        if (version >= 6) {
            return 276;
        }
        return 235;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard]] DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        message_end_ = block.end;
        if (status == DecodeStatus::Ok) {
            status = walk.group<NoFills, GroupSize>(0, sections_[0]);
        }
        if (status == DecodeStatus::Ok) {
            status = walk.group<NoOrderEvents, GroupSize>(0, sections_[1]);
        }
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 4);
    }
    [[nodiscard]] std::string_view load_exec_id() const noexcept {
        return sbe::Text<40>::load(block_ + 12);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 52);
    }
    [[nodiscard]] std::string_view load_cl_ord_id() const noexcept {
        return sbe::Text<20>::load(block_ + 72);
    }
    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 92);
    }
    [[nodiscard]] const Price& load_last_px() const noexcept {
        return sbe::Composite<Price>::load(block_ + 100);
    }
    [[nodiscard]] std::uint64_t load_order_id() const noexcept {
        return Uint64::load(block_ + 108);
    }
    [[nodiscard]] const Price& load_price() const noexcept {
        return sbe::Composite<Price>::load(block_ + 116);
    }
    [[nodiscard]] const PriceOptional& load_stop_px() const noexcept {
        return sbe::Composite<PriceOptional>::load(block_ + 124);
    }
    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 132);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 140);
    }
    [[nodiscard]] std::uint64_t load_order_request_id() const noexcept {
        return Uint64::load(block_ + 148);
    }
    [[nodiscard]] std::uint64_t load_sec_exec_id() const noexcept {
        return Uint64::load(block_ + 156);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_cross_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 164);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_host_cross_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 172);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 180);
    }
    [[nodiscard]] std::int32_t load_security_id() const noexcept {
        return Int32::load(block_ + 185);
    }
    [[nodiscard]] std::uint32_t load_order_qty() const noexcept {
        return Uint32::load(block_ + 189);
    }
    [[nodiscard]] std::uint32_t load_last_qty() const noexcept {
        return Uint32::load(block_ + 193);
    }
    [[nodiscard]] std::uint32_t load_cum_qty() const noexcept {
        return Uint32::load(block_ + 197);
    }
    [[nodiscard]] std::uint32_t load_md_trade_entry_id() const noexcept {
        return Uint32::load(block_ + 201);
    }
    [[nodiscard]] std::uint32_t load_side_trade_id() const noexcept {
        return Uint32::load(block_ + 205);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_trade_link_id() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 209);
    }
    [[nodiscard]] std::uint32_t load_leaves_qty() const noexcept {
        return Uint32::load(block_ + 213);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_trade_date() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 217);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_expire_date() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 219);
    }
    [[nodiscard]] OrderStatusTrade load_ord_status() const noexcept {
        return sbe::EnumField<OrderStatusTrade, Uint8>::load(block_ + 221);
    }
    [[nodiscard]] OrderType load_ord_type() const noexcept {
        return sbe::EnumField<OrderType, Char>::load(block_ + 222);
    }
    [[nodiscard]] Side load_side() const noexcept {
        return sbe::EnumField<Side, Uint8>::load(block_ + 223);
    }
    [[nodiscard]] TimeInForce load_time_in_force() const noexcept {
        return sbe::EnumField<TimeInForce, Uint8>::load(block_ + 224);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 225);
    }
    [[nodiscard]] BooleanFlag load_poss_retrans_flag() const noexcept {
        return sbe::EnumField<BooleanFlag, Uint8>::load(block_ + 226);
    }
    [[nodiscard]] BooleanFlag load_aggressor_indicator() const noexcept {
        return sbe::EnumField<BooleanFlag, Uint8>::load(block_ + 227);
    }
    [[nodiscard]] std::optional<std::uint8_t> load_cross_type() const noexcept {
        return sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::load(block_ + 228);
    }
    [[nodiscard]] ExecInst load_exec_inst() const noexcept {
        return sbe::SetField<ExecInst, Uint8>::load(block_ + 229);
    }
    [[nodiscard]] ExecutionMode load_execution_mode() const noexcept {
        return sbe::EnumField<ExecutionMode, Char>::load(block_ + 230);
    }
    [[nodiscard]] BooleanOptional load_liquidity_flag() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 231);
    }
    [[nodiscard]] BooleanOptional load_managed_order() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 232);
    }
    [[nodiscard]] ShortSaleType load_short_sale_type() const noexcept {
        return sbe::EnumField<ShortSaleType, Uint8>::load(block_ + 233);
    }
    [[nodiscard]] std::uint8_t load_ownership() const noexcept {
        return Uint8::load(block_ + 234);
    }
    /// Since version 6; null before.
    [[nodiscard]] const PriceOptional* load_discretion_price() const noexcept {
        return version_ < 6 ? nullptr : &sbe::Composite<PriceOptional>::load(block_ + 235);
    }
    /// Since version 6; none before.
    [[nodiscard]] std::optional<std::uint16_t> load_trd_type() const noexcept {
        if (version_ < 6) {
            return std::nullopt;
        }
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 243);
    }
    /// Since version 6; none before.
    [[nodiscard]] std::optional<ExecReason> load_exec_restatement_reason() const noexcept {
        if (version_ < 6) {
            return std::nullopt;
        }
        return sbe::EnumField<ExecReason, Uint8>::load(block_ + 245);
    }
    /// Since version 6; none before.
    [[nodiscard]] std::optional<std::uint16_t> load_settl_date() const noexcept {
        if (version_ < 6) {
            return std::nullopt;
        }
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 246);
    }
    /// Since version 6; none before.
    [[nodiscard]] std::optional<std::uint16_t> load_maturity_date() const noexcept {
        if (version_ < 6) {
            return std::nullopt;
        }
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 248);
    }
    /// Since version 6; null before.
    [[nodiscard]] const DecimalOptional* load_calculated_ccy_last_qty() const noexcept {
        return version_ < 6 ? nullptr : &sbe::Composite<DecimalOptional>::load(block_ + 250);
    }
    /// Since version 6; null before.
    [[nodiscard]] const DecimalOptional* load_gross_trade_amt() const noexcept {
        return version_ < 6 ? nullptr : &sbe::Composite<DecimalOptional>::load(block_ + 259);
    }
    /// Since version 6; null before.
    [[nodiscard]] const PriceOptional* load_benchmark_price() const noexcept {
        return version_ < 6 ? nullptr : &sbe::Composite<PriceOptional>::load(block_ + 268);
    }
    [[nodiscard]] NoFillsGroup no_fills() const noexcept {
        return NoFillsGroup(sections_[0], message_end_, version_);
    }
    [[nodiscard]] NoOrderEventsGroup no_order_events() const noexcept {
        return NoOrderEventsGroup(sections_[1], message_end_, version_);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("SeqNum", load_seq_num());
        visit("UUID", load_uuid());
        visit("ExecID", load_exec_id());
        visit("SenderID", load_sender_id());
        visit("ClOrdID", load_cl_ord_id());
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("LastPx", load_last_px());
        visit("OrderID", load_order_id());
        visit("Price", load_price());
        visit("StopPx", load_stop_px());
        visit("TransactTime", load_transact_time());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("OrderRequestID", load_order_request_id());
        visit("SecExecID", load_sec_exec_id());
        visit("CrossID", load_cross_id());
        visit("HostCrossID", load_host_cross_id());
        visit("Location", load_location());
        visit("SecurityID", load_security_id());
        visit("OrderQty", load_order_qty());
        visit("LastQty", load_last_qty());
        visit("CumQty", load_cum_qty());
        visit("MDTradeEntryID", load_md_trade_entry_id());
        visit("SideTradeID", load_side_trade_id());
        visit("TradeLinkID", load_trade_link_id());
        visit("LeavesQty", load_leaves_qty());
        visit("TradeDate", load_trade_date());
        visit("ExpireDate", load_expire_date());
        visit("OrdStatus", load_ord_status());
        visit("OrdType", load_ord_type());
        visit("Side", load_side());
        visit("TimeInForce", load_time_in_force());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("PossRetransFlag", load_poss_retrans_flag());
        visit("AggressorIndicator", load_aggressor_indicator());
        visit("CrossType", load_cross_type());
        visit("ExecInst", load_exec_inst());
        visit("ExecutionMode", load_execution_mode());
        visit("LiquidityFlag", load_liquidity_flag());
        visit("ManagedOrder", load_managed_order());
        visit("ShortSaleType", load_short_sale_type());
        visit("Ownership", load_ownership());
        visit("DiscretionPrice", load_discretion_price());
        visit("TrdType", load_trd_type());
        visit("ExecRestatementReason", load_exec_restatement_reason());
        visit("SettlDate", load_settl_date());
        visit("MaturityDate", load_maturity_date());
        visit("CalculatedCcyLastQty", load_calculated_ccy_last_qty());
        visit("GrossTradeAmt", load_gross_trade_amt());
        visit("BenchmarkPrice", load_benchmark_price());
        visit("NoFills", no_fills());
        visit("NoOrderEvents", no_order_events());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Composite<PriceOptional>::store(block + 124, PriceOptional());
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 164, std::nullopt);
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 172, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 209, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 217, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 219, std::nullopt);
        sbe::EnumField<OrderType, Char>::store(block + 222, OrderType{static_cast<char>(0)});
        sbe::EnumField<TimeInForce, Uint8>::store(block + 224, TimeInForce{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block + 228, std::nullopt);
        sbe::EnumField<ExecutionMode, Char>::store(block + 230, ExecutionMode{static_cast<char>(0)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 231, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 232, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<ShortSaleType, Uint8>::store(block + 233, ShortSaleType{static_cast<std::uint8_t>(255)});
        sbe::Composite<PriceOptional>::store(block + 235, PriceOptional());
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 243, std::nullopt);
        sbe::EnumField<ExecReason, Uint8>::store(block + 245, ExecReason{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 246, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 248, std::nullopt);
        sbe::Composite<DecimalOptional>::store(block + 250, DecimalOptional());
        sbe::Composite<DecimalOptional>::store(block + 259, DecimalOptional());
        sbe::Composite<PriceOptional>::store(block + 268, PriceOptional());
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
    const std::byte* message_end_ = nullptr;
    std::array<sbe::Section, 2> sections_{};
};

/// Fills a NoFills.
class ExecutionReportTradeOutright::NoFills::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_fill_px(const Price& value) noexcept {
        sbe::Composite<Price>::store(block_ + 0, value);
    }
    void store_fill_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 8, value);
    }
    void store_fill_exec_id(std::string_view value) noexcept {
        sbe::Text<2>::store(block_ + 12, value);
    }
    void store_fill_yield_type(std::uint8_t value) noexcept {
        Uint8::store(block_ + 14, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

/// Fills a NoOrderEvents.
class ExecutionReportTradeOutright::NoOrderEvents::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_order_event_px(const Price& value) noexcept {
        sbe::Composite<Price>::store(block_ + 0, value);
    }
    void store_order_event_text(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 8, value);
    }
    void store_order_event_exec_id(std::uint32_t value) noexcept {
        Uint32::store(block_ + 13, value);
    }
    void store_order_event_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 17, value);
    }
    void store_order_event_type(OrderEventType value) noexcept {
        sbe::EnumField<OrderEventType, Uint8>::store(block_ + 21, value);
    }
    void store_order_event_reason(std::uint8_t value) noexcept {
        Uint8::store(block_ + 22, value);
    }
    void store_contra_gross_trade_amt(const DecimalOptional& value) noexcept {
        sbe::Composite<DecimalOptional>::store(block_ + 23, value);
    }
    void store_contra_calculated_ccy_last_qty(const DecimalOptional& value) noexcept {
        sbe::Composite<DecimalOptional>::store(block_ + 32, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

/// Fills a ExecutionReportTradeOutright.
class ExecutionReportTradeOutright::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 0, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 4, value);
    }
    void store_exec_id(std::string_view value) noexcept {
        sbe::Text<40>::store(block_ + 12, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 52, value);
    }
    void store_cl_ord_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 72, value);
    }
    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 92, value);
    }
    void store_last_px(const Price& value) noexcept {
        sbe::Composite<Price>::store(block_ + 100, value);
    }
    void store_order_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 108, value);
    }
    void store_price(const Price& value) noexcept {
        sbe::Composite<Price>::store(block_ + 116, value);
    }
    void store_stop_px(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 124, value);
    }
    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 132, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 140, value);
    }
    void store_order_request_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 148, value);
    }
    void store_sec_exec_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 156, value);
    }
    void store_cross_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 164, value);
    }
    void store_host_cross_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 172, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 180, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 185, value);
    }
    void store_order_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 189, value);
    }
    void store_last_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 193, value);
    }
    void store_cum_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 197, value);
    }
    void store_md_trade_entry_id(std::uint32_t value) noexcept {
        Uint32::store(block_ + 201, value);
    }
    void store_side_trade_id(std::uint32_t value) noexcept {
        Uint32::store(block_ + 205, value);
    }
    void store_trade_link_id(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 209, value);
    }
    void store_leaves_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 213, value);
    }
    void store_trade_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 217, value);
    }
    void store_expire_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 219, value);
    }
    void store_ord_status(OrderStatusTrade value) noexcept {
        sbe::EnumField<OrderStatusTrade, Uint8>::store(block_ + 221, value);
    }
    void store_ord_type(OrderType value) noexcept {
        sbe::EnumField<OrderType, Char>::store(block_ + 222, value);
    }
    void store_side(Side value) noexcept {
        sbe::EnumField<Side, Uint8>::store(block_ + 223, value);
    }
    void store_time_in_force(TimeInForce value) noexcept {
        sbe::EnumField<TimeInForce, Uint8>::store(block_ + 224, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 225, value);
    }
    void store_poss_retrans_flag(BooleanFlag value) noexcept {
        sbe::EnumField<BooleanFlag, Uint8>::store(block_ + 226, value);
    }
    void store_aggressor_indicator(BooleanFlag value) noexcept {
        sbe::EnumField<BooleanFlag, Uint8>::store(block_ + 227, value);
    }
    void store_cross_type(std::optional<std::uint8_t> value) noexcept {
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block_ + 228, value);
    }
    void store_exec_inst(ExecInst value) noexcept {
        sbe::SetField<ExecInst, Uint8>::store(block_ + 229, value);
    }
    void store_execution_mode(ExecutionMode value) noexcept {
        sbe::EnumField<ExecutionMode, Char>::store(block_ + 230, value);
    }
    void store_liquidity_flag(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 231, value);
    }
    void store_managed_order(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 232, value);
    }
    void store_short_sale_type(ShortSaleType value) noexcept {
        sbe::EnumField<ShortSaleType, Uint8>::store(block_ + 233, value);
    }
    void store_ownership(std::uint8_t value) noexcept {
        Uint8::store(block_ + 234, value);
    }
    void store_discretion_price(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 235, value);
    }
    void store_trd_type(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 243, value);
    }
    void store_exec_restatement_reason(ExecReason value) noexcept {
        sbe::EnumField<ExecReason, Uint8>::store(block_ + 245, value);
    }
    void store_settl_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 246, value);
    }
    void store_maturity_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 248, value);
    }
    void store_calculated_ccy_last_qty(const DecimalOptional& value) noexcept {
        sbe::Composite<DecimalOptional>::store(block_ + 250, value);
    }
    void store_gross_trade_amt(const DecimalOptional& value) noexcept {
        sbe::Composite<DecimalOptional>::store(block_ + 259, value);
    }
    void store_benchmark_price(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 268, value);
    }

    /// `count` entries; fill(encoder, index) for each.
    template <class Fill>
    void put_no_fills(std::size_t count, Fill&& fill) noexcept {
        if (enter(0)) {
            output_.put_group<NoFills, GroupSize>(count, fill);
        }
    }

    /// `count` entries; fill(encoder, index) for each.
    template <class Fill>
    void put_no_order_events(std::size_t count, Fill&& fill) noexcept {
        if (enter(1)) {
            output_.put_group<NoOrderEvents, GroupSize>(count, fill);
        }
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept { (void)enter(2); }

  private:
    /// The parts before this one that are not written are empty.
    [[nodiscard]] bool enter(unsigned part) noexcept {
        if (part < next_) {
            output_.refuse(sbe::EncodeStatus::OutOfOrder);
            return false;
        }
        if (next_ <= 0 && part > 0) {
            output_.put_empty_group<NoFills, GroupSize>();
        }
        if (next_ <= 1 && part > 1) {
            output_.put_empty_group<NoOrderEvents, GroupSize>();
        }
        next_ = part + 1;
        return output_.is_ok();
    }

    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
    unsigned next_ = 0;  ///< the first part that is not written
};

template <class Fill>
sbe::Encoded ExecutionReportTradeOutright::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class OrderMassActionRequest {
  public:
    static constexpr std::uint16_t kTemplateId = 529;
    static constexpr std::string_view kName = "OrderMassActionRequest";
    static constexpr std::size_t kBlockLength = 71;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 71;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_order_request_id() const noexcept {
        return Uint64::load(block_ + 8);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 16);
    }
    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 17);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 21);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 41);
    }
    [[nodiscard]] std::string_view load_security_group() const noexcept {
        return sbe::Text<6>::load(block_ + 49);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 55);
    }
    [[nodiscard]] std::optional<std::int32_t> load_security_id() const noexcept {
        return sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::load(block_ + 60);
    }
    [[nodiscard]] MassActionScope load_mass_action_scope() const noexcept {
        return sbe::EnumField<MassActionScope, Uint8>::load(block_ + 64);
    }
    [[nodiscard]] std::optional<std::uint8_t> load_market_segment_id() const noexcept {
        return sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::load(block_ + 65);
    }
    [[nodiscard]] std::optional<std::uint8_t> load_mass_cancel_request_type() const noexcept {
        return sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::load(block_ + 66);
    }
    [[nodiscard]] SideOptional load_side() const noexcept {
        return sbe::EnumField<SideOptional, Uint8>::load(block_ + 67);
    }
    [[nodiscard]] MassActionOrdType load_ord_type() const noexcept {
        return sbe::EnumField<MassActionOrdType, Char>::load(block_ + 68);
    }
    [[nodiscard]] TimeInForce load_time_in_force() const noexcept {
        return sbe::EnumField<TimeInForce, Uint8>::load(block_ + 69);
    }
    [[nodiscard]] BooleanOptional load_liquidity_flag() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 70);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("OrderRequestID", load_order_request_id());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("SeqNum", load_seq_num());
        visit("SenderID", load_sender_id());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("SecurityGroup", load_security_group());
        visit("Location", load_location());
        visit("SecurityID", load_security_id());
        visit("MassActionScope", load_mass_action_scope());
        visit("MarketSegmentID", load_market_segment_id());
        visit("MassCancelRequestType", load_mass_cancel_request_type());
        visit("Side", load_side());
        visit("OrdType", load_ord_type());
        visit("TimeInForce", load_time_in_force());
        visit("LiquidityFlag", load_liquidity_flag());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block + 60, std::nullopt);
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block + 65, std::nullopt);
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block + 66, std::nullopt);
        sbe::EnumField<SideOptional, Uint8>::store(block + 67, SideOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<MassActionOrdType, Char>::store(block + 68, MassActionOrdType{static_cast<char>(0)});
        sbe::EnumField<TimeInForce, Uint8>::store(block + 69, TimeInForce{static_cast<std::uint8_t>(255)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 70, BooleanOptional{static_cast<std::uint8_t>(255)});
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a OrderMassActionRequest.
class OrderMassActionRequest::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_order_request_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 8, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 16, value);
    }
    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 17, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 21, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 41, value);
    }
    void store_security_group(std::string_view value) noexcept {
        sbe::Text<6>::store(block_ + 49, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 55, value);
    }
    void store_security_id(std::optional<std::int32_t> value) noexcept {
        sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block_ + 60, value);
    }
    void store_mass_action_scope(MassActionScope value) noexcept {
        sbe::EnumField<MassActionScope, Uint8>::store(block_ + 64, value);
    }
    void store_market_segment_id(std::optional<std::uint8_t> value) noexcept {
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block_ + 65, value);
    }
    void store_mass_cancel_request_type(std::optional<std::uint8_t> value) noexcept {
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block_ + 66, value);
    }
    void store_side(SideOptional value) noexcept {
        sbe::EnumField<SideOptional, Uint8>::store(block_ + 67, value);
    }
    void store_ord_type(MassActionOrdType value) noexcept {
        sbe::EnumField<MassActionOrdType, Char>::store(block_ + 68, value);
    }
    void store_time_in_force(TimeInForce value) noexcept {
        sbe::EnumField<TimeInForce, Uint8>::store(block_ + 69, value);
    }
    void store_liquidity_flag(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 70, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded OrderMassActionRequest::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class OrderMassStatusRequest {
  public:
    static constexpr std::uint16_t kTemplateId = 530;
    static constexpr std::string_view kName = "OrderMassStatusRequest";
    static constexpr std::size_t kBlockLength = 68;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 68;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_mass_status_req_id() const noexcept {
        return Uint64::load(block_ + 8);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 16);
    }
    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 17);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 21);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 41);
    }
    [[nodiscard]] std::string_view load_security_group() const noexcept {
        return sbe::Text<6>::load(block_ + 49);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 55);
    }
    [[nodiscard]] std::optional<std::int32_t> load_security_id() const noexcept {
        return sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::load(block_ + 60);
    }
    [[nodiscard]] MassStatusReqType load_mass_status_req_type() const noexcept {
        return sbe::EnumField<MassStatusReqType, Uint8>::load(block_ + 64);
    }
    [[nodiscard]] OrdStatusReqType load_ord_status_req_type() const noexcept {
        return sbe::EnumField<OrdStatusReqType, Uint8>::load(block_ + 65);
    }
    [[nodiscard]] TimeInForce load_time_in_force() const noexcept {
        return sbe::EnumField<TimeInForce, Uint8>::load(block_ + 66);
    }
    [[nodiscard]] std::optional<std::uint8_t> load_market_segment_id() const noexcept {
        return sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::load(block_ + 67);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("MassStatusReqID", load_mass_status_req_id());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("SeqNum", load_seq_num());
        visit("SenderID", load_sender_id());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("SecurityGroup", load_security_group());
        visit("Location", load_location());
        visit("SecurityID", load_security_id());
        visit("MassStatusReqType", load_mass_status_req_type());
        visit("OrdStatusReqType", load_ord_status_req_type());
        visit("TimeInForce", load_time_in_force());
        visit("MarketSegmentID", load_market_segment_id());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block + 60, std::nullopt);
        sbe::EnumField<OrdStatusReqType, Uint8>::store(block + 65, OrdStatusReqType{static_cast<std::uint8_t>(255)});
        sbe::EnumField<TimeInForce, Uint8>::store(block + 66, TimeInForce{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block + 67, std::nullopt);
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a OrderMassStatusRequest.
class OrderMassStatusRequest::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_mass_status_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 8, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 16, value);
    }
    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 17, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 21, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 41, value);
    }
    void store_security_group(std::string_view value) noexcept {
        sbe::Text<6>::store(block_ + 49, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 55, value);
    }
    void store_security_id(std::optional<std::int32_t> value) noexcept {
        sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block_ + 60, value);
    }
    void store_mass_status_req_type(MassStatusReqType value) noexcept {
        sbe::EnumField<MassStatusReqType, Uint8>::store(block_ + 64, value);
    }
    void store_ord_status_req_type(OrdStatusReqType value) noexcept {
        sbe::EnumField<OrdStatusReqType, Uint8>::store(block_ + 65, value);
    }
    void store_time_in_force(TimeInForce value) noexcept {
        sbe::EnumField<TimeInForce, Uint8>::store(block_ + 66, value);
    }
    void store_market_segment_id(std::optional<std::uint8_t> value) noexcept {
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block_ + 67, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded OrderMassStatusRequest::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class ExecutionReportModify {
  public:
    static constexpr std::uint16_t kTemplateId = 531;
    static constexpr std::string_view kName = "ExecutionReportModify";
    static constexpr std::size_t kBlockLength = 225;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        if (version >= 6) {
            return 225;
        }
        return 217;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 4);
    }
    [[nodiscard]] std::string_view load_exec_id() const noexcept {
        return sbe::Text<40>::load(block_ + 12);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 52);
    }
    [[nodiscard]] std::string_view load_cl_ord_id() const noexcept {
        return sbe::Text<20>::load(block_ + 72);
    }
    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 92);
    }
    [[nodiscard]] std::uint64_t load_order_id() const noexcept {
        return Uint64::load(block_ + 100);
    }
    [[nodiscard]] const Price& load_price() const noexcept {
        return sbe::Composite<Price>::load(block_ + 108);
    }
    [[nodiscard]] const PriceOptional& load_stop_px() const noexcept {
        return sbe::Composite<PriceOptional>::load(block_ + 116);
    }
    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 124);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 132);
    }
    [[nodiscard]] std::uint64_t load_order_request_id() const noexcept {
        return Uint64::load(block_ + 140);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_cross_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 148);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_host_cross_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 156);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 164);
    }
    [[nodiscard]] std::int32_t load_security_id() const noexcept {
        return Int32::load(block_ + 169);
    }
    [[nodiscard]] std::uint32_t load_order_qty() const noexcept {
        return Uint32::load(block_ + 173);
    }
    [[nodiscard]] std::uint32_t load_cum_qty() const noexcept {
        return Uint32::load(block_ + 177);
    }
    [[nodiscard]] std::uint32_t load_leaves_qty() const noexcept {
        return Uint32::load(block_ + 181);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_min_qty() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 185);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_display_qty() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 189);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_expire_date() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 193);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_delay_duration() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 195);
    }
    [[nodiscard]] OrderType load_ord_type() const noexcept {
        return sbe::EnumField<OrderType, Char>::load(block_ + 197);
    }
    [[nodiscard]] Side load_side() const noexcept {
        return sbe::EnumField<Side, Uint8>::load(block_ + 198);
    }
    [[nodiscard]] TimeInForce load_time_in_force() const noexcept {
        return sbe::EnumField<TimeInForce, Uint8>::load(block_ + 199);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 200);
    }
    [[nodiscard]] BooleanFlag load_poss_retrans_flag() const noexcept {
        return sbe::EnumField<BooleanFlag, Uint8>::load(block_ + 201);
    }
    [[nodiscard]] SplitMsg load_split_msg() const noexcept {
        return sbe::EnumField<SplitMsg, Uint8>::load(block_ + 202);
    }
    [[nodiscard]] std::optional<std::uint8_t> load_cross_type() const noexcept {
        return sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::load(block_ + 203);
    }
    [[nodiscard]] ExecInst load_exec_inst() const noexcept {
        return sbe::SetField<ExecInst, Uint8>::load(block_ + 204);
    }
    [[nodiscard]] ExecutionMode load_execution_mode() const noexcept {
        return sbe::EnumField<ExecutionMode, Char>::load(block_ + 205);
    }
    [[nodiscard]] BooleanOptional load_liquidity_flag() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 206);
    }
    [[nodiscard]] BooleanOptional load_managed_order() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 207);
    }
    [[nodiscard]] ShortSaleType load_short_sale_type() const noexcept {
        return sbe::EnumField<ShortSaleType, Uint8>::load(block_ + 208);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_delay_to_time() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 209);
    }
    /// Since version 6; null before.
    [[nodiscard]] const PriceOptional* load_discretion_price() const noexcept {
        return version_ < 6 ? nullptr : &sbe::Composite<PriceOptional>::load(block_ + 217);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("SeqNum", load_seq_num());
        visit("UUID", load_uuid());
        visit("ExecID", load_exec_id());
        visit("SenderID", load_sender_id());
        visit("ClOrdID", load_cl_ord_id());
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("OrderID", load_order_id());
        visit("Price", load_price());
        visit("StopPx", load_stop_px());
        visit("TransactTime", load_transact_time());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("OrderRequestID", load_order_request_id());
        visit("CrossID", load_cross_id());
        visit("HostCrossID", load_host_cross_id());
        visit("Location", load_location());
        visit("SecurityID", load_security_id());
        visit("OrderQty", load_order_qty());
        visit("CumQty", load_cum_qty());
        visit("LeavesQty", load_leaves_qty());
        visit("MinQty", load_min_qty());
        visit("DisplayQty", load_display_qty());
        visit("ExpireDate", load_expire_date());
        visit("DelayDuration", load_delay_duration());
        visit("OrdType", load_ord_type());
        visit("Side", load_side());
        visit("TimeInForce", load_time_in_force());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("PossRetransFlag", load_poss_retrans_flag());
        visit("SplitMsg", load_split_msg());
        visit("CrossType", load_cross_type());
        visit("ExecInst", load_exec_inst());
        visit("ExecutionMode", load_execution_mode());
        visit("LiquidityFlag", load_liquidity_flag());
        visit("ManagedOrder", load_managed_order());
        visit("ShortSaleType", load_short_sale_type());
        visit("DelayToTime", load_delay_to_time());
        visit("DiscretionPrice", load_discretion_price());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Composite<PriceOptional>::store(block + 116, PriceOptional());
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 148, std::nullopt);
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 156, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 185, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 189, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 193, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 195, std::nullopt);
        sbe::EnumField<OrderType, Char>::store(block + 197, OrderType{static_cast<char>(0)});
        sbe::EnumField<TimeInForce, Uint8>::store(block + 199, TimeInForce{static_cast<std::uint8_t>(255)});
        sbe::EnumField<SplitMsg, Uint8>::store(block + 202, SplitMsg{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block + 203, std::nullopt);
        sbe::EnumField<ExecutionMode, Char>::store(block + 205, ExecutionMode{static_cast<char>(0)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 206, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 207, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<ShortSaleType, Uint8>::store(block + 208, ShortSaleType{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 209, std::nullopt);
        sbe::Composite<PriceOptional>::store(block + 217, PriceOptional());
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a ExecutionReportModify.
class ExecutionReportModify::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 0, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 4, value);
    }
    void store_exec_id(std::string_view value) noexcept {
        sbe::Text<40>::store(block_ + 12, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 52, value);
    }
    void store_cl_ord_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 72, value);
    }
    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 92, value);
    }
    void store_order_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 100, value);
    }
    void store_price(const Price& value) noexcept {
        sbe::Composite<Price>::store(block_ + 108, value);
    }
    void store_stop_px(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 116, value);
    }
    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 124, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 132, value);
    }
    void store_order_request_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 140, value);
    }
    void store_cross_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 148, value);
    }
    void store_host_cross_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 156, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 164, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 169, value);
    }
    void store_order_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 173, value);
    }
    void store_cum_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 177, value);
    }
    void store_leaves_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 181, value);
    }
    void store_min_qty(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 185, value);
    }
    void store_display_qty(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 189, value);
    }
    void store_expire_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 193, value);
    }
    void store_delay_duration(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 195, value);
    }
    void store_ord_type(OrderType value) noexcept {
        sbe::EnumField<OrderType, Char>::store(block_ + 197, value);
    }
    void store_side(Side value) noexcept {
        sbe::EnumField<Side, Uint8>::store(block_ + 198, value);
    }
    void store_time_in_force(TimeInForce value) noexcept {
        sbe::EnumField<TimeInForce, Uint8>::store(block_ + 199, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 200, value);
    }
    void store_poss_retrans_flag(BooleanFlag value) noexcept {
        sbe::EnumField<BooleanFlag, Uint8>::store(block_ + 201, value);
    }
    void store_split_msg(SplitMsg value) noexcept {
        sbe::EnumField<SplitMsg, Uint8>::store(block_ + 202, value);
    }
    void store_cross_type(std::optional<std::uint8_t> value) noexcept {
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block_ + 203, value);
    }
    void store_exec_inst(ExecInst value) noexcept {
        sbe::SetField<ExecInst, Uint8>::store(block_ + 204, value);
    }
    void store_execution_mode(ExecutionMode value) noexcept {
        sbe::EnumField<ExecutionMode, Char>::store(block_ + 205, value);
    }
    void store_liquidity_flag(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 206, value);
    }
    void store_managed_order(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 207, value);
    }
    void store_short_sale_type(ShortSaleType value) noexcept {
        sbe::EnumField<ShortSaleType, Uint8>::store(block_ + 208, value);
    }
    void store_delay_to_time(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 209, value);
    }
    void store_discretion_price(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 217, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded ExecutionReportModify::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class ExecutionReportStatus {
  public:
    static constexpr std::uint16_t kTemplateId = 532;
    static constexpr std::string_view kName = "ExecutionReportStatus";
    static constexpr std::size_t kBlockLength = 488;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        if (version >= 6) {
            return 488;
        }
        return 480;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 4);
    }
    [[nodiscard]] std::string_view load_text() const noexcept {
        return sbe::Text<256>::load(block_ + 12);
    }
    [[nodiscard]] std::string_view load_exec_id() const noexcept {
        return sbe::Text<40>::load(block_ + 268);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 308);
    }
    [[nodiscard]] std::string_view load_cl_ord_id() const noexcept {
        return sbe::Text<20>::load(block_ + 328);
    }
    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 348);
    }
    [[nodiscard]] std::uint64_t load_order_id() const noexcept {
        return Uint64::load(block_ + 356);
    }
    [[nodiscard]] const PriceOptional& load_price() const noexcept {
        return sbe::Composite<PriceOptional>::load(block_ + 364);
    }
    [[nodiscard]] const PriceOptional& load_stop_px() const noexcept {
        return sbe::Composite<PriceOptional>::load(block_ + 372);
    }
    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 380);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 388);
    }
    [[nodiscard]] std::uint64_t load_order_request_id() const noexcept {
        return Uint64::load(block_ + 396);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_ord_status_req_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 404);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_mass_status_req_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 412);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_cross_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 420);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_host_cross_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 428);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 436);
    }
    [[nodiscard]] std::int32_t load_security_id() const noexcept {
        return Int32::load(block_ + 441);
    }
    [[nodiscard]] std::uint32_t load_order_qty() const noexcept {
        return Uint32::load(block_ + 445);
    }
    [[nodiscard]] std::uint32_t load_cum_qty() const noexcept {
        return Uint32::load(block_ + 449);
    }
    [[nodiscard]] std::uint32_t load_leaves_qty() const noexcept {
        return Uint32::load(block_ + 453);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_min_qty() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 457);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_display_qty() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 461);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_expire_date() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 465);
    }
    [[nodiscard]] OrderStatus load_ord_status() const noexcept {
        return sbe::EnumField<OrderStatus, Char>::load(block_ + 467);
    }
    [[nodiscard]] OrderType load_ord_type() const noexcept {
        return sbe::EnumField<OrderType, Char>::load(block_ + 468);
    }
    [[nodiscard]] Side load_side() const noexcept {
        return sbe::EnumField<Side, Uint8>::load(block_ + 469);
    }
    [[nodiscard]] TimeInForce load_time_in_force() const noexcept {
        return sbe::EnumField<TimeInForce, Uint8>::load(block_ + 470);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 471);
    }
    [[nodiscard]] BooleanFlag load_poss_retrans_flag() const noexcept {
        return sbe::EnumField<BooleanFlag, Uint8>::load(block_ + 472);
    }
    [[nodiscard]] BooleanOptional load_last_rpt_requested() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 473);
    }
    [[nodiscard]] std::optional<std::uint8_t> load_cross_type() const noexcept {
        return sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::load(block_ + 474);
    }
    [[nodiscard]] ExecInst load_exec_inst() const noexcept {
        return sbe::SetField<ExecInst, Uint8>::load(block_ + 475);
    }
    [[nodiscard]] ExecutionMode load_execution_mode() const noexcept {
        return sbe::EnumField<ExecutionMode, Char>::load(block_ + 476);
    }
    [[nodiscard]] BooleanOptional load_liquidity_flag() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 477);
    }
    [[nodiscard]] BooleanOptional load_managed_order() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 478);
    }
    [[nodiscard]] ShortSaleType load_short_sale_type() const noexcept {
        return sbe::EnumField<ShortSaleType, Uint8>::load(block_ + 479);
    }
    /// Since version 6; null before.
    [[nodiscard]] const PriceOptional* load_discretion_price() const noexcept {
        return version_ < 6 ? nullptr : &sbe::Composite<PriceOptional>::load(block_ + 480);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("SeqNum", load_seq_num());
        visit("UUID", load_uuid());
        visit("Text", load_text());
        visit("ExecID", load_exec_id());
        visit("SenderID", load_sender_id());
        visit("ClOrdID", load_cl_ord_id());
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("OrderID", load_order_id());
        visit("Price", load_price());
        visit("StopPx", load_stop_px());
        visit("TransactTime", load_transact_time());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("OrderRequestID", load_order_request_id());
        visit("OrdStatusReqID", load_ord_status_req_id());
        visit("MassStatusReqID", load_mass_status_req_id());
        visit("CrossID", load_cross_id());
        visit("HostCrossID", load_host_cross_id());
        visit("Location", load_location());
        visit("SecurityID", load_security_id());
        visit("OrderQty", load_order_qty());
        visit("CumQty", load_cum_qty());
        visit("LeavesQty", load_leaves_qty());
        visit("MinQty", load_min_qty());
        visit("DisplayQty", load_display_qty());
        visit("ExpireDate", load_expire_date());
        visit("OrdStatus", load_ord_status());
        visit("OrdType", load_ord_type());
        visit("Side", load_side());
        visit("TimeInForce", load_time_in_force());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("PossRetransFlag", load_poss_retrans_flag());
        visit("LastRptRequested", load_last_rpt_requested());
        visit("CrossType", load_cross_type());
        visit("ExecInst", load_exec_inst());
        visit("ExecutionMode", load_execution_mode());
        visit("LiquidityFlag", load_liquidity_flag());
        visit("ManagedOrder", load_managed_order());
        visit("ShortSaleType", load_short_sale_type());
        visit("DiscretionPrice", load_discretion_price());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Composite<PriceOptional>::store(block + 364, PriceOptional());
        sbe::Composite<PriceOptional>::store(block + 372, PriceOptional());
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 404, std::nullopt);
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 412, std::nullopt);
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 420, std::nullopt);
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 428, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 457, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 461, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 465, std::nullopt);
        sbe::EnumField<OrderType, Char>::store(block + 468, OrderType{static_cast<char>(0)});
        sbe::EnumField<TimeInForce, Uint8>::store(block + 470, TimeInForce{static_cast<std::uint8_t>(255)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 473, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block + 474, std::nullopt);
        sbe::EnumField<ExecutionMode, Char>::store(block + 476, ExecutionMode{static_cast<char>(0)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 477, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 478, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<ShortSaleType, Uint8>::store(block + 479, ShortSaleType{static_cast<std::uint8_t>(255)});
        sbe::Composite<PriceOptional>::store(block + 480, PriceOptional());
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a ExecutionReportStatus.
class ExecutionReportStatus::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 0, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 4, value);
    }
    void store_text(std::string_view value) noexcept {
        sbe::Text<256>::store(block_ + 12, value);
    }
    void store_exec_id(std::string_view value) noexcept {
        sbe::Text<40>::store(block_ + 268, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 308, value);
    }
    void store_cl_ord_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 328, value);
    }
    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 348, value);
    }
    void store_order_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 356, value);
    }
    void store_price(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 364, value);
    }
    void store_stop_px(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 372, value);
    }
    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 380, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 388, value);
    }
    void store_order_request_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 396, value);
    }
    void store_ord_status_req_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 404, value);
    }
    void store_mass_status_req_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 412, value);
    }
    void store_cross_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 420, value);
    }
    void store_host_cross_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 428, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 436, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 441, value);
    }
    void store_order_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 445, value);
    }
    void store_cum_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 449, value);
    }
    void store_leaves_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 453, value);
    }
    void store_min_qty(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 457, value);
    }
    void store_display_qty(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 461, value);
    }
    void store_expire_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 465, value);
    }
    void store_ord_status(OrderStatus value) noexcept {
        sbe::EnumField<OrderStatus, Char>::store(block_ + 467, value);
    }
    void store_ord_type(OrderType value) noexcept {
        sbe::EnumField<OrderType, Char>::store(block_ + 468, value);
    }
    void store_side(Side value) noexcept {
        sbe::EnumField<Side, Uint8>::store(block_ + 469, value);
    }
    void store_time_in_force(TimeInForce value) noexcept {
        sbe::EnumField<TimeInForce, Uint8>::store(block_ + 470, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 471, value);
    }
    void store_poss_retrans_flag(BooleanFlag value) noexcept {
        sbe::EnumField<BooleanFlag, Uint8>::store(block_ + 472, value);
    }
    void store_last_rpt_requested(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 473, value);
    }
    void store_cross_type(std::optional<std::uint8_t> value) noexcept {
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block_ + 474, value);
    }
    void store_exec_inst(ExecInst value) noexcept {
        sbe::SetField<ExecInst, Uint8>::store(block_ + 475, value);
    }
    void store_execution_mode(ExecutionMode value) noexcept {
        sbe::EnumField<ExecutionMode, Char>::store(block_ + 476, value);
    }
    void store_liquidity_flag(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 477, value);
    }
    void store_managed_order(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 478, value);
    }
    void store_short_sale_type(ShortSaleType value) noexcept {
        sbe::EnumField<ShortSaleType, Uint8>::store(block_ + 479, value);
    }
    void store_discretion_price(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 480, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded ExecutionReportStatus::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class OrderStatusRequest {
  public:
    static constexpr std::uint16_t kTemplateId = 533;
    static constexpr std::string_view kName = "OrderStatusRequest";
    static constexpr std::size_t kBlockLength = 62;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 62;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_ord_status_req_id() const noexcept {
        return Uint64::load(block_ + 8);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 16);
    }
    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 17);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 21);
    }
    [[nodiscard]] std::uint64_t load_order_id() const noexcept {
        return Uint64::load(block_ + 41);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 49);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 57);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("OrdStatusReqID", load_ord_status_req_id());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("SeqNum", load_seq_num());
        visit("SenderID", load_sender_id());
        visit("OrderID", load_order_id());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("Location", load_location());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a OrderStatusRequest.
class OrderStatusRequest::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_ord_status_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 8, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 16, value);
    }
    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 17, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 21, value);
    }
    void store_order_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 41, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 49, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 57, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded OrderStatusRequest::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class ExecutionReportCancel {
  public:
    static constexpr std::uint16_t kTemplateId = 534;
    static constexpr std::string_view kName = "ExecutionReportCancel";
    static constexpr std::size_t kBlockLength = 222;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        if (version >= 6) {
            return 222;
        }
        return 214;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 4);
    }
    [[nodiscard]] std::string_view load_exec_id() const noexcept {
        return sbe::Text<40>::load(block_ + 12);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 52);
    }
    [[nodiscard]] std::string_view load_cl_ord_id() const noexcept {
        return sbe::Text<20>::load(block_ + 72);
    }
    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 92);
    }
    [[nodiscard]] std::uint64_t load_order_id() const noexcept {
        return Uint64::load(block_ + 100);
    }
    [[nodiscard]] const Price& load_price() const noexcept {
        return sbe::Composite<Price>::load(block_ + 108);
    }
    [[nodiscard]] const PriceOptional& load_stop_px() const noexcept {
        return sbe::Composite<PriceOptional>::load(block_ + 116);
    }
    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 124);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 132);
    }
    [[nodiscard]] std::uint64_t load_order_request_id() const noexcept {
        return Uint64::load(block_ + 140);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_cross_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 148);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_host_cross_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 156);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 164);
    }
    [[nodiscard]] std::int32_t load_security_id() const noexcept {
        return Int32::load(block_ + 169);
    }
    [[nodiscard]] std::uint32_t load_order_qty() const noexcept {
        return Uint32::load(block_ + 173);
    }
    [[nodiscard]] std::uint32_t load_cum_qty() const noexcept {
        return Uint32::load(block_ + 177);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_min_qty() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 181);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_display_qty() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 185);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_expire_date() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 189);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_delay_duration() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 191);
    }
    [[nodiscard]] OrderType load_ord_type() const noexcept {
        return sbe::EnumField<OrderType, Char>::load(block_ + 193);
    }
    [[nodiscard]] Side load_side() const noexcept {
        return sbe::EnumField<Side, Uint8>::load(block_ + 194);
    }
    [[nodiscard]] TimeInForce load_time_in_force() const noexcept {
        return sbe::EnumField<TimeInForce, Uint8>::load(block_ + 195);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 196);
    }
    [[nodiscard]] BooleanFlag load_poss_retrans_flag() const noexcept {
        return sbe::EnumField<BooleanFlag, Uint8>::load(block_ + 197);
    }
    [[nodiscard]] SplitMsg load_split_msg() const noexcept {
        return sbe::EnumField<SplitMsg, Uint8>::load(block_ + 198);
    }
    [[nodiscard]] ExecReason load_exec_restatement_reason() const noexcept {
        return sbe::EnumField<ExecReason, Uint8>::load(block_ + 199);
    }
    [[nodiscard]] std::optional<std::uint8_t> load_cross_type() const noexcept {
        return sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::load(block_ + 200);
    }
    [[nodiscard]] ExecInst load_exec_inst() const noexcept {
        return sbe::SetField<ExecInst, Uint8>::load(block_ + 201);
    }
    [[nodiscard]] ExecutionMode load_execution_mode() const noexcept {
        return sbe::EnumField<ExecutionMode, Char>::load(block_ + 202);
    }
    [[nodiscard]] BooleanOptional load_liquidity_flag() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 203);
    }
    [[nodiscard]] BooleanOptional load_managed_order() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 204);
    }
    [[nodiscard]] ShortSaleType load_short_sale_type() const noexcept {
        return sbe::EnumField<ShortSaleType, Uint8>::load(block_ + 205);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_delay_to_time() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 206);
    }
    /// Since version 6; null before.
    [[nodiscard]] const PriceOptional* load_discretion_price() const noexcept {
        return version_ < 6 ? nullptr : &sbe::Composite<PriceOptional>::load(block_ + 214);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("SeqNum", load_seq_num());
        visit("UUID", load_uuid());
        visit("ExecID", load_exec_id());
        visit("SenderID", load_sender_id());
        visit("ClOrdID", load_cl_ord_id());
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("OrderID", load_order_id());
        visit("Price", load_price());
        visit("StopPx", load_stop_px());
        visit("TransactTime", load_transact_time());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("OrderRequestID", load_order_request_id());
        visit("CrossID", load_cross_id());
        visit("HostCrossID", load_host_cross_id());
        visit("Location", load_location());
        visit("SecurityID", load_security_id());
        visit("OrderQty", load_order_qty());
        visit("CumQty", load_cum_qty());
        visit("MinQty", load_min_qty());
        visit("DisplayQty", load_display_qty());
        visit("ExpireDate", load_expire_date());
        visit("DelayDuration", load_delay_duration());
        visit("OrdType", load_ord_type());
        visit("Side", load_side());
        visit("TimeInForce", load_time_in_force());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("PossRetransFlag", load_poss_retrans_flag());
        visit("SplitMsg", load_split_msg());
        visit("ExecRestatementReason", load_exec_restatement_reason());
        visit("CrossType", load_cross_type());
        visit("ExecInst", load_exec_inst());
        visit("ExecutionMode", load_execution_mode());
        visit("LiquidityFlag", load_liquidity_flag());
        visit("ManagedOrder", load_managed_order());
        visit("ShortSaleType", load_short_sale_type());
        visit("DelayToTime", load_delay_to_time());
        visit("DiscretionPrice", load_discretion_price());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Composite<PriceOptional>::store(block + 116, PriceOptional());
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 148, std::nullopt);
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 156, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 181, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 185, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 189, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 191, std::nullopt);
        sbe::EnumField<OrderType, Char>::store(block + 193, OrderType{static_cast<char>(0)});
        sbe::EnumField<TimeInForce, Uint8>::store(block + 195, TimeInForce{static_cast<std::uint8_t>(255)});
        sbe::EnumField<SplitMsg, Uint8>::store(block + 198, SplitMsg{static_cast<std::uint8_t>(255)});
        sbe::EnumField<ExecReason, Uint8>::store(block + 199, ExecReason{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block + 200, std::nullopt);
        sbe::EnumField<ExecutionMode, Char>::store(block + 202, ExecutionMode{static_cast<char>(0)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 203, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 204, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<ShortSaleType, Uint8>::store(block + 205, ShortSaleType{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 206, std::nullopt);
        sbe::Composite<PriceOptional>::store(block + 214, PriceOptional());
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a ExecutionReportCancel.
class ExecutionReportCancel::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 0, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 4, value);
    }
    void store_exec_id(std::string_view value) noexcept {
        sbe::Text<40>::store(block_ + 12, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 52, value);
    }
    void store_cl_ord_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 72, value);
    }
    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 92, value);
    }
    void store_order_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 100, value);
    }
    void store_price(const Price& value) noexcept {
        sbe::Composite<Price>::store(block_ + 108, value);
    }
    void store_stop_px(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 116, value);
    }
    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 124, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 132, value);
    }
    void store_order_request_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 140, value);
    }
    void store_cross_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 148, value);
    }
    void store_host_cross_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 156, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 164, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 169, value);
    }
    void store_order_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 173, value);
    }
    void store_cum_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 177, value);
    }
    void store_min_qty(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 181, value);
    }
    void store_display_qty(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 185, value);
    }
    void store_expire_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 189, value);
    }
    void store_delay_duration(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 191, value);
    }
    void store_ord_type(OrderType value) noexcept {
        sbe::EnumField<OrderType, Char>::store(block_ + 193, value);
    }
    void store_side(Side value) noexcept {
        sbe::EnumField<Side, Uint8>::store(block_ + 194, value);
    }
    void store_time_in_force(TimeInForce value) noexcept {
        sbe::EnumField<TimeInForce, Uint8>::store(block_ + 195, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 196, value);
    }
    void store_poss_retrans_flag(BooleanFlag value) noexcept {
        sbe::EnumField<BooleanFlag, Uint8>::store(block_ + 197, value);
    }
    void store_split_msg(SplitMsg value) noexcept {
        sbe::EnumField<SplitMsg, Uint8>::store(block_ + 198, value);
    }
    void store_exec_restatement_reason(ExecReason value) noexcept {
        sbe::EnumField<ExecReason, Uint8>::store(block_ + 199, value);
    }
    void store_cross_type(std::optional<std::uint8_t> value) noexcept {
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block_ + 200, value);
    }
    void store_exec_inst(ExecInst value) noexcept {
        sbe::SetField<ExecInst, Uint8>::store(block_ + 201, value);
    }
    void store_execution_mode(ExecutionMode value) noexcept {
        sbe::EnumField<ExecutionMode, Char>::store(block_ + 202, value);
    }
    void store_liquidity_flag(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 203, value);
    }
    void store_managed_order(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 204, value);
    }
    void store_short_sale_type(ShortSaleType value) noexcept {
        sbe::EnumField<ShortSaleType, Uint8>::store(block_ + 205, value);
    }
    void store_delay_to_time(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 206, value);
    }
    void store_discretion_price(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 214, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded ExecutionReportCancel::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class OrderCancelReject {
  public:
    static constexpr std::uint16_t kTemplateId = 535;
    static constexpr std::string_view kName = "OrderCancelReject";
    static constexpr std::size_t kBlockLength = 409;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 409;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 4);
    }
    [[nodiscard]] std::string_view load_text() const noexcept {
        return sbe::Text<256>::load(block_ + 12);
    }
    [[nodiscard]] std::string_view load_exec_id() const noexcept {
        return sbe::Text<40>::load(block_ + 268);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 308);
    }
    [[nodiscard]] std::string_view load_cl_ord_id() const noexcept {
        return sbe::Text<20>::load(block_ + 328);
    }
    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 348);
    }
    [[nodiscard]] std::uint64_t load_order_id() const noexcept {
        return Uint64::load(block_ + 356);
    }
    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 364);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 372);
    }
    [[nodiscard]] std::uint64_t load_order_request_id() const noexcept {
        return Uint64::load(block_ + 380);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 388);
    }
    [[nodiscard]] std::uint16_t load_cxl_rej_reason() const noexcept {
        return Uint16::load(block_ + 393);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_delay_duration() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 395);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 397);
    }
    [[nodiscard]] BooleanFlag load_poss_retrans_flag() const noexcept {
        return sbe::EnumField<BooleanFlag, Uint8>::load(block_ + 398);
    }
    [[nodiscard]] SplitMsg load_split_msg() const noexcept {
        return sbe::EnumField<SplitMsg, Uint8>::load(block_ + 399);
    }
    [[nodiscard]] BooleanOptional load_liquidity_flag() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 400);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_delay_to_time() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 401);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("SeqNum", load_seq_num());
        visit("UUID", load_uuid());
        visit("Text", load_text());
        visit("ExecID", load_exec_id());
        visit("SenderID", load_sender_id());
        visit("ClOrdID", load_cl_ord_id());
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("OrderID", load_order_id());
        visit("TransactTime", load_transact_time());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("OrderRequestID", load_order_request_id());
        visit("Location", load_location());
        visit("CxlRejReason", load_cxl_rej_reason());
        visit("DelayDuration", load_delay_duration());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("PossRetransFlag", load_poss_retrans_flag());
        visit("SplitMsg", load_split_msg());
        visit("LiquidityFlag", load_liquidity_flag());
        visit("DelayToTime", load_delay_to_time());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 395, std::nullopt);
        sbe::EnumField<SplitMsg, Uint8>::store(block + 399, SplitMsg{static_cast<std::uint8_t>(255)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 400, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 401, std::nullopt);
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a OrderCancelReject.
class OrderCancelReject::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 0, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 4, value);
    }
    void store_text(std::string_view value) noexcept {
        sbe::Text<256>::store(block_ + 12, value);
    }
    void store_exec_id(std::string_view value) noexcept {
        sbe::Text<40>::store(block_ + 268, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 308, value);
    }
    void store_cl_ord_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 328, value);
    }
    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 348, value);
    }
    void store_order_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 356, value);
    }
    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 364, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 372, value);
    }
    void store_order_request_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 380, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 388, value);
    }
    void store_cxl_rej_reason(std::uint16_t value) noexcept {
        Uint16::store(block_ + 393, value);
    }
    void store_delay_duration(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 395, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 397, value);
    }
    void store_poss_retrans_flag(BooleanFlag value) noexcept {
        sbe::EnumField<BooleanFlag, Uint8>::store(block_ + 398, value);
    }
    void store_split_msg(SplitMsg value) noexcept {
        sbe::EnumField<SplitMsg, Uint8>::store(block_ + 399, value);
    }
    void store_liquidity_flag(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 400, value);
    }
    void store_delay_to_time(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 401, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded OrderCancelReject::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class OrderCancelReplaceReject {
  public:
    static constexpr std::uint16_t kTemplateId = 536;
    static constexpr std::string_view kName = "OrderCancelReplaceReject";
    static constexpr std::size_t kBlockLength = 409;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 409;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 4);
    }
    [[nodiscard]] std::string_view load_text() const noexcept {
        return sbe::Text<256>::load(block_ + 12);
    }
    [[nodiscard]] std::string_view load_exec_id() const noexcept {
        return sbe::Text<40>::load(block_ + 268);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 308);
    }
    [[nodiscard]] std::string_view load_cl_ord_id() const noexcept {
        return sbe::Text<20>::load(block_ + 328);
    }
    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 348);
    }
    [[nodiscard]] std::uint64_t load_order_id() const noexcept {
        return Uint64::load(block_ + 356);
    }
    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 364);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 372);
    }
    [[nodiscard]] std::uint64_t load_order_request_id() const noexcept {
        return Uint64::load(block_ + 380);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 388);
    }
    [[nodiscard]] std::uint16_t load_cxl_rej_reason() const noexcept {
        return Uint16::load(block_ + 393);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_delay_duration() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 395);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 397);
    }
    [[nodiscard]] BooleanFlag load_poss_retrans_flag() const noexcept {
        return sbe::EnumField<BooleanFlag, Uint8>::load(block_ + 398);
    }
    [[nodiscard]] SplitMsg load_split_msg() const noexcept {
        return sbe::EnumField<SplitMsg, Uint8>::load(block_ + 399);
    }
    [[nodiscard]] BooleanOptional load_liquidity_flag() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 400);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_delay_to_time() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 401);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("SeqNum", load_seq_num());
        visit("UUID", load_uuid());
        visit("Text", load_text());
        visit("ExecID", load_exec_id());
        visit("SenderID", load_sender_id());
        visit("ClOrdID", load_cl_ord_id());
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("OrderID", load_order_id());
        visit("TransactTime", load_transact_time());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("OrderRequestID", load_order_request_id());
        visit("Location", load_location());
        visit("CxlRejReason", load_cxl_rej_reason());
        visit("DelayDuration", load_delay_duration());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("PossRetransFlag", load_poss_retrans_flag());
        visit("SplitMsg", load_split_msg());
        visit("LiquidityFlag", load_liquidity_flag());
        visit("DelayToTime", load_delay_to_time());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 395, std::nullopt);
        sbe::EnumField<SplitMsg, Uint8>::store(block + 399, SplitMsg{static_cast<std::uint8_t>(255)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 400, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 401, std::nullopt);
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a OrderCancelReplaceReject.
class OrderCancelReplaceReject::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 0, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 4, value);
    }
    void store_text(std::string_view value) noexcept {
        sbe::Text<256>::store(block_ + 12, value);
    }
    void store_exec_id(std::string_view value) noexcept {
        sbe::Text<40>::store(block_ + 268, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 308, value);
    }
    void store_cl_ord_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 328, value);
    }
    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 348, value);
    }
    void store_order_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 356, value);
    }
    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 364, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 372, value);
    }
    void store_order_request_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 380, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 388, value);
    }
    void store_cxl_rej_reason(std::uint16_t value) noexcept {
        Uint16::store(block_ + 393, value);
    }
    void store_delay_duration(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 395, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 397, value);
    }
    void store_poss_retrans_flag(BooleanFlag value) noexcept {
        sbe::EnumField<BooleanFlag, Uint8>::store(block_ + 398, value);
    }
    void store_split_msg(SplitMsg value) noexcept {
        sbe::EnumField<SplitMsg, Uint8>::store(block_ + 399, value);
    }
    void store_liquidity_flag(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 400, value);
    }
    void store_delay_to_time(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 401, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded OrderCancelReplaceReject::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class ExecutionReportTradeAddendumOutright {
  public:
    static constexpr std::uint16_t kTemplateId = 548;
    static constexpr std::string_view kName = "ExecutionReportTradeAddendumOutright";
    static constexpr std::size_t kBlockLength = 222;
    static constexpr bool kIsFlat = false;

    class Encoder;

    class NoFills {
      public:
        static constexpr std::string_view kName = "NoFills";
        static constexpr std::size_t kBlockLength = 15;
        static constexpr bool kIsFlat = true;

        class Encoder;

        [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
            static_cast<void>(version);
            return 15;
        }

        [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
            block_ = block.at;
            version_ = block.version;
            return DecodeStatus::Ok;  // of a group whose length was checked
        }

        [[nodiscard]] const Price& load_fill_px() const noexcept {
            return sbe::Composite<Price>::load(block_ + 0);
        }
        [[nodiscard]] std::uint32_t load_fill_qty() const noexcept {
            return Uint32::load(block_ + 8);
        }
        [[nodiscard]] std::string_view load_fill_exec_id() const noexcept {
            return sbe::Text<2>::load(block_ + 12);
        }
        [[nodiscard]] std::uint8_t load_fill_yield_type() const noexcept {
            return Uint8::load(block_ + 14);
        }

        /// Calls visit(name, value) for each field, group and data, in the schema's order.
        void for_each_field(auto&& visit) const {
            visit("FillPx", load_fill_px());
            visit("FillQty", load_fill_qty());
            visit("FillExecID", load_fill_exec_id());
            visit("FillYieldType", load_fill_yield_type());
        }

        [[nodiscard]] std::uint32_t version() const noexcept { return version_; }

        /// A block whose optional fields are null and whose others are zero.
        static void clear(std::byte* block) noexcept {
            std::memset(block, 0, kBlockLength);
        }
        static void store_dimensions(GroupSize& dimensions, std::size_t count) noexcept {
            dimensions = GroupSize();
            dimensions.store_block_length(kBlockLength);
            dimensions.store_num_in_group(static_cast<std::uint8_t>(count));
        }

      private:
        [[maybe_unused]] const std::byte* block_ = nullptr;
        std::uint32_t version_ = 0;
    };
    using NoFillsGroup = sbe::Group<NoFills, GroupSize>;

    class NoOrderEvents {
      public:
        static constexpr std::string_view kName = "NoOrderEvents";
        static constexpr std::size_t kBlockLength = 45;
        static constexpr bool kIsFlat = true;

        class Encoder;

        [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
            static_cast<void>(version);
            return 45;
        }

        [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
            block_ = block.at;
            version_ = block.version;
            return DecodeStatus::Ok;  // of a group whose length was checked
        }

        [[nodiscard]] const Price& load_order_event_px() const noexcept {
            return sbe::Composite<Price>::load(block_ + 0);
        }
        [[nodiscard]] std::string_view load_order_event_text() const noexcept {
            return sbe::Text<5>::load(block_ + 8);
        }
        [[nodiscard]] std::uint32_t load_order_event_exec_id() const noexcept {
            return Uint32::load(block_ + 13);
        }
        [[nodiscard]] std::uint32_t load_order_event_qty() const noexcept {
            return Uint32::load(block_ + 17);
        }
        [[nodiscard]] OrderEventType load_order_event_type() const noexcept {
            return sbe::EnumField<OrderEventType, Uint8>::load(block_ + 21);
        }
        [[nodiscard]] std::uint8_t load_order_event_reason() const noexcept {
            return Uint8::load(block_ + 22);
        }
        [[nodiscard]] std::optional<std::uint32_t> load_original_order_event_exec_id() const noexcept {
            return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 23);
        }
        [[nodiscard]] const DecimalOptional& load_contra_gross_trade_amt() const noexcept {
            return sbe::Composite<DecimalOptional>::load(block_ + 27);
        }
        [[nodiscard]] const DecimalOptional& load_contra_calculated_ccy_last_qty() const noexcept {
            return sbe::Composite<DecimalOptional>::load(block_ + 36);
        }

        /// Calls visit(name, value) for each field, group and data, in the schema's order.
        void for_each_field(auto&& visit) const {
            visit("OrderEventPx", load_order_event_px());
            visit("OrderEventText", load_order_event_text());
            visit("OrderEventExecID", load_order_event_exec_id());
            visit("OrderEventQty", load_order_event_qty());
            visit("OrderEventType", load_order_event_type());
            visit("OrderEventReason", load_order_event_reason());
            visit("OriginalOrderEventExecID", load_original_order_event_exec_id());
            visit("ContraGrossTradeAmt", load_contra_gross_trade_amt());
            visit("ContraCalculatedCcyLastQty", load_contra_calculated_ccy_last_qty());
        }

        [[nodiscard]] std::uint32_t version() const noexcept { return version_; }

        /// A block whose optional fields are null and whose others are zero.
        static void clear(std::byte* block) noexcept {
            std::memset(block, 0, kBlockLength);
            sbe::EnumField<OrderEventType, Uint8>::store(block + 21, OrderEventType{static_cast<std::uint8_t>(255)});
            sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 23, std::nullopt);
            sbe::Composite<DecimalOptional>::store(block + 27, DecimalOptional());
            sbe::Composite<DecimalOptional>::store(block + 36, DecimalOptional());
        }
        static void store_dimensions(GroupSize& dimensions, std::size_t count) noexcept {
            dimensions = GroupSize();
            dimensions.store_block_length(kBlockLength);
            dimensions.store_num_in_group(static_cast<std::uint8_t>(count));
        }

      private:
        [[maybe_unused]] const std::byte* block_ = nullptr;
        std::uint32_t version_ = 0;
    };
    using NoOrderEventsGroup = sbe::Group<NoOrderEvents, GroupSize>;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 222;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard]] DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        message_end_ = block.end;
        if (status == DecodeStatus::Ok) {
            status = walk.group<NoFills, GroupSize>(0, sections_[0]);
        }
        if (status == DecodeStatus::Ok) {
            status = walk.group<NoOrderEvents, GroupSize>(0, sections_[1]);
        }
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 4);
    }
    [[nodiscard]] std::string_view load_exec_id() const noexcept {
        return sbe::Text<40>::load(block_ + 12);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 52);
    }
    [[nodiscard]] std::string_view load_cl_ord_id() const noexcept {
        return sbe::Text<20>::load(block_ + 72);
    }
    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 92);
    }
    [[nodiscard]] const Price& load_last_px() const noexcept {
        return sbe::Composite<Price>::load(block_ + 100);
    }
    [[nodiscard]] std::uint64_t load_order_id() const noexcept {
        return Uint64::load(block_ + 108);
    }
    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 116);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 124);
    }
    [[nodiscard]] std::uint64_t load_sec_exec_id() const noexcept {
        return Uint64::load(block_ + 132);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_orig_secondary_execution_id() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 140);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 148);
    }
    [[nodiscard]] std::int32_t load_security_id() const noexcept {
        return Int32::load(block_ + 153);
    }
    [[nodiscard]] std::uint32_t load_last_qty() const noexcept {
        return Uint32::load(block_ + 157);
    }
    [[nodiscard]] std::uint32_t load_side_trade_id() const noexcept {
        return Uint32::load(block_ + 161);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_orig_side_trade_id() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 165);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_trade_date() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 169);
    }
    [[nodiscard]] TradeAddendum load_ord_status() const noexcept {
        return sbe::EnumField<TradeAddendum, Char>::load(block_ + 171);
    }
    [[nodiscard]] TradeAddendum load_exec_type() const noexcept {
        return sbe::EnumField<TradeAddendum, Char>::load(block_ + 172);
    }
    [[nodiscard]] Side load_side() const noexcept {
        return sbe::EnumField<Side, Uint8>::load(block_ + 173);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 174);
    }
    [[nodiscard]] BooleanFlag load_poss_retrans_flag() const noexcept {
        return sbe::EnumField<BooleanFlag, Uint8>::load(block_ + 175);
    }
    [[nodiscard]] ExecInst load_exec_inst() const noexcept {
        return sbe::SetField<ExecInst, Uint8>::load(block_ + 176);
    }
    [[nodiscard]] ExecutionMode load_execution_mode() const noexcept {
        return sbe::EnumField<ExecutionMode, Char>::load(block_ + 177);
    }
    [[nodiscard]] BooleanOptional load_liquidity_flag() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 178);
    }
    [[nodiscard]] BooleanOptional load_managed_order() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 179);
    }
    [[nodiscard]] ShortSaleType load_short_sale_type() const noexcept {
        return sbe::EnumField<ShortSaleType, Uint8>::load(block_ + 180);
    }
    [[nodiscard]] const PriceOptional& load_discretion_price() const noexcept {
        return sbe::Composite<PriceOptional>::load(block_ + 181);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_trd_type() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 189);
    }
    [[nodiscard]] ExecReason load_exec_restatement_reason() const noexcept {
        return sbe::EnumField<ExecReason, Uint8>::load(block_ + 191);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_settl_date() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 192);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_maturity_date() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 194);
    }
    [[nodiscard]] const DecimalOptional& load_calculated_ccy_last_qty() const noexcept {
        return sbe::Composite<DecimalOptional>::load(block_ + 196);
    }
    [[nodiscard]] const DecimalOptional& load_gross_trade_amt() const noexcept {
        return sbe::Composite<DecimalOptional>::load(block_ + 205);
    }
    [[nodiscard]] const PriceOptional& load_benchmark_price() const noexcept {
        return sbe::Composite<PriceOptional>::load(block_ + 214);
    }
    [[nodiscard]] NoFillsGroup no_fills() const noexcept {
        return NoFillsGroup(sections_[0], message_end_, version_);
    }
    [[nodiscard]] NoOrderEventsGroup no_order_events() const noexcept {
        return NoOrderEventsGroup(sections_[1], message_end_, version_);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("SeqNum", load_seq_num());
        visit("UUID", load_uuid());
        visit("ExecID", load_exec_id());
        visit("SenderID", load_sender_id());
        visit("ClOrdID", load_cl_ord_id());
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("LastPx", load_last_px());
        visit("OrderID", load_order_id());
        visit("TransactTime", load_transact_time());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("SecExecID", load_sec_exec_id());
        visit("OrigSecondaryExecutionID", load_orig_secondary_execution_id());
        visit("Location", load_location());
        visit("SecurityID", load_security_id());
        visit("LastQty", load_last_qty());
        visit("SideTradeID", load_side_trade_id());
        visit("OrigSideTradeID", load_orig_side_trade_id());
        visit("TradeDate", load_trade_date());
        visit("OrdStatus", load_ord_status());
        visit("ExecType", load_exec_type());
        visit("Side", load_side());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("PossRetransFlag", load_poss_retrans_flag());
        visit("ExecInst", load_exec_inst());
        visit("ExecutionMode", load_execution_mode());
        visit("LiquidityFlag", load_liquidity_flag());
        visit("ManagedOrder", load_managed_order());
        visit("ShortSaleType", load_short_sale_type());
        visit("DiscretionPrice", load_discretion_price());
        visit("TrdType", load_trd_type());
        visit("ExecRestatementReason", load_exec_restatement_reason());
        visit("SettlDate", load_settl_date());
        visit("MaturityDate", load_maturity_date());
        visit("CalculatedCcyLastQty", load_calculated_ccy_last_qty());
        visit("GrossTradeAmt", load_gross_trade_amt());
        visit("BenchmarkPrice", load_benchmark_price());
        visit("NoFills", no_fills());
        visit("NoOrderEvents", no_order_events());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 140, std::nullopt);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 165, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 169, std::nullopt);
        sbe::EnumField<ExecutionMode, Char>::store(block + 177, ExecutionMode{static_cast<char>(0)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 178, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 179, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<ShortSaleType, Uint8>::store(block + 180, ShortSaleType{static_cast<std::uint8_t>(255)});
        sbe::Composite<PriceOptional>::store(block + 181, PriceOptional());
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 189, std::nullopt);
        sbe::EnumField<ExecReason, Uint8>::store(block + 191, ExecReason{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 192, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 194, std::nullopt);
        sbe::Composite<DecimalOptional>::store(block + 196, DecimalOptional());
        sbe::Composite<DecimalOptional>::store(block + 205, DecimalOptional());
        sbe::Composite<PriceOptional>::store(block + 214, PriceOptional());
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
    const std::byte* message_end_ = nullptr;
    std::array<sbe::Section, 2> sections_{};
};

/// Fills a NoFills.
class ExecutionReportTradeAddendumOutright::NoFills::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_fill_px(const Price& value) noexcept {
        sbe::Composite<Price>::store(block_ + 0, value);
    }
    void store_fill_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 8, value);
    }
    void store_fill_exec_id(std::string_view value) noexcept {
        sbe::Text<2>::store(block_ + 12, value);
    }
    void store_fill_yield_type(std::uint8_t value) noexcept {
        Uint8::store(block_ + 14, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

/// Fills a NoOrderEvents.
class ExecutionReportTradeAddendumOutright::NoOrderEvents::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_order_event_px(const Price& value) noexcept {
        sbe::Composite<Price>::store(block_ + 0, value);
    }
    void store_order_event_text(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 8, value);
    }
    void store_order_event_exec_id(std::uint32_t value) noexcept {
        Uint32::store(block_ + 13, value);
    }
    void store_order_event_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 17, value);
    }
    void store_order_event_type(OrderEventType value) noexcept {
        sbe::EnumField<OrderEventType, Uint8>::store(block_ + 21, value);
    }
    void store_order_event_reason(std::uint8_t value) noexcept {
        Uint8::store(block_ + 22, value);
    }
    void store_original_order_event_exec_id(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 23, value);
    }
    void store_contra_gross_trade_amt(const DecimalOptional& value) noexcept {
        sbe::Composite<DecimalOptional>::store(block_ + 27, value);
    }
    void store_contra_calculated_ccy_last_qty(const DecimalOptional& value) noexcept {
        sbe::Composite<DecimalOptional>::store(block_ + 36, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

/// Fills a ExecutionReportTradeAddendumOutright.
class ExecutionReportTradeAddendumOutright::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 0, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 4, value);
    }
    void store_exec_id(std::string_view value) noexcept {
        sbe::Text<40>::store(block_ + 12, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 52, value);
    }
    void store_cl_ord_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 72, value);
    }
    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 92, value);
    }
    void store_last_px(const Price& value) noexcept {
        sbe::Composite<Price>::store(block_ + 100, value);
    }
    void store_order_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 108, value);
    }
    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 116, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 124, value);
    }
    void store_sec_exec_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 132, value);
    }
    void store_orig_secondary_execution_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 140, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 148, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 153, value);
    }
    void store_last_qty(std::uint32_t value) noexcept {
        Uint32::store(block_ + 157, value);
    }
    void store_side_trade_id(std::uint32_t value) noexcept {
        Uint32::store(block_ + 161, value);
    }
    void store_orig_side_trade_id(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 165, value);
    }
    void store_trade_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 169, value);
    }
    void store_ord_status(TradeAddendum value) noexcept {
        sbe::EnumField<TradeAddendum, Char>::store(block_ + 171, value);
    }
    void store_exec_type(TradeAddendum value) noexcept {
        sbe::EnumField<TradeAddendum, Char>::store(block_ + 172, value);
    }
    void store_side(Side value) noexcept {
        sbe::EnumField<Side, Uint8>::store(block_ + 173, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 174, value);
    }
    void store_poss_retrans_flag(BooleanFlag value) noexcept {
        sbe::EnumField<BooleanFlag, Uint8>::store(block_ + 175, value);
    }
    void store_exec_inst(ExecInst value) noexcept {
        sbe::SetField<ExecInst, Uint8>::store(block_ + 176, value);
    }
    void store_execution_mode(ExecutionMode value) noexcept {
        sbe::EnumField<ExecutionMode, Char>::store(block_ + 177, value);
    }
    void store_liquidity_flag(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 178, value);
    }
    void store_managed_order(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 179, value);
    }
    void store_short_sale_type(ShortSaleType value) noexcept {
        sbe::EnumField<ShortSaleType, Uint8>::store(block_ + 180, value);
    }
    void store_discretion_price(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 181, value);
    }
    void store_trd_type(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 189, value);
    }
    void store_exec_restatement_reason(ExecReason value) noexcept {
        sbe::EnumField<ExecReason, Uint8>::store(block_ + 191, value);
    }
    void store_settl_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 192, value);
    }
    void store_maturity_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 194, value);
    }
    void store_calculated_ccy_last_qty(const DecimalOptional& value) noexcept {
        sbe::Composite<DecimalOptional>::store(block_ + 196, value);
    }
    void store_gross_trade_amt(const DecimalOptional& value) noexcept {
        sbe::Composite<DecimalOptional>::store(block_ + 205, value);
    }
    void store_benchmark_price(const PriceOptional& value) noexcept {
        sbe::Composite<PriceOptional>::store(block_ + 214, value);
    }

    /// `count` entries; fill(encoder, index) for each.
    template <class Fill>
    void put_no_fills(std::size_t count, Fill&& fill) noexcept {
        if (enter(0)) {
            output_.put_group<NoFills, GroupSize>(count, fill);
        }
    }

    /// `count` entries; fill(encoder, index) for each.
    template <class Fill>
    void put_no_order_events(std::size_t count, Fill&& fill) noexcept {
        if (enter(1)) {
            output_.put_group<NoOrderEvents, GroupSize>(count, fill);
        }
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept { (void)enter(2); }

  private:
    /// The parts before this one that are not written are empty.
    [[nodiscard]] bool enter(unsigned part) noexcept {
        if (part < next_) {
            output_.refuse(sbe::EncodeStatus::OutOfOrder);
            return false;
        }
        if (next_ <= 0 && part > 0) {
            output_.put_empty_group<NoFills, GroupSize>();
        }
        if (next_ <= 1 && part > 1) {
            output_.put_empty_group<NoOrderEvents, GroupSize>();
        }
        next_ = part + 1;
        return output_.is_ok();
    }

    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
    unsigned next_ = 0;  ///< the first part that is not written
};

template <class Fill>
sbe::Encoded ExecutionReportTradeAddendumOutright::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

class OrderMassActionReport {
  public:
    static constexpr std::uint16_t kTemplateId = 562;
    static constexpr std::string_view kName = "OrderMassActionReport";
    static constexpr std::size_t kBlockLength = 114;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 114;
    }

    /// Views a message with its header; any status but Ok: the view is not to be used.
    [[nodiscard]] DecodeStatus open(Bytes message) noexcept {
        sbe::Block block;
        const DecodeStatus status = open_header(message, block);
        if (status != DecodeStatus::Ok) {
            return status;
        }
        const auto type = MessageHeader::at(message.data()).load_template_id();
        return type == kTemplateId ? open(block) : DecodeStatus::UnknownType;
    }

    [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
        block_ = block.at;
        version_ = block.version;
        sbe::Walk walk;
        DecodeStatus status = walk.open(block, block_length_min(block.version));
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint32_t load_seq_num() const noexcept {
        return Uint32::load(block_ + 0);
    }
    [[nodiscard]] std::uint64_t load_uuid() const noexcept {
        return Uint64::load(block_ + 4);
    }
    [[nodiscard]] std::string_view load_sender_id() const noexcept {
        return sbe::Text<20>::load(block_ + 12);
    }
    [[nodiscard]] std::uint64_t load_party_details_list_req_id() const noexcept {
        return Uint64::load(block_ + 32);
    }
    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 40);
    }
    [[nodiscard]] std::uint64_t load_sending_time_epoch() const noexcept {
        return Uint64::load(block_ + 48);
    }
    [[nodiscard]] std::uint64_t load_order_request_id() const noexcept {
        return Uint64::load(block_ + 56);
    }
    [[nodiscard]] std::uint64_t load_mass_action_report_id() const noexcept {
        return Uint64::load(block_ + 64);
    }
    [[nodiscard]] std::string_view load_security_group() const noexcept {
        return sbe::Text<6>::load(block_ + 72);
    }
    [[nodiscard]] std::string_view load_location() const noexcept {
        return sbe::Text<5>::load(block_ + 78);
    }
    [[nodiscard]] std::optional<std::int32_t> load_security_id() const noexcept {
        return sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::load(block_ + 83);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_delay_duration() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 87);
    }
    [[nodiscard]] MassActionResponse load_mass_action_response() const noexcept {
        return sbe::EnumField<MassActionResponse, Uint8>::load(block_ + 89);
    }
    [[nodiscard]] ManualOrderIndicator load_manual_order_indicator() const noexcept {
        return sbe::EnumField<ManualOrderIndicator, Uint8>::load(block_ + 90);
    }
    [[nodiscard]] MassActionScope load_mass_action_scope() const noexcept {
        return sbe::EnumField<MassActionScope, Uint8>::load(block_ + 91);
    }
    [[nodiscard]] std::uint32_t load_total_affected_orders() const noexcept {
        return Uint32::load(block_ + 92);
    }
    [[nodiscard]] BooleanFlag load_last_fragment() const noexcept {
        return sbe::EnumField<BooleanFlag, Uint8>::load(block_ + 96);
    }
    [[nodiscard]] std::optional<std::uint8_t> load_mass_action_reject_reason() const noexcept {
        return sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::load(block_ + 97);
    }
    [[nodiscard]] std::optional<std::uint8_t> load_market_segment_id() const noexcept {
        return sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::load(block_ + 98);
    }
    [[nodiscard]] std::optional<std::uint8_t> load_mass_cancel_request_type() const noexcept {
        return sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::load(block_ + 99);
    }
    [[nodiscard]] SideOptional load_side() const noexcept {
        return sbe::EnumField<SideOptional, Uint8>::load(block_ + 100);
    }
    [[nodiscard]] MassActionOrdType load_ord_type() const noexcept {
        return sbe::EnumField<MassActionOrdType, Char>::load(block_ + 101);
    }
    [[nodiscard]] TimeInForce load_time_in_force() const noexcept {
        return sbe::EnumField<TimeInForce, Uint8>::load(block_ + 102);
    }
    [[nodiscard]] SplitMsg load_split_msg() const noexcept {
        return sbe::EnumField<SplitMsg, Uint8>::load(block_ + 103);
    }
    [[nodiscard]] BooleanOptional load_liquidity_flag() const noexcept {
        return sbe::EnumField<BooleanOptional, Uint8>::load(block_ + 104);
    }
    [[nodiscard]] BooleanFlag load_poss_retrans_flag() const noexcept {
        return sbe::EnumField<BooleanFlag, Uint8>::load(block_ + 105);
    }
    [[nodiscard]] std::optional<std::uint64_t> load_delay_to_time() const noexcept {
        return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 106);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("SeqNum", load_seq_num());
        visit("UUID", load_uuid());
        visit("SenderID", load_sender_id());
        visit("PartyDetailsListReqID", load_party_details_list_req_id());
        visit("TransactTime", load_transact_time());
        visit("SendingTimeEpoch", load_sending_time_epoch());
        visit("OrderRequestID", load_order_request_id());
        visit("MassActionReportID", load_mass_action_report_id());
        visit("SecurityGroup", load_security_group());
        visit("Location", load_location());
        visit("SecurityID", load_security_id());
        visit("DelayDuration", load_delay_duration());
        visit("MassActionResponse", load_mass_action_response());
        visit("ManualOrderIndicator", load_manual_order_indicator());
        visit("MassActionScope", load_mass_action_scope());
        visit("TotalAffectedOrders", load_total_affected_orders());
        visit("LastFragment", load_last_fragment());
        visit("MassActionRejectReason", load_mass_action_reject_reason());
        visit("MarketSegmentID", load_market_segment_id());
        visit("MassCancelRequestType", load_mass_cancel_request_type());
        visit("Side", load_side());
        visit("OrdType", load_ord_type());
        visit("TimeInForce", load_time_in_force());
        visit("SplitMsg", load_split_msg());
        visit("LiquidityFlag", load_liquidity_flag());
        visit("PossRetransFlag", load_poss_retrans_flag());
        visit("DelayToTime", load_delay_to_time());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block + 83, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 87, std::nullopt);
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block + 97, std::nullopt);
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block + 98, std::nullopt);
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block + 99, std::nullopt);
        sbe::EnumField<SideOptional, Uint8>::store(block + 100, SideOptional{static_cast<std::uint8_t>(255)});
        sbe::EnumField<MassActionOrdType, Char>::store(block + 101, MassActionOrdType{static_cast<char>(0)});
        sbe::EnumField<TimeInForce, Uint8>::store(block + 102, TimeInForce{static_cast<std::uint8_t>(255)});
        sbe::EnumField<SplitMsg, Uint8>::store(block + 103, SplitMsg{static_cast<std::uint8_t>(255)});
        sbe::EnumField<BooleanOptional, Uint8>::store(block + 104, BooleanOptional{static_cast<std::uint8_t>(255)});
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 106, std::nullopt);
    }
    /// Writes a message with its header into `room`: fill(encoder) stores its fields and puts
    /// its groups and data.
    template <class Fill>
    [[nodiscard]] static sbe::Encoded encode(MutableBytes room, Fill&& fill);

  private:
    [[maybe_unused]] const std::byte* block_ = nullptr;
    std::uint32_t version_ = 0;
    const std::byte* end_ = nullptr;
};

/// Fills a OrderMassActionReport.
class OrderMassActionReport::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_seq_num(std::uint32_t value) noexcept {
        Uint32::store(block_ + 0, value);
    }
    void store_uuid(std::uint64_t value) noexcept {
        Uint64::store(block_ + 4, value);
    }
    void store_sender_id(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 12, value);
    }
    void store_party_details_list_req_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 32, value);
    }
    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 40, value);
    }
    void store_sending_time_epoch(std::uint64_t value) noexcept {
        Uint64::store(block_ + 48, value);
    }
    void store_order_request_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 56, value);
    }
    void store_mass_action_report_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 64, value);
    }
    void store_security_group(std::string_view value) noexcept {
        sbe::Text<6>::store(block_ + 72, value);
    }
    void store_location(std::string_view value) noexcept {
        sbe::Text<5>::store(block_ + 78, value);
    }
    void store_security_id(std::optional<std::int32_t> value) noexcept {
        sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block_ + 83, value);
    }
    void store_delay_duration(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 87, value);
    }
    void store_mass_action_response(MassActionResponse value) noexcept {
        sbe::EnumField<MassActionResponse, Uint8>::store(block_ + 89, value);
    }
    void store_manual_order_indicator(ManualOrderIndicator value) noexcept {
        sbe::EnumField<ManualOrderIndicator, Uint8>::store(block_ + 90, value);
    }
    void store_mass_action_scope(MassActionScope value) noexcept {
        sbe::EnumField<MassActionScope, Uint8>::store(block_ + 91, value);
    }
    void store_total_affected_orders(std::uint32_t value) noexcept {
        Uint32::store(block_ + 92, value);
    }
    void store_last_fragment(BooleanFlag value) noexcept {
        sbe::EnumField<BooleanFlag, Uint8>::store(block_ + 96, value);
    }
    void store_mass_action_reject_reason(std::optional<std::uint8_t> value) noexcept {
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block_ + 97, value);
    }
    void store_market_segment_id(std::optional<std::uint8_t> value) noexcept {
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block_ + 98, value);
    }
    void store_mass_cancel_request_type(std::optional<std::uint8_t> value) noexcept {
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block_ + 99, value);
    }
    void store_side(SideOptional value) noexcept {
        sbe::EnumField<SideOptional, Uint8>::store(block_ + 100, value);
    }
    void store_ord_type(MassActionOrdType value) noexcept {
        sbe::EnumField<MassActionOrdType, Char>::store(block_ + 101, value);
    }
    void store_time_in_force(TimeInForce value) noexcept {
        sbe::EnumField<TimeInForce, Uint8>::store(block_ + 102, value);
    }
    void store_split_msg(SplitMsg value) noexcept {
        sbe::EnumField<SplitMsg, Uint8>::store(block_ + 103, value);
    }
    void store_liquidity_flag(BooleanOptional value) noexcept {
        sbe::EnumField<BooleanOptional, Uint8>::store(block_ + 104, value);
    }
    void store_poss_retrans_flag(BooleanFlag value) noexcept {
        sbe::EnumField<BooleanFlag, Uint8>::store(block_ + 105, value);
    }
    void store_delay_to_time(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 106, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded OrderMassActionReport::encode(MutableBytes room, Fill&& fill) {
    sbe::Output output(room);
    std::byte* const head = output.claim(MessageHeader::kLength + kBlockLength);
    if (head == nullptr) {
        return output.result();
    }
    MessageHeader& header = MessageHeader::at(head);
    header = MessageHeader();
    header.store_block_length(kBlockLength);
    header.store_template_id(kTemplateId);
    header.store_schema_id(kSchemaId);
    header.store_version(kVersion);
    std::byte* const block = head + MessageHeader::kLength;
    clear(block);
    Encoder encoder(block, output);
    fill(encoder);
    encoder.finish();
    return output.result();
}

/// Does nothing on every message. Derive from it and redefine the functions of those wanted.
struct NullListener {
    void on_negotiate(const Negotiate&) noexcept {}
    void on_negotiation_response(const NegotiationResponse&) noexcept {}
    void on_negotiation_reject(const NegotiationReject&) noexcept {}
    void on_establish(const Establish&) noexcept {}
    void on_establishment_ack(const EstablishmentAck&) noexcept {}
    void on_establishment_reject(const EstablishmentReject&) noexcept {}
    void on_sequence(const Sequence&) noexcept {}
    void on_terminate(const Terminate&) noexcept {}
    void on_retransmit_request(const RetransmitRequest&) noexcept {}
    void on_retransmission(const Retransmission&) noexcept {}
    void on_retransmit_reject(const RetransmitReject&) noexcept {}
    void on_not_applied(const NotApplied&) noexcept {}
    void on_new_order_single(const NewOrderSingle&) noexcept {}
    void on_order_cancel_replace_request(const OrderCancelReplaceRequest&) noexcept {}
    void on_order_cancel_request(const OrderCancelRequest&) noexcept {}
    void on_business_reject(const BusinessReject&) noexcept {}
    void on_execution_report_new(const ExecutionReportNew&) noexcept {}
    void on_execution_report_reject(const ExecutionReportReject&) noexcept {}
    void on_execution_report_elimination(const ExecutionReportElimination&) noexcept {}
    void on_execution_report_trade_outright(const ExecutionReportTradeOutright&) noexcept {}
    void on_order_mass_action_request(const OrderMassActionRequest&) noexcept {}
    void on_order_mass_status_request(const OrderMassStatusRequest&) noexcept {}
    void on_execution_report_modify(const ExecutionReportModify&) noexcept {}
    void on_execution_report_status(const ExecutionReportStatus&) noexcept {}
    void on_order_status_request(const OrderStatusRequest&) noexcept {}
    void on_execution_report_cancel(const ExecutionReportCancel&) noexcept {}
    void on_order_cancel_reject(const OrderCancelReject&) noexcept {}
    void on_order_cancel_replace_reject(const OrderCancelReplaceReject&) noexcept {}
    void on_execution_report_trade_addendum_outright(const ExecutionReportTradeAddendumOutright&) noexcept {}
    void on_order_mass_action_report(const OrderMassActionReport&) noexcept {}
};

namespace detail {
    void dispatch(auto& l, const Negotiate& m) { l.on_negotiate(m); }
    void dispatch(auto& l, const NegotiationResponse& m) { l.on_negotiation_response(m); }
    void dispatch(auto& l, const NegotiationReject& m) { l.on_negotiation_reject(m); }
    void dispatch(auto& l, const Establish& m) { l.on_establish(m); }
    void dispatch(auto& l, const EstablishmentAck& m) { l.on_establishment_ack(m); }
    void dispatch(auto& l, const EstablishmentReject& m) { l.on_establishment_reject(m); }
    void dispatch(auto& l, const Sequence& m) { l.on_sequence(m); }
    void dispatch(auto& l, const Terminate& m) { l.on_terminate(m); }
    void dispatch(auto& l, const RetransmitRequest& m) { l.on_retransmit_request(m); }
    void dispatch(auto& l, const Retransmission& m) { l.on_retransmission(m); }
    void dispatch(auto& l, const RetransmitReject& m) { l.on_retransmit_reject(m); }
    void dispatch(auto& l, const NotApplied& m) { l.on_not_applied(m); }
    void dispatch(auto& l, const NewOrderSingle& m) { l.on_new_order_single(m); }
    void dispatch(auto& l, const OrderCancelReplaceRequest& m) { l.on_order_cancel_replace_request(m); }
    void dispatch(auto& l, const OrderCancelRequest& m) { l.on_order_cancel_request(m); }
    void dispatch(auto& l, const BusinessReject& m) { l.on_business_reject(m); }
    void dispatch(auto& l, const ExecutionReportNew& m) { l.on_execution_report_new(m); }
    void dispatch(auto& l, const ExecutionReportReject& m) { l.on_execution_report_reject(m); }
    void dispatch(auto& l, const ExecutionReportElimination& m) { l.on_execution_report_elimination(m); }
    void dispatch(auto& l, const ExecutionReportTradeOutright& m) { l.on_execution_report_trade_outright(m); }
    void dispatch(auto& l, const OrderMassActionRequest& m) { l.on_order_mass_action_request(m); }
    void dispatch(auto& l, const OrderMassStatusRequest& m) { l.on_order_mass_status_request(m); }
    void dispatch(auto& l, const ExecutionReportModify& m) { l.on_execution_report_modify(m); }
    void dispatch(auto& l, const ExecutionReportStatus& m) { l.on_execution_report_status(m); }
    void dispatch(auto& l, const OrderStatusRequest& m) { l.on_order_status_request(m); }
    void dispatch(auto& l, const ExecutionReportCancel& m) { l.on_execution_report_cancel(m); }
    void dispatch(auto& l, const OrderCancelReject& m) { l.on_order_cancel_reject(m); }
    void dispatch(auto& l, const OrderCancelReplaceReject& m) { l.on_order_cancel_replace_reject(m); }
    void dispatch(auto& l, const ExecutionReportTradeAddendumOutright& m) { l.on_execution_report_trade_addendum_outright(m); }
    void dispatch(auto& l, const OrderMassActionReport& m) { l.on_order_mass_action_report(m); }

    template <class M>
    [[nodiscard, gnu::always_inline]] inline DecodeStatus deliver(const sbe::Block& block, auto& visit) {
        M message;
        const DecodeStatus status = message.open(block);
        if (status == DecodeStatus::Ok) [[likely]] {
            visit(message);
        }
        return status;
    }
}  // namespace detail

/// Calls visit(message) with a view of the message's type; not unless the result is Ok.
template <class Visit>
// NOLINTNEXTLINE(readability-function-size): a case for each message
[[nodiscard, gnu::always_inline]] inline DecodeStatus visit_message(Bytes message, Visit&& visit) {
    sbe::Block block;
    const DecodeStatus status = open_header(message, block);
    if (status != DecodeStatus::Ok) {
        return status;
    }
    switch (MessageHeader::at(message.data()).load_template_id()) {
        case Negotiate::kTemplateId:
            return detail::deliver<Negotiate>(block, visit);
        case NegotiationResponse::kTemplateId:
            return detail::deliver<NegotiationResponse>(block, visit);
        case NegotiationReject::kTemplateId:
            return detail::deliver<NegotiationReject>(block, visit);
        case Establish::kTemplateId:
            return detail::deliver<Establish>(block, visit);
        case EstablishmentAck::kTemplateId:
            return detail::deliver<EstablishmentAck>(block, visit);
        case EstablishmentReject::kTemplateId:
            return detail::deliver<EstablishmentReject>(block, visit);
        case Sequence::kTemplateId:
            return detail::deliver<Sequence>(block, visit);
        case Terminate::kTemplateId:
            return detail::deliver<Terminate>(block, visit);
        case RetransmitRequest::kTemplateId:
            return detail::deliver<RetransmitRequest>(block, visit);
        case Retransmission::kTemplateId:
            return detail::deliver<Retransmission>(block, visit);
        case RetransmitReject::kTemplateId:
            return detail::deliver<RetransmitReject>(block, visit);
        case NotApplied::kTemplateId:
            return detail::deliver<NotApplied>(block, visit);
        case NewOrderSingle::kTemplateId:
            return detail::deliver<NewOrderSingle>(block, visit);
        case OrderCancelReplaceRequest::kTemplateId:
            return detail::deliver<OrderCancelReplaceRequest>(block, visit);
        case OrderCancelRequest::kTemplateId:
            return detail::deliver<OrderCancelRequest>(block, visit);
        case BusinessReject::kTemplateId:
            return detail::deliver<BusinessReject>(block, visit);
        case ExecutionReportNew::kTemplateId:
            return detail::deliver<ExecutionReportNew>(block, visit);
        case ExecutionReportReject::kTemplateId:
            return detail::deliver<ExecutionReportReject>(block, visit);
        case ExecutionReportElimination::kTemplateId:
            return detail::deliver<ExecutionReportElimination>(block, visit);
        case ExecutionReportTradeOutright::kTemplateId:
            return detail::deliver<ExecutionReportTradeOutright>(block, visit);
        case OrderMassActionRequest::kTemplateId:
            return detail::deliver<OrderMassActionRequest>(block, visit);
        case OrderMassStatusRequest::kTemplateId:
            return detail::deliver<OrderMassStatusRequest>(block, visit);
        case ExecutionReportModify::kTemplateId:
            return detail::deliver<ExecutionReportModify>(block, visit);
        case ExecutionReportStatus::kTemplateId:
            return detail::deliver<ExecutionReportStatus>(block, visit);
        case OrderStatusRequest::kTemplateId:
            return detail::deliver<OrderStatusRequest>(block, visit);
        case ExecutionReportCancel::kTemplateId:
            return detail::deliver<ExecutionReportCancel>(block, visit);
        case OrderCancelReject::kTemplateId:
            return detail::deliver<OrderCancelReject>(block, visit);
        case OrderCancelReplaceReject::kTemplateId:
            return detail::deliver<OrderCancelReplaceReject>(block, visit);
        case ExecutionReportTradeAddendumOutright::kTemplateId:
            return detail::deliver<ExecutionReportTradeAddendumOutright>(block, visit);
        case OrderMassActionReport::kTemplateId:
            return detail::deliver<OrderMassActionReport>(block, visit);
        default:
            return DecodeStatus::UnknownType;
    }
}

/// Calls the function of `listener` for this message; none unless the result is Ok.
template <class Listener>
[[nodiscard, gnu::always_inline]] inline DecodeStatus decode(Bytes message, Listener& listener) {
    return visit_message(message, [&](const auto& m) { detail::dispatch(listener, m); });
}

}  // namespace hotpath::protocols::cme::ilink3
