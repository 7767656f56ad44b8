#pragma once
/// ReportFields: the fields of a venue's message that a report is made of: their places are found in
/// one pass over the tags, or remembered; a value is looked at when it is asked for.
///
/// Views of the field list and of its message; empty where it has no such field. Of a field that
/// comes twice the last counts. What is in a group is not looked at apart: no group of these
/// messages has one of these tags. Threads: a value. Allocation: none. Complexity: of() O(fields),
/// a value O(1).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/field_text.hpp"
#include "hotpath/protocols/fix/tags.hpp"

namespace hotpath::protocols::fix {

class ReportFields {
  public:
    using Text = protocols::fix::FieldText;
    class Remembered;

    /// `fields` must outlive it, and have at most 2^16 - 1 fields.
    [[nodiscard]] static ReportFields of(const protocols::fix::FieldList& fields) noexcept;
    /// The same, without a look at each tag when an earlier message had the same tags.
    [[nodiscard]] static ReportFields of(const protocols::fix::FieldList& fields,
                                         Remembered& remembered) noexcept;

    [[nodiscard]] Text msg_type() const noexcept { return at(Wanted::MsgType); }
    [[nodiscard]] Text cl_ord_id() const noexcept { return at(Wanted::ClOrdId); }
    [[nodiscard]] Text orig_cl_ord_id() const noexcept { return at(Wanted::OrigClOrdId); }
    [[nodiscard]] Text order_id() const noexcept { return at(Wanted::OrderId); }
    [[nodiscard]] Text exec_id() const noexcept { return at(Wanted::ExecId); }
    [[nodiscard]] Text exec_ref_id() const noexcept { return at(Wanted::ExecRefId); }
    [[nodiscard]] Text symbol() const noexcept { return at(Wanted::Symbol); }
    [[nodiscard]] Text price() const noexcept { return at(Wanted::Price); }
    [[nodiscard]] Text order_qty() const noexcept { return at(Wanted::OrderQty); }
    [[nodiscard]] Text leaves_qty() const noexcept { return at(Wanted::LeavesQty); }
    [[nodiscard]] Text last_qty() const noexcept { return at(Wanted::LastQty); }
    [[nodiscard]] Text last_price() const noexcept { return at(Wanted::LastPrice); }
    /// OrdRejReason, CxlRejReason or BusinessRejectReason.
    [[nodiscard]] Text reason() const noexcept { return at(Wanted::Reason); }
    /// BusinessRejectRefID.
    [[nodiscard]] Text ref_id() const noexcept { return at(Wanted::RefId); }
    [[nodiscard]] Text exec_inst() const noexcept { return at(Wanted::ExecInst); }
    [[nodiscard]] Text test_req_id() const noexcept { return at(Wanted::TestReqId); }
    // Codes are one character: a longer one is none of them (to_code()).
    [[nodiscard]] Text exec_trans_type() const noexcept { return at(Wanted::ExecTransType); }
    [[nodiscard]] Text exec_type() const noexcept { return at(Wanted::ExecType); }
    [[nodiscard]] Text side() const noexcept { return at(Wanted::Side); }
    [[nodiscard]] Text time_in_force() const noexcept { return at(Wanted::TimeInForce); }
    [[nodiscard]] Text liquidity() const noexcept { return at(Wanted::Liquidity); }
    [[nodiscard]] Text restatement() const noexcept { return at(Wanted::Restatement); }

  private:
    enum class Wanted : std::uint8_t {
        Other,  // all other tags
        MsgType,
        ClOrdId,
        OrigClOrdId,
        OrderId,
        ExecId,
        ExecRefId,
        Symbol,
        Price,
        OrderQty,
        LeavesQty,
        LastQty,
        LastPrice,
        Reason,
        RefId,
        ExecInst,
        TestReqId,
        ExecTransType,
        ExecType,
        Side,
        TimeInForce,
        Liquidity,
        Restatement,
    };
    static constexpr std::size_t kWanted = 1 + static_cast<std::size_t>(Wanted::Restatement);
    using Places = std::array<std::uint16_t, kWanted>;  // 1 + that of the field; 0: it has none
    struct Tables;

    explicit ReportFields(const protocols::fix::FieldList& fields) noexcept : fields_(&fields) {}

    [[nodiscard]] Text at(Wanted wanted) const noexcept {
        const std::size_t place = places_[static_cast<std::size_t>(wanted)];
        return place == 0 ? Text{} : fields_->text(place - 1);
    }

    const protocols::fix::FieldList* fields_;
    Places places_{};
};

/// The places by the tags of a few earlier messages; the oldest makes room.
class ReportFields::Remembered {
  public:
    /// The places for a message with these tags; nullptr if no earlier message had them.
    [[nodiscard]] const Places* find(std::span<const protocols::fix::Tag> tags) noexcept;
    void remember(std::span<const protocols::fix::Tag> tags, const Places& places) noexcept;

  private:
    static constexpr std::size_t kMessages = 8;
    static constexpr std::size_t kFieldsMax = 64;

    struct Message {
        std::size_t size = 0;  // 0: none
        std::array<protocols::fix::Tag, kFieldsMax> tags{};
        Places places{};
    };

    std::array<Message, kMessages> messages_{};
    std::size_t last_ = 0;  // the one that was found last
    std::size_t next_ = 0;  // to be replaced
};

}  // namespace hotpath::protocols::fix
