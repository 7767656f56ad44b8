#pragma once
/// SBE messages of messages.xml, version 9: decoders and encoders.
/// CME MDP 3.0, what Hotpath uses of it
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

namespace hotpath::protocols::cme::mdp3 {

namespace sbe = ::hotpath::protocols::cme::sbe;
using ::hotpath::Bytes;
using ::hotpath::MutableBytes;
using ::hotpath::protocols::DecodeStatus;
using ::hotpath::protocols::Message;

using Char = sbe::Number<char, std::endian::little>;
using Int8 = sbe::Number<std::int8_t, std::endian::little>;
using Int16 = sbe::Number<std::int16_t, std::endian::little>;
using Int32 = sbe::Number<std::int32_t, std::endian::little>;
using Int64 = sbe::Number<std::int64_t, std::endian::little>;
using Uint8 = sbe::Number<std::uint8_t, std::endian::little>;
using Uint16 = sbe::Number<std::uint16_t, std::endian::little>;
using Uint32 = sbe::Number<std::uint32_t, std::endian::little>;
using Uint64 = sbe::Number<std::uint64_t, std::endian::little>;

inline constexpr std::uint16_t kSchemaId = 1;
inline constexpr std::uint16_t kVersion = 9;

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

struct GroupSize8Byte : Message<GroupSize8Byte, 8> {
    [[nodiscard]] std::uint16_t load_block_length() const noexcept {
        return Uint16::load(bytes_.data() + 0);
    }
    void store_block_length(std::uint16_t value) noexcept {
        Uint16::store(bytes_.data() + 0, value);
    }
    [[nodiscard]] std::uint8_t load_num_in_group() const noexcept {
        return Uint8::load(bytes_.data() + 7);
    }
    void store_num_in_group(std::uint8_t value) noexcept {
        Uint8::store(bytes_.data() + 7, value);
    }
    static constexpr std::uint64_t kNumInGroupMax = 254U;

    void for_each_field(auto&& visit) const {
        visit("blockLength", load_block_length());
        visit("numInGroup", load_num_in_group());
    }
};

/// A price in units of 10^-9
struct Price9 : Message<Price9, 8> {
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

/// A price in units of 10^-9, or none
struct PriceNull9 : Message<PriceNull9, 8> {
    PriceNull9() noexcept {
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

enum class AggressorSide : std::uint8_t {
    NoAggressor = static_cast<std::uint8_t>(0),
    Buy = static_cast<std::uint8_t>(1),
    Sell = static_cast<std::uint8_t>(2),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(AggressorSide value) noexcept {
    switch (value) {
        case AggressorSide::NoAggressor:
            return "NoAggressor";
        case AggressorSide::Buy:
            return "Buy";
        case AggressorSide::Sell:
            return "Sell";
    }
    return {};
}

enum class MDEntryTypeBook : char {
    Bid = char{'0'},
    Offer = char{'1'},
    ImpliedBid = char{'E'},
    ImpliedOffer = char{'F'},
    BookReset = char{'J'},
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(MDEntryTypeBook value) noexcept {
    switch (value) {
        case MDEntryTypeBook::Bid:
            return "Bid";
        case MDEntryTypeBook::Offer:
            return "Offer";
        case MDEntryTypeBook::ImpliedBid:
            return "ImpliedBid";
        case MDEntryTypeBook::ImpliedOffer:
            return "ImpliedOffer";
        case MDEntryTypeBook::BookReset:
            return "BookReset";
    }
    return {};
}

enum class MDUpdateAction : std::uint8_t {
    New = static_cast<std::uint8_t>(0),
    Change = static_cast<std::uint8_t>(1),
    Delete = static_cast<std::uint8_t>(2),
    DeleteThru = static_cast<std::uint8_t>(3),
    DeleteFrom = static_cast<std::uint8_t>(4),
    Overlay = static_cast<std::uint8_t>(5),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(MDUpdateAction value) noexcept {
    switch (value) {
        case MDUpdateAction::New:
            return "New";
        case MDUpdateAction::Change:
            return "Change";
        case MDUpdateAction::Delete:
            return "Delete";
        case MDUpdateAction::DeleteThru:
            return "DeleteThru";
        case MDUpdateAction::DeleteFrom:
            return "DeleteFrom";
        case MDUpdateAction::Overlay:
            return "Overlay";
    }
    return {};
}

enum class OrderUpdateAction : std::uint8_t {
    New = static_cast<std::uint8_t>(0),
    Update = static_cast<std::uint8_t>(1),
    Delete = static_cast<std::uint8_t>(2),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(OrderUpdateAction value) noexcept {
    switch (value) {
        case OrderUpdateAction::New:
            return "New";
        case OrderUpdateAction::Update:
            return "Update";
        case OrderUpdateAction::Delete:
            return "Delete";
    }
    return {};
}

enum class SecurityTradingStatus : std::uint8_t {
    TradingHalt = static_cast<std::uint8_t>(2),
    Close = static_cast<std::uint8_t>(4),
    NewPriceIndication = static_cast<std::uint8_t>(15),
    ReadyToTrade = static_cast<std::uint8_t>(17),
    NotAvailableForTrading = static_cast<std::uint8_t>(18),
    UnknownOrInvalid = static_cast<std::uint8_t>(20),
    PreOpen = static_cast<std::uint8_t>(21),
    PreCross = static_cast<std::uint8_t>(24),
    Cross = static_cast<std::uint8_t>(25),
    PostClose = static_cast<std::uint8_t>(26),
    NoChange = static_cast<std::uint8_t>(103),
    NotSent = static_cast<std::uint8_t>(255),
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(SecurityTradingStatus value) noexcept {
    switch (value) {
        case SecurityTradingStatus::TradingHalt:
            return "TradingHalt";
        case SecurityTradingStatus::Close:
            return "Close";
        case SecurityTradingStatus::NewPriceIndication:
            return "NewPriceIndication";
        case SecurityTradingStatus::ReadyToTrade:
            return "ReadyToTrade";
        case SecurityTradingStatus::NotAvailableForTrading:
            return "NotAvailableForTrading";
        case SecurityTradingStatus::UnknownOrInvalid:
            return "UnknownOrInvalid";
        case SecurityTradingStatus::PreOpen:
            return "PreOpen";
        case SecurityTradingStatus::PreCross:
            return "PreCross";
        case SecurityTradingStatus::Cross:
            return "Cross";
        case SecurityTradingStatus::PostClose:
            return "PostClose";
        case SecurityTradingStatus::NoChange:
            return "NoChange";
        case SecurityTradingStatus::NotSent:
            return "NotSent";
    }
    return {};
}

enum class SecurityUpdateAction : char {
    Add = char{'A'},
    Delete = char{'D'},
    Modify = char{'M'},
};
/// The schema's name; empty for a value without one.
[[nodiscard]] constexpr std::string_view name(SecurityUpdateAction value) noexcept {
    switch (value) {
        case SecurityUpdateAction::Add:
            return "Add";
        case SecurityUpdateAction::Delete:
            return "Delete";
        case SecurityUpdateAction::Modify:
            return "Modify";
    }
    return {};
}

struct MatchEventIndicator : sbe::Set<std::uint8_t> {
    enum Choice : unsigned {
        LastTradeMsg = 0,
        LastVolumeMsg = 1,
        LastQuoteMsg = 2,
        LastStatsMsg = 3,
        LastImpliedMsg = 4,
        RecoveryMsg = 5,
        EndOfEvent = 7,
    };
    static constexpr std::array<sbe::NamedChoice, 7> kChoices{{{0, "LastTradeMsg"}, {1, "LastVolumeMsg"}, {2, "LastQuoteMsg"}, {3, "LastStatsMsg"}, {4, "LastImpliedMsg"}, {5, "RecoveryMsg"}, {7, "EndOfEvent"}}};
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

class ChannelReset {
  public:
    static constexpr std::uint16_t kTemplateId = 4;
    static constexpr std::string_view kName = "ChannelReset";
    static constexpr std::size_t kBlockLength = 9;
    static constexpr bool kIsFlat = false;

    class Encoder;

    class NoMDEntries {
      public:
        static constexpr std::string_view kName = "NoMDEntries";
        static constexpr std::size_t kBlockLength = 2;
        static constexpr bool kIsFlat = true;

        class Encoder;

        [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
            static_cast<void>(version);
            return 2;
        }

        [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
            block_ = block.at;
            version_ = block.version;
            return DecodeStatus::Ok;  // of a group whose length was checked
        }

        [[nodiscard]] std::int16_t load_appl_id() const noexcept {
            return Int16::load(block_ + 0);
        }

        /// Calls visit(name, value) for each field, group and data, in the schema's order.
        void for_each_field(auto&& visit) const {
            visit("ApplID", load_appl_id());
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
    using NoMDEntriesGroup = sbe::Group<NoMDEntries, GroupSize>;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 9;
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
            status = walk.group<NoMDEntries, GroupSize>(0, sections_[0]);
        }
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 0);
    }
    [[nodiscard]] MatchEventIndicator load_match_event_indicator() const noexcept {
        return sbe::SetField<MatchEventIndicator, Uint8>::load(block_ + 8);
    }
    [[nodiscard]] NoMDEntriesGroup no_md_entries() const noexcept {
        return NoMDEntriesGroup(sections_[0], message_end_, version_);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("TransactTime", load_transact_time());
        visit("MatchEventIndicator", load_match_event_indicator());
        visit("NoMDEntries", no_md_entries());
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

/// Fills a NoMDEntries.
class ChannelReset::NoMDEntries::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_appl_id(std::int16_t value) noexcept {
        Int16::store(block_ + 0, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

/// Fills a ChannelReset.
class ChannelReset::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_match_event_indicator(MatchEventIndicator value) noexcept {
        sbe::SetField<MatchEventIndicator, Uint8>::store(block_ + 8, value);
    }

    /// `count` entries; fill(encoder, index) for each.
    template <class Fill>
    void put_no_md_entries(std::size_t count, Fill&& fill) noexcept {
        if (enter(0)) {
            output_.put_group<NoMDEntries, GroupSize>(count, fill);
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
            output_.put_empty_group<NoMDEntries, GroupSize>();
        }
        next_ = part + 1;
        return output_.is_ok();
    }

    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
    unsigned next_ = 0;  ///< the first part that is not written
};

template <class Fill>
sbe::Encoded ChannelReset::encode(MutableBytes room, Fill&& fill) {
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

class AdminHeartbeat {
  public:
    static constexpr std::uint16_t kTemplateId = 12;
    static constexpr std::string_view kName = "AdminHeartbeat";
    static constexpr std::size_t kBlockLength = 0;
    static constexpr bool kIsFlat = true;

    class Encoder;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 0;
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


    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        static_cast<void>(visit);
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

/// Fills a AdminHeartbeat.
class AdminHeartbeat::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}


    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded AdminHeartbeat::encode(MutableBytes room, Fill&& fill) {
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

class SecurityStatus {
  public:
    static constexpr std::uint16_t kTemplateId = 30;
    static constexpr std::string_view kName = "SecurityStatus";
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

    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 0);
    }
    [[nodiscard]] std::string_view load_security_group() const noexcept {
        return sbe::Text<6>::load(block_ + 8);
    }
    [[nodiscard]] std::string_view load_asset() const noexcept {
        return sbe::Text<6>::load(block_ + 14);
    }
    [[nodiscard]] std::optional<std::int32_t> load_security_id() const noexcept {
        return sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::load(block_ + 20);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_trade_date() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 24);
    }
    [[nodiscard]] MatchEventIndicator load_match_event_indicator() const noexcept {
        return sbe::SetField<MatchEventIndicator, Uint8>::load(block_ + 26);
    }
    [[nodiscard]] SecurityTradingStatus load_security_trading_status() const noexcept {
        return sbe::EnumField<SecurityTradingStatus, Uint8>::load(block_ + 27);
    }
    [[nodiscard]] std::uint8_t load_halt_reason() const noexcept {
        return Uint8::load(block_ + 28);
    }
    [[nodiscard]] std::uint8_t load_security_trading_event() const noexcept {
        return Uint8::load(block_ + 29);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("TransactTime", load_transact_time());
        visit("SecurityGroup", load_security_group());
        visit("Asset", load_asset());
        visit("SecurityID", load_security_id());
        visit("TradeDate", load_trade_date());
        visit("MatchEventIndicator", load_match_event_indicator());
        visit("SecurityTradingStatus", load_security_trading_status());
        visit("HaltReason", load_halt_reason());
        visit("SecurityTradingEvent", load_security_trading_event());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block + 20, std::nullopt);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 24, std::nullopt);
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

/// Fills a SecurityStatus.
class SecurityStatus::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_security_group(std::string_view value) noexcept {
        sbe::Text<6>::store(block_ + 8, value);
    }
    void store_asset(std::string_view value) noexcept {
        sbe::Text<6>::store(block_ + 14, value);
    }
    void store_security_id(std::optional<std::int32_t> value) noexcept {
        sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block_ + 20, value);
    }
    void store_trade_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 24, value);
    }
    void store_match_event_indicator(MatchEventIndicator value) noexcept {
        sbe::SetField<MatchEventIndicator, Uint8>::store(block_ + 26, value);
    }
    void store_security_trading_status(SecurityTradingStatus value) noexcept {
        sbe::EnumField<SecurityTradingStatus, Uint8>::store(block_ + 27, value);
    }
    void store_halt_reason(std::uint8_t value) noexcept {
        Uint8::store(block_ + 28, value);
    }
    void store_security_trading_event(std::uint8_t value) noexcept {
        Uint8::store(block_ + 29, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

template <class Fill>
sbe::Encoded SecurityStatus::encode(MutableBytes room, Fill&& fill) {
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

class MDIncrementalRefreshBook {
  public:
    static constexpr std::uint16_t kTemplateId = 46;
    static constexpr std::string_view kName = "MDIncrementalRefreshBook";
    static constexpr std::size_t kBlockLength = 11;
    static constexpr bool kIsFlat = false;

    class Encoder;

    class NoMDEntries {
      public:
        static constexpr std::string_view kName = "NoMDEntries";
        static constexpr std::size_t kBlockLength = 32;
        static constexpr bool kIsFlat = true;

        class Encoder;

        [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
            static_cast<void>(version);
            return 27;
        }

        [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
            block_ = block.at;
            version_ = block.version;
            return DecodeStatus::Ok;  // of a group whose length was checked
        }

        [[nodiscard]] const PriceNull9& load_md_entry_px() const noexcept {
            return sbe::Composite<PriceNull9>::load(block_ + 0);
        }
        [[nodiscard]] std::optional<std::int32_t> load_md_entry_size() const noexcept {
            return sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::load(block_ + 8);
        }
        [[nodiscard]] std::int32_t load_security_id() const noexcept {
            return Int32::load(block_ + 12);
        }
        [[nodiscard]] std::uint32_t load_rpt_seq() const noexcept {
            return Uint32::load(block_ + 16);
        }
        [[nodiscard]] std::optional<std::int32_t> load_number_of_orders() const noexcept {
            return sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::load(block_ + 20);
        }
        [[nodiscard]] std::uint8_t load_md_price_level() const noexcept {
            return Uint8::load(block_ + 24);
        }
        [[nodiscard]] MDUpdateAction load_md_update_action() const noexcept {
            return sbe::EnumField<MDUpdateAction, Uint8>::load(block_ + 25);
        }
        [[nodiscard]] MDEntryTypeBook load_md_entry_type() const noexcept {
            return sbe::EnumField<MDEntryTypeBook, Char>::load(block_ + 26);
        }

        /// Calls visit(name, value) for each field, group and data, in the schema's order.
        void for_each_field(auto&& visit) const {
            visit("MDEntryPx", load_md_entry_px());
            visit("MDEntrySize", load_md_entry_size());
            visit("SecurityID", load_security_id());
            visit("RptSeq", load_rpt_seq());
            visit("NumberOfOrders", load_number_of_orders());
            visit("MDPriceLevel", load_md_price_level());
            visit("MDUpdateAction", load_md_update_action());
            visit("MDEntryType", load_md_entry_type());
        }

        [[nodiscard]] std::uint32_t version() const noexcept { return version_; }

        /// A block whose optional fields are null and whose others are zero.
        static void clear(std::byte* block) noexcept {
            std::memset(block, 0, kBlockLength);
            sbe::Composite<PriceNull9>::store(block + 0, PriceNull9());
            sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block + 8, std::nullopt);
            sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block + 20, std::nullopt);
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
    using NoMDEntriesGroup = sbe::Group<NoMDEntries, GroupSize>;

    class NoOrderIDEntries {
      public:
        static constexpr std::string_view kName = "NoOrderIDEntries";
        static constexpr std::size_t kBlockLength = 24;
        static constexpr bool kIsFlat = true;

        class Encoder;

        [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
            static_cast<void>(version);
            return 22;
        }

        [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
            block_ = block.at;
            version_ = block.version;
            return DecodeStatus::Ok;  // of a group whose length was checked
        }

        [[nodiscard]] std::uint64_t load_order_id() const noexcept {
            return Uint64::load(block_ + 0);
        }
        [[nodiscard]] std::optional<std::uint64_t> load_md_order_priority() const noexcept {
            return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 8);
        }
        [[nodiscard]] std::optional<std::int32_t> load_md_display_qty() const noexcept {
            return sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::load(block_ + 16);
        }
        [[nodiscard]] std::optional<std::uint8_t> load_reference_id() const noexcept {
            return sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::load(block_ + 20);
        }
        [[nodiscard]] OrderUpdateAction load_order_update_action() const noexcept {
            return sbe::EnumField<OrderUpdateAction, Uint8>::load(block_ + 21);
        }

        /// Calls visit(name, value) for each field, group and data, in the schema's order.
        void for_each_field(auto&& visit) const {
            visit("OrderID", load_order_id());
            visit("MDOrderPriority", load_md_order_priority());
            visit("MDDisplayQty", load_md_display_qty());
            visit("ReferenceID", load_reference_id());
            visit("OrderUpdateAction", load_order_update_action());
        }

        [[nodiscard]] std::uint32_t version() const noexcept { return version_; }

        /// A block whose optional fields are null and whose others are zero.
        static void clear(std::byte* block) noexcept {
            std::memset(block, 0, kBlockLength);
            sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 8, std::nullopt);
            sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block + 16, std::nullopt);
            sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block + 20, std::nullopt);
        }
        static void store_dimensions(GroupSize8Byte& dimensions, std::size_t count) noexcept {
            dimensions = GroupSize8Byte();
            dimensions.store_block_length(kBlockLength);
            dimensions.store_num_in_group(static_cast<std::uint8_t>(count));
        }

      private:
        [[maybe_unused]] const std::byte* block_ = nullptr;
        std::uint32_t version_ = 0;
    };
    using NoOrderIDEntriesGroup = sbe::Group<NoOrderIDEntries, GroupSize8Byte>;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 9;
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
            status = walk.group<NoMDEntries, GroupSize>(0, sections_[0]);
        }
        if (status == DecodeStatus::Ok) {
            status = walk.group<NoOrderIDEntries, GroupSize8Byte>(0, sections_[1]);
        }
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 0);
    }
    [[nodiscard]] MatchEventIndicator load_match_event_indicator() const noexcept {
        return sbe::SetField<MatchEventIndicator, Uint8>::load(block_ + 8);
    }
    [[nodiscard]] NoMDEntriesGroup no_md_entries() const noexcept {
        return NoMDEntriesGroup(sections_[0], message_end_, version_);
    }
    [[nodiscard]] NoOrderIDEntriesGroup no_order_id_entries() const noexcept {
        return NoOrderIDEntriesGroup(sections_[1], message_end_, version_);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("TransactTime", load_transact_time());
        visit("MatchEventIndicator", load_match_event_indicator());
        visit("NoMDEntries", no_md_entries());
        visit("NoOrderIDEntries", no_order_id_entries());
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
    std::array<sbe::Section, 2> sections_{};
};

/// Fills a NoMDEntries.
class MDIncrementalRefreshBook::NoMDEntries::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_md_entry_px(const PriceNull9& value) noexcept {
        sbe::Composite<PriceNull9>::store(block_ + 0, value);
    }
    void store_md_entry_size(std::optional<std::int32_t> value) noexcept {
        sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block_ + 8, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 12, value);
    }
    void store_rpt_seq(std::uint32_t value) noexcept {
        Uint32::store(block_ + 16, value);
    }
    void store_number_of_orders(std::optional<std::int32_t> value) noexcept {
        sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block_ + 20, value);
    }
    void store_md_price_level(std::uint8_t value) noexcept {
        Uint8::store(block_ + 24, value);
    }
    void store_md_update_action(MDUpdateAction value) noexcept {
        sbe::EnumField<MDUpdateAction, Uint8>::store(block_ + 25, value);
    }
    void store_md_entry_type(MDEntryTypeBook value) noexcept {
        sbe::EnumField<MDEntryTypeBook, Char>::store(block_ + 26, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

/// Fills a NoOrderIDEntries.
class MDIncrementalRefreshBook::NoOrderIDEntries::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_order_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_md_order_priority(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 8, value);
    }
    void store_md_display_qty(std::optional<std::int32_t> value) noexcept {
        sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block_ + 16, value);
    }
    void store_reference_id(std::optional<std::uint8_t> value) noexcept {
        sbe::Optional<Uint8, static_cast<std::uint8_t>(255)>::store(block_ + 20, value);
    }
    void store_order_update_action(OrderUpdateAction value) noexcept {
        sbe::EnumField<OrderUpdateAction, Uint8>::store(block_ + 21, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

/// Fills a MDIncrementalRefreshBook.
class MDIncrementalRefreshBook::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_match_event_indicator(MatchEventIndicator value) noexcept {
        sbe::SetField<MatchEventIndicator, Uint8>::store(block_ + 8, value);
    }

    /// `count` entries; fill(encoder, index) for each.
    template <class Fill>
    void put_no_md_entries(std::size_t count, Fill&& fill) noexcept {
        if (enter(0)) {
            output_.put_group<NoMDEntries, GroupSize>(count, fill);
        }
    }

    /// `count` entries; fill(encoder, index) for each.
    template <class Fill>
    void put_no_order_id_entries(std::size_t count, Fill&& fill) noexcept {
        if (enter(1)) {
            output_.put_group<NoOrderIDEntries, GroupSize8Byte>(count, fill);
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
            output_.put_empty_group<NoMDEntries, GroupSize>();
        }
        if (next_ <= 1 && part > 1) {
            output_.put_empty_group<NoOrderIDEntries, GroupSize8Byte>();
        }
        next_ = part + 1;
        return output_.is_ok();
    }

    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
    unsigned next_ = 0;  ///< the first part that is not written
};

template <class Fill>
sbe::Encoded MDIncrementalRefreshBook::encode(MutableBytes room, Fill&& fill) {
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

class MDIncrementalRefreshOrderBook {
  public:
    static constexpr std::uint16_t kTemplateId = 47;
    static constexpr std::string_view kName = "MDIncrementalRefreshOrderBook";
    static constexpr std::size_t kBlockLength = 11;
    static constexpr bool kIsFlat = false;

    class Encoder;

    class NoMDEntries {
      public:
        static constexpr std::string_view kName = "NoMDEntries";
        static constexpr std::size_t kBlockLength = 40;
        static constexpr bool kIsFlat = true;

        class Encoder;

        [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
            static_cast<void>(version);
            return 34;
        }

        [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
            block_ = block.at;
            version_ = block.version;
            return DecodeStatus::Ok;  // of a group whose length was checked
        }

        [[nodiscard]] std::optional<std::uint64_t> load_order_id() const noexcept {
            return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 0);
        }
        [[nodiscard]] std::optional<std::uint64_t> load_md_order_priority() const noexcept {
            return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 8);
        }
        [[nodiscard]] const PriceNull9& load_md_entry_px() const noexcept {
            return sbe::Composite<PriceNull9>::load(block_ + 16);
        }
        [[nodiscard]] std::optional<std::int32_t> load_md_display_qty() const noexcept {
            return sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::load(block_ + 24);
        }
        [[nodiscard]] std::int32_t load_security_id() const noexcept {
            return Int32::load(block_ + 28);
        }
        [[nodiscard]] MDUpdateAction load_md_update_action() const noexcept {
            return sbe::EnumField<MDUpdateAction, Uint8>::load(block_ + 32);
        }
        [[nodiscard]] MDEntryTypeBook load_md_entry_type() const noexcept {
            return sbe::EnumField<MDEntryTypeBook, Char>::load(block_ + 33);
        }

        /// Calls visit(name, value) for each field, group and data, in the schema's order.
        void for_each_field(auto&& visit) const {
            visit("OrderID", load_order_id());
            visit("MDOrderPriority", load_md_order_priority());
            visit("MDEntryPx", load_md_entry_px());
            visit("MDDisplayQty", load_md_display_qty());
            visit("SecurityID", load_security_id());
            visit("MDUpdateAction", load_md_update_action());
            visit("MDEntryType", load_md_entry_type());
        }

        [[nodiscard]] std::uint32_t version() const noexcept { return version_; }

        /// A block whose optional fields are null and whose others are zero.
        static void clear(std::byte* block) noexcept {
            std::memset(block, 0, kBlockLength);
            sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 0, std::nullopt);
            sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 8, std::nullopt);
            sbe::Composite<PriceNull9>::store(block + 16, PriceNull9());
            sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block + 24, std::nullopt);
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
    using NoMDEntriesGroup = sbe::Group<NoMDEntries, GroupSize>;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 9;
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
            status = walk.group<NoMDEntries, GroupSize>(0, sections_[0]);
        }
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 0);
    }
    [[nodiscard]] MatchEventIndicator load_match_event_indicator() const noexcept {
        return sbe::SetField<MatchEventIndicator, Uint8>::load(block_ + 8);
    }
    [[nodiscard]] NoMDEntriesGroup no_md_entries() const noexcept {
        return NoMDEntriesGroup(sections_[0], message_end_, version_);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("TransactTime", load_transact_time());
        visit("MatchEventIndicator", load_match_event_indicator());
        visit("NoMDEntries", no_md_entries());
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

/// Fills a NoMDEntries.
class MDIncrementalRefreshOrderBook::NoMDEntries::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_order_id(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 0, value);
    }
    void store_md_order_priority(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 8, value);
    }
    void store_md_entry_px(const PriceNull9& value) noexcept {
        sbe::Composite<PriceNull9>::store(block_ + 16, value);
    }
    void store_md_display_qty(std::optional<std::int32_t> value) noexcept {
        sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block_ + 24, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 28, value);
    }
    void store_md_update_action(MDUpdateAction value) noexcept {
        sbe::EnumField<MDUpdateAction, Uint8>::store(block_ + 32, value);
    }
    void store_md_entry_type(MDEntryTypeBook value) noexcept {
        sbe::EnumField<MDEntryTypeBook, Char>::store(block_ + 33, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

/// Fills a MDIncrementalRefreshOrderBook.
class MDIncrementalRefreshOrderBook::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_match_event_indicator(MatchEventIndicator value) noexcept {
        sbe::SetField<MatchEventIndicator, Uint8>::store(block_ + 8, value);
    }

    /// `count` entries; fill(encoder, index) for each.
    template <class Fill>
    void put_no_md_entries(std::size_t count, Fill&& fill) noexcept {
        if (enter(0)) {
            output_.put_group<NoMDEntries, GroupSize>(count, fill);
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
            output_.put_empty_group<NoMDEntries, GroupSize>();
        }
        next_ = part + 1;
        return output_.is_ok();
    }

    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
    unsigned next_ = 0;  ///< the first part that is not written
};

template <class Fill>
sbe::Encoded MDIncrementalRefreshOrderBook::encode(MutableBytes room, Fill&& fill) {
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

class MDIncrementalRefreshTradeSummary {
  public:
    static constexpr std::uint16_t kTemplateId = 48;
    static constexpr std::string_view kName = "MDIncrementalRefreshTradeSummary";
    static constexpr std::size_t kBlockLength = 11;
    static constexpr bool kIsFlat = false;

    class Encoder;

    class NoMDEntries {
      public:
        static constexpr std::string_view kName = "NoMDEntries";
        static constexpr std::size_t kBlockLength = 32;
        static constexpr bool kIsFlat = true;

        class Encoder;

        [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
            static_cast<void>(version);
            return 30;
        }

        [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
            block_ = block.at;
            version_ = block.version;
            return DecodeStatus::Ok;  // of a group whose length was checked
        }

        [[nodiscard]] const Price9& load_md_entry_px() const noexcept {
            return sbe::Composite<Price9>::load(block_ + 0);
        }
        [[nodiscard]] std::int32_t load_md_entry_size() const noexcept {
            return Int32::load(block_ + 8);
        }
        [[nodiscard]] std::int32_t load_security_id() const noexcept {
            return Int32::load(block_ + 12);
        }
        [[nodiscard]] std::uint32_t load_rpt_seq() const noexcept {
            return Uint32::load(block_ + 16);
        }
        [[nodiscard]] std::int32_t load_number_of_orders() const noexcept {
            return Int32::load(block_ + 20);
        }
        [[nodiscard]] AggressorSide load_aggressor_side() const noexcept {
            return sbe::EnumField<AggressorSide, Uint8>::load(block_ + 24);
        }
        [[nodiscard]] MDUpdateAction load_md_update_action() const noexcept {
            return sbe::EnumField<MDUpdateAction, Uint8>::load(block_ + 25);
        }
        [[nodiscard]] std::optional<std::uint32_t> load_md_trade_entry_id() const noexcept {
            return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 26);
        }

        /// Calls visit(name, value) for each field, group and data, in the schema's order.
        void for_each_field(auto&& visit) const {
            visit("MDEntryPx", load_md_entry_px());
            visit("MDEntrySize", load_md_entry_size());
            visit("SecurityID", load_security_id());
            visit("RptSeq", load_rpt_seq());
            visit("NumberOfOrders", load_number_of_orders());
            visit("AggressorSide", load_aggressor_side());
            visit("MDUpdateAction", load_md_update_action());
            visit("MDTradeEntryID", load_md_trade_entry_id());
        }

        [[nodiscard]] std::uint32_t version() const noexcept { return version_; }

        /// A block whose optional fields are null and whose others are zero.
        static void clear(std::byte* block) noexcept {
            std::memset(block, 0, kBlockLength);
            sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 26, std::nullopt);
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
    using NoMDEntriesGroup = sbe::Group<NoMDEntries, GroupSize>;

    class NoOrderIDEntries {
      public:
        static constexpr std::string_view kName = "NoOrderIDEntries";
        static constexpr std::size_t kBlockLength = 16;
        static constexpr bool kIsFlat = true;

        class Encoder;

        [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
            static_cast<void>(version);
            return 12;
        }

        [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
            block_ = block.at;
            version_ = block.version;
            return DecodeStatus::Ok;  // of a group whose length was checked
        }

        [[nodiscard]] std::uint64_t load_order_id() const noexcept {
            return Uint64::load(block_ + 0);
        }
        [[nodiscard]] std::int32_t load_last_qty() const noexcept {
            return Int32::load(block_ + 8);
        }

        /// Calls visit(name, value) for each field, group and data, in the schema's order.
        void for_each_field(auto&& visit) const {
            visit("OrderID", load_order_id());
            visit("LastQty", load_last_qty());
        }

        [[nodiscard]] std::uint32_t version() const noexcept { return version_; }

        /// A block whose optional fields are null and whose others are zero.
        static void clear(std::byte* block) noexcept {
            std::memset(block, 0, kBlockLength);
        }
        static void store_dimensions(GroupSize8Byte& dimensions, std::size_t count) noexcept {
            dimensions = GroupSize8Byte();
            dimensions.store_block_length(kBlockLength);
            dimensions.store_num_in_group(static_cast<std::uint8_t>(count));
        }

      private:
        [[maybe_unused]] const std::byte* block_ = nullptr;
        std::uint32_t version_ = 0;
    };
    using NoOrderIDEntriesGroup = sbe::Group<NoOrderIDEntries, GroupSize8Byte>;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 9;
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
            status = walk.group<NoMDEntries, GroupSize>(0, sections_[0]);
        }
        if (status == DecodeStatus::Ok) {
            status = walk.group<NoOrderIDEntries, GroupSize8Byte>(0, sections_[1]);
        }
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 0);
    }
    [[nodiscard]] MatchEventIndicator load_match_event_indicator() const noexcept {
        return sbe::SetField<MatchEventIndicator, Uint8>::load(block_ + 8);
    }
    [[nodiscard]] NoMDEntriesGroup no_md_entries() const noexcept {
        return NoMDEntriesGroup(sections_[0], message_end_, version_);
    }
    [[nodiscard]] NoOrderIDEntriesGroup no_order_id_entries() const noexcept {
        return NoOrderIDEntriesGroup(sections_[1], message_end_, version_);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("TransactTime", load_transact_time());
        visit("MatchEventIndicator", load_match_event_indicator());
        visit("NoMDEntries", no_md_entries());
        visit("NoOrderIDEntries", no_order_id_entries());
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
    std::array<sbe::Section, 2> sections_{};
};

/// Fills a NoMDEntries.
class MDIncrementalRefreshTradeSummary::NoMDEntries::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_md_entry_px(const Price9& value) noexcept {
        sbe::Composite<Price9>::store(block_ + 0, value);
    }
    void store_md_entry_size(std::int32_t value) noexcept {
        Int32::store(block_ + 8, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 12, value);
    }
    void store_rpt_seq(std::uint32_t value) noexcept {
        Uint32::store(block_ + 16, value);
    }
    void store_number_of_orders(std::int32_t value) noexcept {
        Int32::store(block_ + 20, value);
    }
    void store_aggressor_side(AggressorSide value) noexcept {
        sbe::EnumField<AggressorSide, Uint8>::store(block_ + 24, value);
    }
    void store_md_update_action(MDUpdateAction value) noexcept {
        sbe::EnumField<MDUpdateAction, Uint8>::store(block_ + 25, value);
    }
    void store_md_trade_entry_id(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 26, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

/// Fills a NoOrderIDEntries.
class MDIncrementalRefreshTradeSummary::NoOrderIDEntries::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_order_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_last_qty(std::int32_t value) noexcept {
        Int32::store(block_ + 8, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

/// Fills a MDIncrementalRefreshTradeSummary.
class MDIncrementalRefreshTradeSummary::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_match_event_indicator(MatchEventIndicator value) noexcept {
        sbe::SetField<MatchEventIndicator, Uint8>::store(block_ + 8, value);
    }

    /// `count` entries; fill(encoder, index) for each.
    template <class Fill>
    void put_no_md_entries(std::size_t count, Fill&& fill) noexcept {
        if (enter(0)) {
            output_.put_group<NoMDEntries, GroupSize>(count, fill);
        }
    }

    /// `count` entries; fill(encoder, index) for each.
    template <class Fill>
    void put_no_order_id_entries(std::size_t count, Fill&& fill) noexcept {
        if (enter(1)) {
            output_.put_group<NoOrderIDEntries, GroupSize8Byte>(count, fill);
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
            output_.put_empty_group<NoMDEntries, GroupSize>();
        }
        if (next_ <= 1 && part > 1) {
            output_.put_empty_group<NoOrderIDEntries, GroupSize8Byte>();
        }
        next_ = part + 1;
        return output_.is_ok();
    }

    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
    unsigned next_ = 0;  ///< the first part that is not written
};

template <class Fill>
sbe::Encoded MDIncrementalRefreshTradeSummary::encode(MutableBytes room, Fill&& fill) {
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

class SnapshotFullRefresh {
  public:
    static constexpr std::uint16_t kTemplateId = 52;
    static constexpr std::string_view kName = "SnapshotFullRefresh";
    static constexpr std::size_t kBlockLength = 59;
    static constexpr bool kIsFlat = false;

    class Encoder;

    class NoMDEntries {
      public:
        static constexpr std::string_view kName = "NoMDEntries";
        static constexpr std::size_t kBlockLength = 22;
        static constexpr bool kIsFlat = true;

        class Encoder;

        [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
            static_cast<void>(version);
            return 22;
        }

        [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
            block_ = block.at;
            version_ = block.version;
            return DecodeStatus::Ok;  // of a group whose length was checked
        }

        [[nodiscard]] const PriceNull9& load_md_entry_px() const noexcept {
            return sbe::Composite<PriceNull9>::load(block_ + 0);
        }
        [[nodiscard]] std::optional<std::int32_t> load_md_entry_size() const noexcept {
            return sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::load(block_ + 8);
        }
        [[nodiscard]] std::optional<std::int32_t> load_number_of_orders() const noexcept {
            return sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::load(block_ + 12);
        }
        [[nodiscard]] std::optional<std::int8_t> load_md_price_level() const noexcept {
            return sbe::Optional<Int8, static_cast<std::int8_t>(127)>::load(block_ + 16);
        }
        [[nodiscard]] MDEntryTypeBook load_md_entry_type() const noexcept {
            return sbe::EnumField<MDEntryTypeBook, Char>::load(block_ + 21);
        }

        /// Calls visit(name, value) for each field, group and data, in the schema's order.
        void for_each_field(auto&& visit) const {
            visit("MDEntryPx", load_md_entry_px());
            visit("MDEntrySize", load_md_entry_size());
            visit("NumberOfOrders", load_number_of_orders());
            visit("MDPriceLevel", load_md_price_level());
            visit("MDEntryType", load_md_entry_type());
        }

        [[nodiscard]] std::uint32_t version() const noexcept { return version_; }

        /// A block whose optional fields are null and whose others are zero.
        static void clear(std::byte* block) noexcept {
            std::memset(block, 0, kBlockLength);
            sbe::Composite<PriceNull9>::store(block + 0, PriceNull9());
            sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block + 8, std::nullopt);
            sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block + 12, std::nullopt);
            sbe::Optional<Int8, static_cast<std::int8_t>(127)>::store(block + 16, std::nullopt);
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
    using NoMDEntriesGroup = sbe::Group<NoMDEntries, GroupSize>;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 35;
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
            status = walk.group<NoMDEntries, GroupSize>(0, sections_[0]);
        }
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint32_t load_last_msg_seq_num_processed() const noexcept {
        return Uint32::load(block_ + 0);
    }
    [[nodiscard]] std::uint32_t load_tot_num_reports() const noexcept {
        return Uint32::load(block_ + 4);
    }
    [[nodiscard]] std::int32_t load_security_id() const noexcept {
        return Int32::load(block_ + 8);
    }
    [[nodiscard]] std::uint32_t load_rpt_seq() const noexcept {
        return Uint32::load(block_ + 12);
    }
    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 16);
    }
    [[nodiscard]] std::uint64_t load_last_update_time() const noexcept {
        return Uint64::load(block_ + 24);
    }
    [[nodiscard]] std::optional<std::uint16_t> load_trade_date() const noexcept {
        return sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::load(block_ + 32);
    }
    [[nodiscard]] SecurityTradingStatus load_md_security_trading_status() const noexcept {
        return sbe::EnumField<SecurityTradingStatus, Uint8>::load(block_ + 34);
    }
    [[nodiscard]] NoMDEntriesGroup no_md_entries() const noexcept {
        return NoMDEntriesGroup(sections_[0], message_end_, version_);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("LastMsgSeqNumProcessed", load_last_msg_seq_num_processed());
        visit("TotNumReports", load_tot_num_reports());
        visit("SecurityID", load_security_id());
        visit("RptSeq", load_rpt_seq());
        visit("TransactTime", load_transact_time());
        visit("LastUpdateTime", load_last_update_time());
        visit("TradeDate", load_trade_date());
        visit("MDSecurityTradingStatus", load_md_security_trading_status());
        visit("NoMDEntries", no_md_entries());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block + 32, std::nullopt);
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

/// Fills a NoMDEntries.
class SnapshotFullRefresh::NoMDEntries::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_md_entry_px(const PriceNull9& value) noexcept {
        sbe::Composite<PriceNull9>::store(block_ + 0, value);
    }
    void store_md_entry_size(std::optional<std::int32_t> value) noexcept {
        sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block_ + 8, value);
    }
    void store_number_of_orders(std::optional<std::int32_t> value) noexcept {
        sbe::Optional<Int32, static_cast<std::int32_t>(2147483647)>::store(block_ + 12, value);
    }
    void store_md_price_level(std::optional<std::int8_t> value) noexcept {
        sbe::Optional<Int8, static_cast<std::int8_t>(127)>::store(block_ + 16, value);
    }
    void store_md_entry_type(MDEntryTypeBook value) noexcept {
        sbe::EnumField<MDEntryTypeBook, Char>::store(block_ + 21, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

/// Fills a SnapshotFullRefresh.
class SnapshotFullRefresh::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_last_msg_seq_num_processed(std::uint32_t value) noexcept {
        Uint32::store(block_ + 0, value);
    }
    void store_tot_num_reports(std::uint32_t value) noexcept {
        Uint32::store(block_ + 4, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 8, value);
    }
    void store_rpt_seq(std::uint32_t value) noexcept {
        Uint32::store(block_ + 12, value);
    }
    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 16, value);
    }
    void store_last_update_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 24, value);
    }
    void store_trade_date(std::optional<std::uint16_t> value) noexcept {
        sbe::Optional<Uint16, static_cast<std::uint16_t>(65535)>::store(block_ + 32, value);
    }
    void store_md_security_trading_status(SecurityTradingStatus value) noexcept {
        sbe::EnumField<SecurityTradingStatus, Uint8>::store(block_ + 34, value);
    }

    /// `count` entries; fill(encoder, index) for each.
    template <class Fill>
    void put_no_md_entries(std::size_t count, Fill&& fill) noexcept {
        if (enter(0)) {
            output_.put_group<NoMDEntries, GroupSize>(count, fill);
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
            output_.put_empty_group<NoMDEntries, GroupSize>();
        }
        next_ = part + 1;
        return output_.is_ok();
    }

    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
    unsigned next_ = 0;  ///< the first part that is not written
};

template <class Fill>
sbe::Encoded SnapshotFullRefresh::encode(MutableBytes room, Fill&& fill) {
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

class SnapshotFullRefreshOrderBook {
  public:
    static constexpr std::uint16_t kTemplateId = 53;
    static constexpr std::string_view kName = "SnapshotFullRefreshOrderBook";
    static constexpr std::size_t kBlockLength = 28;
    static constexpr bool kIsFlat = false;

    class Encoder;

    class NoMDEntries {
      public:
        static constexpr std::string_view kName = "NoMDEntries";
        static constexpr std::size_t kBlockLength = 29;
        static constexpr bool kIsFlat = true;

        class Encoder;

        [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
            static_cast<void>(version);
            return 29;
        }

        [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
            block_ = block.at;
            version_ = block.version;
            return DecodeStatus::Ok;  // of a group whose length was checked
        }

        [[nodiscard]] std::uint64_t load_order_id() const noexcept {
            return Uint64::load(block_ + 0);
        }
        [[nodiscard]] std::optional<std::uint64_t> load_md_order_priority() const noexcept {
            return sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::load(block_ + 8);
        }
        [[nodiscard]] const Price9& load_md_entry_px() const noexcept {
            return sbe::Composite<Price9>::load(block_ + 16);
        }
        [[nodiscard]] std::int32_t load_md_display_qty() const noexcept {
            return Int32::load(block_ + 24);
        }
        [[nodiscard]] MDEntryTypeBook load_md_entry_type() const noexcept {
            return sbe::EnumField<MDEntryTypeBook, Char>::load(block_ + 28);
        }

        /// Calls visit(name, value) for each field, group and data, in the schema's order.
        void for_each_field(auto&& visit) const {
            visit("OrderID", load_order_id());
            visit("MDOrderPriority", load_md_order_priority());
            visit("MDEntryPx", load_md_entry_px());
            visit("MDDisplayQty", load_md_display_qty());
            visit("MDEntryType", load_md_entry_type());
        }

        [[nodiscard]] std::uint32_t version() const noexcept { return version_; }

        /// A block whose optional fields are null and whose others are zero.
        static void clear(std::byte* block) noexcept {
            std::memset(block, 0, kBlockLength);
            sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block + 8, std::nullopt);
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
    using NoMDEntriesGroup = sbe::Group<NoMDEntries, GroupSize>;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 28;
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
            status = walk.group<NoMDEntries, GroupSize>(0, sections_[0]);
        }
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] std::uint32_t load_last_msg_seq_num_processed() const noexcept {
        return Uint32::load(block_ + 0);
    }
    [[nodiscard]] std::uint32_t load_tot_num_reports() const noexcept {
        return Uint32::load(block_ + 4);
    }
    [[nodiscard]] std::int32_t load_security_id() const noexcept {
        return Int32::load(block_ + 8);
    }
    [[nodiscard]] std::uint32_t load_no_chunks() const noexcept {
        return Uint32::load(block_ + 12);
    }
    [[nodiscard]] std::uint32_t load_current_chunk() const noexcept {
        return Uint32::load(block_ + 16);
    }
    [[nodiscard]] std::uint64_t load_transact_time() const noexcept {
        return Uint64::load(block_ + 20);
    }
    [[nodiscard]] NoMDEntriesGroup no_md_entries() const noexcept {
        return NoMDEntriesGroup(sections_[0], message_end_, version_);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("LastMsgSeqNumProcessed", load_last_msg_seq_num_processed());
        visit("TotNumReports", load_tot_num_reports());
        visit("SecurityID", load_security_id());
        visit("NoChunks", load_no_chunks());
        visit("CurrentChunk", load_current_chunk());
        visit("TransactTime", load_transact_time());
        visit("NoMDEntries", no_md_entries());
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

/// Fills a NoMDEntries.
class SnapshotFullRefreshOrderBook::NoMDEntries::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_order_id(std::uint64_t value) noexcept {
        Uint64::store(block_ + 0, value);
    }
    void store_md_order_priority(std::optional<std::uint64_t> value) noexcept {
        sbe::Optional<Uint64, static_cast<std::uint64_t>(18446744073709551615ULL)>::store(block_ + 8, value);
    }
    void store_md_entry_px(const Price9& value) noexcept {
        sbe::Composite<Price9>::store(block_ + 16, value);
    }
    void store_md_display_qty(std::int32_t value) noexcept {
        Int32::store(block_ + 24, value);
    }
    void store_md_entry_type(MDEntryTypeBook value) noexcept {
        sbe::EnumField<MDEntryTypeBook, Char>::store(block_ + 28, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

/// Fills a SnapshotFullRefreshOrderBook.
class SnapshotFullRefreshOrderBook::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_last_msg_seq_num_processed(std::uint32_t value) noexcept {
        Uint32::store(block_ + 0, value);
    }
    void store_tot_num_reports(std::uint32_t value) noexcept {
        Uint32::store(block_ + 4, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 8, value);
    }
    void store_no_chunks(std::uint32_t value) noexcept {
        Uint32::store(block_ + 12, value);
    }
    void store_current_chunk(std::uint32_t value) noexcept {
        Uint32::store(block_ + 16, value);
    }
    void store_transact_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 20, value);
    }

    /// `count` entries; fill(encoder, index) for each.
    template <class Fill>
    void put_no_md_entries(std::size_t count, Fill&& fill) noexcept {
        if (enter(0)) {
            output_.put_group<NoMDEntries, GroupSize>(count, fill);
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
            output_.put_empty_group<NoMDEntries, GroupSize>();
        }
        next_ = part + 1;
        return output_.is_ok();
    }

    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
    unsigned next_ = 0;  ///< the first part that is not written
};

template <class Fill>
sbe::Encoded SnapshotFullRefreshOrderBook::encode(MutableBytes room, Fill&& fill) {
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

class MDInstrumentDefinitionFuture {
  public:
    static constexpr std::uint16_t kTemplateId = 54;
    static constexpr std::string_view kName = "MDInstrumentDefinitionFuture";
    static constexpr std::size_t kBlockLength = 216;
    static constexpr bool kIsFlat = false;

    class Encoder;

    class NoEvents {
      public:
        static constexpr std::string_view kName = "NoEvents";
        static constexpr std::size_t kBlockLength = 9;
        static constexpr bool kIsFlat = true;

        class Encoder;

        [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
            static_cast<void>(version);
            return 9;
        }

        [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
            block_ = block.at;
            version_ = block.version;
            return DecodeStatus::Ok;  // of a group whose length was checked
        }

        [[nodiscard]] std::uint8_t load_event_type() const noexcept {
            return Uint8::load(block_ + 0);
        }
        [[nodiscard]] std::uint64_t load_event_time() const noexcept {
            return Uint64::load(block_ + 1);
        }

        /// Calls visit(name, value) for each field, group and data, in the schema's order.
        void for_each_field(auto&& visit) const {
            visit("EventType", load_event_type());
            visit("EventTime", load_event_time());
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
    using NoEventsGroup = sbe::Group<NoEvents, GroupSize>;

    class NoMDFeedTypes {
      public:
        static constexpr std::string_view kName = "NoMDFeedTypes";
        static constexpr std::size_t kBlockLength = 4;
        static constexpr bool kIsFlat = true;

        class Encoder;

        [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
            static_cast<void>(version);
            return 4;
        }

        [[nodiscard, gnu::always_inline]] inline DecodeStatus open(const sbe::Block& block) noexcept {
            block_ = block.at;
            version_ = block.version;
            return DecodeStatus::Ok;  // of a group whose length was checked
        }

        [[nodiscard]] std::string_view load_md_feed_type() const noexcept {
            return sbe::Text<3>::load(block_ + 0);
        }
        [[nodiscard]] std::int8_t load_market_depth() const noexcept {
            return Int8::load(block_ + 3);
        }

        /// Calls visit(name, value) for each field, group and data, in the schema's order.
        void for_each_field(auto&& visit) const {
            visit("MDFeedType", load_md_feed_type());
            visit("MarketDepth", load_market_depth());
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
    using NoMDFeedTypesGroup = sbe::Group<NoMDFeedTypes, GroupSize>;

    [[nodiscard]] static constexpr std::size_t block_length_min(std::uint32_t version) noexcept {
        static_cast<void>(version);
        return 107;
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
            status = walk.group<NoEvents, GroupSize>(0, sections_[0]);
        }
        if (status == DecodeStatus::Ok) {
            status = walk.group<NoMDFeedTypes, GroupSize>(0, sections_[1]);
        }
        end_ = walk.position();
        return status;
    }

    [[nodiscard]] MatchEventIndicator load_match_event_indicator() const noexcept {
        return sbe::SetField<MatchEventIndicator, Uint8>::load(block_ + 0);
    }
    [[nodiscard]] std::optional<std::uint32_t> load_tot_num_reports() const noexcept {
        return sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::load(block_ + 1);
    }
    [[nodiscard]] SecurityUpdateAction load_security_update_action() const noexcept {
        return sbe::EnumField<SecurityUpdateAction, Char>::load(block_ + 5);
    }
    [[nodiscard]] std::uint64_t load_last_update_time() const noexcept {
        return Uint64::load(block_ + 6);
    }
    [[nodiscard]] SecurityTradingStatus load_md_security_trading_status() const noexcept {
        return sbe::EnumField<SecurityTradingStatus, Uint8>::load(block_ + 14);
    }
    [[nodiscard]] std::int16_t load_appl_id() const noexcept {
        return Int16::load(block_ + 15);
    }
    [[nodiscard]] std::uint8_t load_market_segment_id() const noexcept {
        return Uint8::load(block_ + 17);
    }
    [[nodiscard]] std::uint8_t load_underlying_product() const noexcept {
        return Uint8::load(block_ + 18);
    }
    [[nodiscard]] std::string_view load_security_exchange() const noexcept {
        return sbe::Text<4>::load(block_ + 19);
    }
    [[nodiscard]] std::string_view load_security_group() const noexcept {
        return sbe::Text<6>::load(block_ + 23);
    }
    [[nodiscard]] std::string_view load_asset() const noexcept {
        return sbe::Text<6>::load(block_ + 29);
    }
    [[nodiscard]] std::string_view load_symbol() const noexcept {
        return sbe::Text<20>::load(block_ + 35);
    }
    [[nodiscard]] std::int32_t load_security_id() const noexcept {
        return Int32::load(block_ + 55);
    }
    [[nodiscard]] std::string_view load_security_type() const noexcept {
        return sbe::Text<6>::load(block_ + 59);
    }
    [[nodiscard]] std::string_view load_cfi_code() const noexcept {
        return sbe::Text<6>::load(block_ + 65);
    }
    [[nodiscard]] std::string_view load_currency() const noexcept {
        return sbe::Text<3>::load(block_ + 76);
    }
    [[nodiscard]] std::string_view load_settl_currency() const noexcept {
        return sbe::Text<3>::load(block_ + 79);
    }
    [[nodiscard]] char load_match_algorithm() const noexcept {
        return Char::load(block_ + 82);
    }
    [[nodiscard]] std::uint32_t load_min_trade_vol() const noexcept {
        return Uint32::load(block_ + 83);
    }
    [[nodiscard]] std::uint32_t load_max_trade_vol() const noexcept {
        return Uint32::load(block_ + 87);
    }
    [[nodiscard]] const PriceNull9& load_min_price_increment() const noexcept {
        return sbe::Composite<PriceNull9>::load(block_ + 91);
    }
    [[nodiscard]] const Price9& load_display_factor() const noexcept {
        return sbe::Composite<Price9>::load(block_ + 99);
    }
    [[nodiscard]] NoEventsGroup no_events() const noexcept {
        return NoEventsGroup(sections_[0], message_end_, version_);
    }
    [[nodiscard]] NoMDFeedTypesGroup no_md_feed_types() const noexcept {
        return NoMDFeedTypesGroup(sections_[1], message_end_, version_);
    }

    /// Calls visit(name, value) for each field, group and data, in the schema's order.
    void for_each_field(auto&& visit) const {
        visit("MatchEventIndicator", load_match_event_indicator());
        visit("TotNumReports", load_tot_num_reports());
        visit("SecurityUpdateAction", load_security_update_action());
        visit("LastUpdateTime", load_last_update_time());
        visit("MDSecurityTradingStatus", load_md_security_trading_status());
        visit("ApplID", load_appl_id());
        visit("MarketSegmentID", load_market_segment_id());
        visit("UnderlyingProduct", load_underlying_product());
        visit("SecurityExchange", load_security_exchange());
        visit("SecurityGroup", load_security_group());
        visit("Asset", load_asset());
        visit("Symbol", load_symbol());
        visit("SecurityID", load_security_id());
        visit("SecurityType", load_security_type());
        visit("CFICode", load_cfi_code());
        visit("Currency", load_currency());
        visit("SettlCurrency", load_settl_currency());
        visit("MatchAlgorithm", load_match_algorithm());
        visit("MinTradeVol", load_min_trade_vol());
        visit("MaxTradeVol", load_max_trade_vol());
        visit("MinPriceIncrement", load_min_price_increment());
        visit("DisplayFactor", load_display_factor());
        visit("NoEvents", no_events());
        visit("NoMDFeedTypes", no_md_feed_types());
    }

    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Behind the last part that this schema has.
    [[nodiscard]] const std::byte* end() const noexcept { return end_; }

    /// A block whose optional fields are null and whose others are zero.
    static void clear(std::byte* block) noexcept {
        std::memset(block, 0, kBlockLength);
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block + 1, std::nullopt);
        sbe::Composite<PriceNull9>::store(block + 91, PriceNull9());
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

/// Fills a NoEvents.
class MDInstrumentDefinitionFuture::NoEvents::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_event_type(std::uint8_t value) noexcept {
        Uint8::store(block_ + 0, value);
    }
    void store_event_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 1, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

/// Fills a NoMDFeedTypes.
class MDInstrumentDefinitionFuture::NoMDFeedTypes::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_md_feed_type(std::string_view value) noexcept {
        sbe::Text<3>::store(block_ + 0, value);
    }
    void store_market_depth(std::int8_t value) noexcept {
        Int8::store(block_ + 3, value);
    }

    /// Writes the parts that are left as empty.
    void finish() noexcept {}

  private:
    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
};

/// Fills a MDInstrumentDefinitionFuture.
class MDInstrumentDefinitionFuture::Encoder {
  public:
    Encoder(std::byte* block, sbe::Output& output) noexcept : block_(block), output_(output) {}

    void store_match_event_indicator(MatchEventIndicator value) noexcept {
        sbe::SetField<MatchEventIndicator, Uint8>::store(block_ + 0, value);
    }
    void store_tot_num_reports(std::optional<std::uint32_t> value) noexcept {
        sbe::Optional<Uint32, static_cast<std::uint32_t>(4294967295ULL)>::store(block_ + 1, value);
    }
    void store_security_update_action(SecurityUpdateAction value) noexcept {
        sbe::EnumField<SecurityUpdateAction, Char>::store(block_ + 5, value);
    }
    void store_last_update_time(std::uint64_t value) noexcept {
        Uint64::store(block_ + 6, value);
    }
    void store_md_security_trading_status(SecurityTradingStatus value) noexcept {
        sbe::EnumField<SecurityTradingStatus, Uint8>::store(block_ + 14, value);
    }
    void store_appl_id(std::int16_t value) noexcept {
        Int16::store(block_ + 15, value);
    }
    void store_market_segment_id(std::uint8_t value) noexcept {
        Uint8::store(block_ + 17, value);
    }
    void store_underlying_product(std::uint8_t value) noexcept {
        Uint8::store(block_ + 18, value);
    }
    void store_security_exchange(std::string_view value) noexcept {
        sbe::Text<4>::store(block_ + 19, value);
    }
    void store_security_group(std::string_view value) noexcept {
        sbe::Text<6>::store(block_ + 23, value);
    }
    void store_asset(std::string_view value) noexcept {
        sbe::Text<6>::store(block_ + 29, value);
    }
    void store_symbol(std::string_view value) noexcept {
        sbe::Text<20>::store(block_ + 35, value);
    }
    void store_security_id(std::int32_t value) noexcept {
        Int32::store(block_ + 55, value);
    }
    void store_security_type(std::string_view value) noexcept {
        sbe::Text<6>::store(block_ + 59, value);
    }
    void store_cfi_code(std::string_view value) noexcept {
        sbe::Text<6>::store(block_ + 65, value);
    }
    void store_currency(std::string_view value) noexcept {
        sbe::Text<3>::store(block_ + 76, value);
    }
    void store_settl_currency(std::string_view value) noexcept {
        sbe::Text<3>::store(block_ + 79, value);
    }
    void store_match_algorithm(char value) noexcept {
        Char::store(block_ + 82, value);
    }
    void store_min_trade_vol(std::uint32_t value) noexcept {
        Uint32::store(block_ + 83, value);
    }
    void store_max_trade_vol(std::uint32_t value) noexcept {
        Uint32::store(block_ + 87, value);
    }
    void store_min_price_increment(const PriceNull9& value) noexcept {
        sbe::Composite<PriceNull9>::store(block_ + 91, value);
    }
    void store_display_factor(const Price9& value) noexcept {
        sbe::Composite<Price9>::store(block_ + 99, value);
    }

    /// `count` entries; fill(encoder, index) for each.
    template <class Fill>
    void put_no_events(std::size_t count, Fill&& fill) noexcept {
        if (enter(0)) {
            output_.put_group<NoEvents, GroupSize>(count, fill);
        }
    }

    /// `count` entries; fill(encoder, index) for each.
    template <class Fill>
    void put_no_md_feed_types(std::size_t count, Fill&& fill) noexcept {
        if (enter(1)) {
            output_.put_group<NoMDFeedTypes, GroupSize>(count, fill);
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
            output_.put_empty_group<NoEvents, GroupSize>();
        }
        if (next_ <= 1 && part > 1) {
            output_.put_empty_group<NoMDFeedTypes, GroupSize>();
        }
        next_ = part + 1;
        return output_.is_ok();
    }

    [[maybe_unused]] std::byte* block_;
    [[maybe_unused]] sbe::Output& output_;
    unsigned next_ = 0;  ///< the first part that is not written
};

template <class Fill>
sbe::Encoded MDInstrumentDefinitionFuture::encode(MutableBytes room, Fill&& fill) {
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
    void on_channel_reset(const ChannelReset&) noexcept {}
    void on_admin_heartbeat(const AdminHeartbeat&) noexcept {}
    void on_security_status(const SecurityStatus&) noexcept {}
    void on_md_incremental_refresh_book(const MDIncrementalRefreshBook&) noexcept {}
    void on_md_incremental_refresh_order_book(const MDIncrementalRefreshOrderBook&) noexcept {}
    void on_md_incremental_refresh_trade_summary(const MDIncrementalRefreshTradeSummary&) noexcept {}
    void on_snapshot_full_refresh(const SnapshotFullRefresh&) noexcept {}
    void on_snapshot_full_refresh_order_book(const SnapshotFullRefreshOrderBook&) noexcept {}
    void on_md_instrument_definition_future(const MDInstrumentDefinitionFuture&) noexcept {}
};

namespace detail {
    void dispatch(auto& l, const ChannelReset& m) { l.on_channel_reset(m); }
    void dispatch(auto& l, const AdminHeartbeat& m) { l.on_admin_heartbeat(m); }
    void dispatch(auto& l, const SecurityStatus& m) { l.on_security_status(m); }
    void dispatch(auto& l, const MDIncrementalRefreshBook& m) { l.on_md_incremental_refresh_book(m); }
    void dispatch(auto& l, const MDIncrementalRefreshOrderBook& m) { l.on_md_incremental_refresh_order_book(m); }
    void dispatch(auto& l, const MDIncrementalRefreshTradeSummary& m) { l.on_md_incremental_refresh_trade_summary(m); }
    void dispatch(auto& l, const SnapshotFullRefresh& m) { l.on_snapshot_full_refresh(m); }
    void dispatch(auto& l, const SnapshotFullRefreshOrderBook& m) { l.on_snapshot_full_refresh_order_book(m); }
    void dispatch(auto& l, const MDInstrumentDefinitionFuture& m) { l.on_md_instrument_definition_future(m); }

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
        case ChannelReset::kTemplateId:
            return detail::deliver<ChannelReset>(block, visit);
        case AdminHeartbeat::kTemplateId:
            return detail::deliver<AdminHeartbeat>(block, visit);
        case SecurityStatus::kTemplateId:
            return detail::deliver<SecurityStatus>(block, visit);
        case MDIncrementalRefreshBook::kTemplateId:
            return detail::deliver<MDIncrementalRefreshBook>(block, visit);
        case MDIncrementalRefreshOrderBook::kTemplateId:
            return detail::deliver<MDIncrementalRefreshOrderBook>(block, visit);
        case MDIncrementalRefreshTradeSummary::kTemplateId:
            return detail::deliver<MDIncrementalRefreshTradeSummary>(block, visit);
        case SnapshotFullRefresh::kTemplateId:
            return detail::deliver<SnapshotFullRefresh>(block, visit);
        case SnapshotFullRefreshOrderBook::kTemplateId:
            return detail::deliver<SnapshotFullRefreshOrderBook>(block, visit);
        case MDInstrumentDefinitionFuture::kTemplateId:
            return detail::deliver<MDInstrumentDefinitionFuture>(block, visit);
        default:
            return DecodeStatus::UnknownType;
    }
}

/// Calls the function of `listener` for this message; none unless the result is Ok.
template <class Listener>
[[nodiscard, gnu::always_inline]] inline DecodeStatus decode(Bytes message, Listener& listener) {
    return visit_message(message, [&](const auto& m) { detail::dispatch(listener, m); });
}

}  // namespace hotpath::protocols::cme::mdp3
