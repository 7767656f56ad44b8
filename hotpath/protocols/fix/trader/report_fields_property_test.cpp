// The fields of a report, found by the tags of earlier messages, are those of a search in each
// message.

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/fix/trader/report_fields.hpp"
#include "tests/support/fix_messages.hpp"
#include "tests/support/seeds.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::protocols::fix {
namespace {

using Text = protocols::fix::FieldText;
using Getter = Text (ReportFields::*)() const noexcept;

constexpr std::array<std::pair<protocols::fix::Tag, Getter>, 21> kFields = {{
    {tag::kMsgType, &ReportFields::msg_type},
    {tag::kClOrdId, &ReportFields::cl_ord_id},
    {tag::kOrigClOrdId, &ReportFields::orig_cl_ord_id},
    {tag::kOrderId, &ReportFields::order_id},
    {tag::kExecId, &ReportFields::exec_id},
    {tag::kExecRefId, &ReportFields::exec_ref_id},
    {tag::kSymbol, &ReportFields::symbol},
    {tag::kPrice, &ReportFields::price},
    {tag::kOrderQty, &ReportFields::order_qty},
    {tag::kLeavesQty, &ReportFields::leaves_qty},
    {tag::kLastQty, &ReportFields::last_qty},
    {tag::kLastPx, &ReportFields::last_price},
    {tag::kBusinessRejectRefId, &ReportFields::ref_id},
    {tag::kExecInst, &ReportFields::exec_inst},
    {tag::kTestReqId, &ReportFields::test_req_id},
    {tag::kExecTransType, &ReportFields::exec_trans_type},
    {tag::kExecType, &ReportFields::exec_type},
    {tag::kSide, &ReportFields::side},
    {tag::kTimeInForce, &ReportFields::time_in_force},
    {tag::kLastLiquidityInd, &ReportFields::liquidity},
    {tag::kExecRestatementReason, &ReportFields::restatement},
}};

/// The last one with a tag; empty when there is none.
std::string_view last_value(const protocols::fix::FieldList& fields,
                            std::initializer_list<protocols::fix::Tag> tags) {
    std::string_view last;
    for (const protocols::fix::Field field : fields) {
        for (const protocols::fix::Tag wanted : tags) {
            last = field.tag == wanted ? field.value : last;
        }
    }
    return last;
}

/// Mostly of a few layouts; with or without a header, at times with a field twice, or very many.
std::string random_message(Random& random) {
    std::string text = random.one_in(2) ? "8=FIX.4.4|9=1|35=8|34=2|" : "35=8|";
    const std::uint64_t kept =
        random.one_in(4) ? random.below(1U << 21U) : random.below(12) * 9'999;
    for (std::size_t i = 1; i < kFields.size(); ++i) {
        if ((kept >> i & 1U) != 0) {
            text +=
                std::to_string(kFields[i].first) + '=' + std::to_string(random.below(9'999)) + '|';
        }
    }
    constexpr std::array kOthers = {"103=1|",   "102=2|",  "380=3|", "11=again|",
                                    "58=text|", "5001=x|", "x=1|"};
    while (random.one_in(3)) {
        text += kOthers[random.below(kOthers.size())];
    }
    for (std::uint64_t more = random.one_in(50) ? 70 : 0; more > 0; --more) {
        text += "58=more|";
    }
    return support::with_soh(text + (random.one_in(2) ? "10=123|" : ""));
}

TEST(FixReportFields, ThoseOfARememberedLayoutAreThoseOfASearch) {
    Random random(support::seed_of_this_test(61));
    protocols::fix::FieldList list{protocols::fix::DataFields{}};
    ReportFields::Remembered remembered;
    for (int n = 0; n < (support::is_long_run() ? 1'000'000 : 30'000); ++n) {
        const std::string message = random_message(random);
        static_cast<void>(list.split(support::view_of(message)));
        const ReportFields once = ReportFields::of(list);
        const ReportFields again = ReportFields::of(list, remembered);
        for (const auto& [wanted, value] : kFields) {
            ASSERT_EQ((once.*value)(), last_value(list, {wanted})) << message;
            ASSERT_EQ((again.*value)(), last_value(list, {wanted})) << message;
            ASSERT_EQ((again.*value)().tail, (once.*value)().tail) << message;
        }
        const std::string_view reason =
            last_value(list, {tag::kOrdRejReason, tag::kCxlRejReason, tag::kBusinessRejectReason});
        ASSERT_EQ(once.reason(), reason) << message;
        ASSERT_EQ(again.reason(), reason) << message;
    }
}

}  // namespace
}  // namespace hotpath::protocols::fix
