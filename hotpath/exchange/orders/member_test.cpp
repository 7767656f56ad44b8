// Member: an operator's limits of one user; and the lists in which reports wait.

#include "hotpath/exchange/orders/member.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/exchange/orders/report_list.hpp"
#include "hotpath/exchange/orders/report_outbox.hpp"

namespace hotpath::exchange {
namespace {

using LimitKind = LimitChange::Kind;

LimitChanges one_change(MemberLimit which, const LimitChange& change) {
    LimitChanges changes{};
    changes[static_cast<std::size_t>(which)] = change;
    return changes;
}

Member loaded_member(StateReader& reader) {
    Member member;
    member.load(reader);
    return member;
}

TEST(Member, EachLimitIsSetKeptAndGivenBackToTheConfiguration) {
    for (const MemberLimit which : {MemberLimit::OrderRate, MemberLimit::OrderValue,
                                    MemberLimit::Collar, MemberLimit::Exposure}) {
        Member member;
        EXPECT_TRUE(member.is_plain());
        member.apply(one_change(which, {LimitKind::Set, 12}));
        EXPECT_EQ(member.limit(which), 12);
        EXPECT_TRUE(member.has_limits());
        EXPECT_FALSE(member.is_plain());
        member.apply(one_change(which, {LimitKind::Keep, 99}));
        EXPECT_EQ(member.limit(which), 12);
        member.apply(one_change(which, {LimitKind::Set, 0}));
        EXPECT_EQ(member.limit(which), 0) << "no limit, by an operator";
        EXPECT_TRUE(member.has_limits());
        member.apply(one_change(which, {LimitKind::Configured, 99}));
        EXPECT_FALSE(member.limit(which).has_value());
        EXPECT_TRUE(member.is_plain());
    }
}

TEST(Member, ASuspendedOneIsNotPlainWithoutLimits) {
    const Member member{.is_suspended = true};
    EXPECT_FALSE(member.has_limits());
    EXPECT_FALSE(member.is_plain());
}

TEST(Member, IsTheSameAfterALoad) {
    Member member{.is_suspended = true};
    member.apply(one_change(MemberLimit::OrderRate, {LimitKind::Set, 0}));
    member.apply(one_change(MemberLimit::Exposure, {LimitKind::Set, 1'000'000'000'000}));
    StateWriter writer;
    member.save(writer);
    EXPECT_EQ(writer.bytes().size(), 1U + 4 * 9);
    StateReader reader(writer.bytes());
    const Member again = loaded_member(reader);
    EXPECT_TRUE(reader.is_done());
    EXPECT_TRUE(again.is_suspended);
    EXPECT_EQ(again.set, member.set);
}

TEST(Member, ANegativeLimitIsRefused) {
    for (const std::int64_t value : {std::int64_t{0}, std::int64_t{-1}}) {
        StateWriter writer;
        Member{.set = {std::nullopt, std::nullopt, value, std::nullopt}}.save(writer);
        StateReader reader(writer.bytes());
        static_cast<void>(loaded_member(reader));
        EXPECT_EQ(reader.is_ok(), value == 0);
    }
}

TEST(ReportOutbox, KeepsReportsOfEachLengthInOrder) {
    ReportOutbox outbox(3, 4);
    const std::array<std::byte, 4> bytes{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
    for (int turn = 0; turn < 2; ++turn) {
        outbox.append({7}, Bytes(bytes).first(4));
        outbox.append({8}, {});
        outbox.append({7}, Bytes(bytes).subspan(1, 1));
        ASSERT_EQ(outbox.reports().size(), 3U);
        EXPECT_EQ(outbox.reports()[0].session, SessionId{7});
        EXPECT_EQ(outbox.reports()[1].session, SessionId{8});
        EXPECT_TRUE(std::ranges::equal(outbox.reports()[0].message, bytes));
        EXPECT_TRUE(outbox.reports()[1].message.empty());
        ASSERT_EQ(outbox.reports()[2].message.size(), 1U);
        EXPECT_EQ(outbox.reports()[2].message[0], std::byte{2});
        outbox.clear();
        EXPECT_TRUE(outbox.reports().empty());
    }
}

TEST(ReportOutbox, HasRoomForTheLargestInput) {
    EXPECT_EQ(
        reports_of_input_max({.session_orders_max = 100, .executions_per_command_max = 1'000}),
        4'000U + 100 + 128);
}

TEST(ReportOutboxDeathTest, AReportTooManyOrTooLongIsOurBug) {
    const std::array<std::byte, 5> bytes{};
    ReportOutbox outbox(1, 4);
    EXPECT_DEATH(outbox.append({0}, bytes), "clear\\(\\) after every input");
    outbox.append({0}, Bytes(bytes).first(4));
    EXPECT_DEATH(outbox.append({0}, {}), "clear\\(\\) after every input");
}

TEST(ReportList, MakesEventsWhereTheyLieWithSessionAndTime) {
    ReportList list(2);
    list.append<report::NextNumber>({3}, Time{5}, ClOrdId{9});
    auto& modified = list.append<report::Modified>({4}, Time{6});
    modified.qty = {11};
    ASSERT_EQ(list.reports().size(), 2U);
    EXPECT_EQ(list.reports()[0].session, SessionId{3});
    EXPECT_EQ(list.reports()[0].time, Time{5});
    EXPECT_EQ(std::get<report::NextNumber>(list.reports()[0].event).number, ClOrdId{9});
    EXPECT_EQ(std::get<report::Modified>(list.reports()[1].event).qty, Qty{11});
    list.clear();
    EXPECT_TRUE(list.reports().empty());
}

TEST(ReportListDeathTest, AReportTooManyIsOurBug) {
    ReportList list(1);
    list.append<report::NextNumber>({0}, Time{});
    EXPECT_DEATH(list.append<report::NextNumber>({0}, Time{}), "clear\\(\\) after every command");
}

}  // namespace
}  // namespace hotpath::exchange
