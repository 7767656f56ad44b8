// The table of the dialects' differences, read in both directions.

#include "hotpath/protocols/fix/dialect.hpp"

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/dialect_dictionary.hpp"

namespace hotpath::protocols::fix {
namespace {

constexpr ExecKind kKinds[] = {
    ExecKind::New,         ExecKind::Trade,         ExecKind::TradeCorrect,
    ExecKind::TradeCancel, ExecKind::DoneForDay,    ExecKind::Canceled,
    ExecKind::Replaced,    ExecKind::PendingCancel, ExecKind::PendingReplace,
    ExecKind::Rejected,    ExecKind::Expired,       ExecKind::Restated,
    ExecKind::Status};

TEST(Dialect, IsFoundByItsBeginString) {
    EXPECT_EQ(dialect_of("FIX.4.2"), &kDialect42);
    EXPECT_EQ(dialect_of("FIX.4.4"), &kDialect44);
    EXPECT_EQ(dialect_of("FIX.4.3"), nullptr);
    EXPECT_EQ(dialect_of(""), nullptr);
}

TEST(Dialect, ReadsBackWhatItWrote) {
    for (const Dialect* dialect : {&kDialect42, &kDialect44}) {
        for (const ExecKind kind : kKinds) {
            for (const char status : {ord_status::kPartiallyFilled, ord_status::kFilled}) {
                EXPECT_EQ(to_kind(*dialect, to_codes(*dialect, kind, status)), kind)
                    << dialect->begin_string << static_cast<int>(kind);
            }
        }
    }
}

TEST(Dialect, HasOneDictionaryForAProcess) {
    for (const Dialect* dialect : {&kDialect42, &kDialect44}) {
        const Dictionary& dictionary = dictionary_of(*dialect);
        EXPECT_EQ(dictionary.begin_string(), dialect->begin_string);
        EXPECT_EQ(&dictionary_of(*dialect), &dictionary);
    }
}

TEST(Dialect, ItsCodesAreThoseOfTheDictionary) {
    const struct {
        const Dialect* dialect;
        const DictionaryTables* tables;
    } kVersions[] = {{&kDialect42, &kFix42}, {&kDialect44, &kFix44}};
    for (const auto& version : kVersions) {
        const auto dictionary = *Dictionary::create(*version.tables);
        EXPECT_EQ(dictionary.begin_string(), version.dialect->begin_string);
        const FieldRow& exec_type = *dictionary.field(tag::kExecType);
        const FieldRow& trans_type = *dictionary.field(tag::kExecTransType);
        for (const ExecKind kind : kKinds) {
            const ExecCodes codes = to_codes(*version.dialect, kind, ord_status::kFilled);
            EXPECT_TRUE(dictionary.may_have(exec_type, {&codes.type, 1})) << codes.type;
            EXPECT_EQ(codes.trans_type != 0, version.dialect->has_exec_trans_type);
            EXPECT_TRUE(codes.trans_type == 0 ||
                        dictionary.may_have(trans_type, {&codes.trans_type, 1}));
        }
        const auto report = *dictionary.message("8");
        EXPECT_EQ(dictionary.member(report, tag::kExecTransType) != nullptr,
                  version.dialect->has_exec_trans_type);
        EXPECT_EQ(dictionary.member(report, tag::kNoPartyIds) != nullptr,
                  version.dialect->has_parties);
        EXPECT_EQ(dictionary.member(report, tag::kLastLiquidityInd) != nullptr,
                  version.dialect->has_liquidity);
        EXPECT_EQ(dictionary.message("q").has_value(), version.dialect->has_mass_cancel);
        EXPECT_EQ(dictionary.may_have(*dictionary.field(tag::kOrdStatus), "5"),
                  version.dialect->has_replaced_status);
        EXPECT_EQ(dictionary.member(*dictionary.message("D"), tag::kHandlInst)->is_required,
                  version.dialect->has_handl_inst);
    }
}

}  // namespace
}  // namespace hotpath::protocols::fix
