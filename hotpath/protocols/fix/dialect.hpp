#pragma once
/// Where order entry differs between FIX versions: one row a version, which both the trader's codec
/// and the venue read. Code elsewhere has no `if` about a version's name.
///
///   |                        | FIX 4.2                      | FIX 4.4
///   | a report's kind        | ExecTransType and ExecType   | ExecType alone
///   | an execution           | ExecType 1 or 2, by status   | ExecType F (Trade)
///   | corrected, canceled    | ExecTransType 2, 1           | ExecType G, H
///   | answer to a status     | ExecTransType 3              | ExecType I
///   | status of a replaced   | OrdStatus 5                  | that of the order: 0, 1
///   | HandlInst              | required                     | optional
///   | mass cancel            | none                         | messages q and r
///   | the client of a copy   | ClientID (109)               | Parties, PartyRole 3
///   | reject reasons above   | 0 (broker option)            | themselves
///
/// Threads: constants. Allocation: none. Complexity: O(1). Source: FIX 4.2 and 4.4, volume 4,
/// ExecutionReport and order state changes (appendix D).

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/dictionary_tables.hpp"

namespace hotpath::protocols::fix {

/// The subject of a report, in either version.
enum class ExecKind : std::uint8_t {
    Other,  // changes nothing: stopped, suspended, calculated, pending new
    New,
    Trade,
    TradeCorrect,
    TradeCancel,
    DoneForDay,
    Canceled,
    Replaced,
    PendingCancel,
    PendingReplace,
    Rejected,
    Expired,
    Restated,
    Status,
};

struct Dialect {
    std::string_view begin_string;
    const DictionaryTables* tables = nullptr;  // of its messages
    bool has_exec_trans_type = false;
    bool has_replaced_status = false;
    bool has_handl_inst = false;
    bool has_mass_cancel = false;
    bool has_parties = false;
    bool has_liquidity = false;             // LastLiquidityInd
    std::uint16_t ord_rej_reason_last = 0;  // above it a reason is 0
    std::uint16_t cxl_rej_reason_last = 0;  // above it a reason is 2 (broker option)
};

inline constexpr Dialect kDialect42{.begin_string = "FIX.4.2",
                                    .tables = &kFix42,
                                    .has_exec_trans_type = true,
                                    .has_replaced_status = true,
                                    .has_handl_inst = true,
                                    .ord_rej_reason_last = 8,
                                    .cxl_rej_reason_last = 3};
inline constexpr Dialect kDialect44{.begin_string = "FIX.4.4",
                                    .tables = &kFix44,
                                    .has_mass_cancel = true,
                                    .has_parties = true,
                                    .has_liquidity = true,
                                    .ord_rej_reason_last = 99,
                                    .cxl_rej_reason_last = 99};

/// nullptr: no dialect has this BeginString.
[[nodiscard]] constexpr const Dialect* dialect_of(std::string_view begin_string) noexcept {
    for (const Dialect* dialect : {&kDialect42, &kDialect44}) {
        if (dialect->begin_string == begin_string) {
            return dialect;
        }
    }
    return nullptr;
}

/// ExecTransType (20) and ExecType (150); 20 is 0 where the version has none.
struct ExecCodes {
    char trans_type = 0;
    char type = 0;

    friend constexpr bool operator==(ExecCodes, ExecCodes) = default;
};

namespace detail {

inline constexpr char kTransNew = '0';
inline constexpr char kTransCancel = '1';
inline constexpr char kTransCorrect = '2';
inline constexpr char kTransStatus = '3';

struct ExecRow {
    ExecKind kind;
    char type;        // of a version without ExecTransType, and of both where trans_type is 0
    char trans_type;  // of the other; 0: ExecType says it
};

/// In the order of ExecKind.
inline constexpr ExecRow kExecRows[] = {
    {ExecKind::Other, 'A', 0},
    {ExecKind::New, '0', 0},
    {ExecKind::Trade, 'F', kTransNew},
    {ExecKind::TradeCorrect, 'G', kTransCorrect},
    {ExecKind::TradeCancel, 'H', kTransCancel},
    {ExecKind::DoneForDay, '3', 0},
    {ExecKind::Canceled, '4', 0},
    {ExecKind::Replaced, '5', 0},
    {ExecKind::PendingCancel, '6', 0},
    {ExecKind::PendingReplace, 'E', 0},
    {ExecKind::Rejected, '8', 0},
    {ExecKind::Expired, 'C', 0},
    {ExecKind::Restated, 'D', 0},
    {ExecKind::Status, 'I', kTransStatus},
};

}  // namespace detail

/// The codes of a report. In FIX 4.2 the ExecType of an execution, and of what is about one, is the
/// order's status.
[[nodiscard]] constexpr ExecCodes to_codes(const Dialect& dialect, ExecKind kind,
                                           char ord_status) noexcept {
    const detail::ExecRow& row = detail::kExecRows[static_cast<std::size_t>(kind)];
    if (!dialect.has_exec_trans_type) {
        return {0, row.type};
    }
    return row.trans_type == 0 ? ExecCodes{detail::kTransNew, row.type}
                               : ExecCodes{row.trans_type, ord_status};
}

/// The meaning of a report's codes.
[[nodiscard]] constexpr ExecKind to_kind(const Dialect& dialect, ExecCodes codes) noexcept {
    if (dialect.has_exec_trans_type) {
        switch (codes.trans_type) {
            case detail::kTransNew:
                break;
            case detail::kTransCancel:
                return ExecKind::TradeCancel;
            case detail::kTransCorrect:
                return ExecKind::TradeCorrect;
            default:
                return ExecKind::Status;
        }
    }
    // Also of a venue whose 4.4 has kept the earlier codes: an execution must never be missed.
    if (codes.type == ord_status::kPartiallyFilled || codes.type == ord_status::kFilled) {
        return ExecKind::Trade;
    }
    for (const detail::ExecRow& row : detail::kExecRows) {
        if (row.type == codes.type && (row.trans_type == 0 || !dialect.has_exec_trans_type)) {
            return row.kind;
        }
    }
    return ExecKind::Other;
}

}  // namespace hotpath::protocols::fix
