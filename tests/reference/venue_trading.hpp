#pragma once
/// VenueTrading: the fixture of tests that state what a venue matcher does, command by command. Each
/// runs on VenueMatcher and on its reference implementation.
///
/// The matchers are called through virtual functions, so that a test is compiled once. Threads: one
/// owner. Allocation: everywhere.

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/match/venue_matcher.hpp"
#include "tests/reference/reference_venue_matcher.hpp"
#include "tests/reference/venue_event_text.hpp"

namespace hotpath::match {

class AnyVenueMatcher {
  public:
    virtual ~AnyVenueMatcher() = default;
    virtual void set_rules(InstrumentId instrument, const InstrumentRules& rules) = 0;
    virtual MatchStatus set_phase(InstrumentId instrument, Phase phase, VenueEventLog& log) = 0;
    virtual Progress set_bands(InstrumentId instrument, const PriceBands& bands,
                               VenueEventLog& log) = 0;
    virtual MatchStatus enter(const NewOrder& order, const Conditions& asked,
                              VenueEventLog& log) = 0;
    virtual MatchStatus cancel(OrderId id, VenueEventLog& log) = 0;
    virtual MatchStatus reduce(OrderId id, Qty qty, VenueEventLog& log) = 0;
    virtual MatchStatus replace(OrderId original, const book::Replacement& now,
                                VenueEventLog& log) = 0;
    virtual Progress cross(const CrossRequest& request, VenueEventLog& log) = 0;
    virtual Indication indicate(const CrossRequest& request) = 0;
    virtual Progress end_day(InstrumentId instrument, VenueEventLog& log) = 0;
};

template <class Wrapped>
class VenueMatcherOf final : public AnyVenueMatcher {
  public:
    explicit VenueMatcherOf(Wrapped matcher) : matcher_(std::move(matcher)) {}
    void set_rules(InstrumentId instrument, const InstrumentRules& rules) override {
        matcher_.set_rules(instrument, rules);
    }
    MatchStatus set_phase(InstrumentId instrument, Phase phase, VenueEventLog& log) override {
        return matcher_.set_phase(instrument, phase, log);
    }
    Progress set_bands(InstrumentId instrument, const PriceBands& bands,
                       VenueEventLog& log) override {
        return matcher_.set_bands(instrument, bands, log);
    }
    /// Without conditions by the function of plain orders.
    MatchStatus enter(const NewOrder& order, const Conditions& asked, VenueEventLog& log) override {
        return asked == Conditions{} ? matcher_.enter(order, log)
                                     : matcher_.enter(order, asked, log);
    }
    MatchStatus cancel(OrderId id, VenueEventLog& log) override { return matcher_.cancel(id, log); }
    MatchStatus reduce(OrderId id, Qty qty, VenueEventLog& log) override {
        return matcher_.reduce(id, qty, log);
    }
    MatchStatus replace(OrderId original, const book::Replacement& now,
                        VenueEventLog& log) override {
        return matcher_.replace(original, now, log);
    }
    Progress cross(const CrossRequest& request, VenueEventLog& log) override {
        return matcher_.cross(request, log);
    }
    Indication indicate(const CrossRequest& request) override { return matcher_.indicate(request); }
    Progress end_day(InstrumentId instrument, VenueEventLog& log) override {
        return matcher_.end_day(instrument, log);
    }

  private:
    Wrapped matcher_;
};

inline constexpr InstrumentId kTraded{3};
inline constexpr VenueMatcherOptions kTradedVenue{
    .matcher = {.books = {.orders_max = 1'000,
                          .levels_max = 1'000,
                          .instruments_max = 5,
                          .huge_pages = HugePages::Never}},
    .held_orders_max = 256,
    .pegs_per_side_max = 8,
    .cross_levels_max = 64};

struct VenueMatcherKind {
    std::string_view name;
    std::unique_ptr<AnyVenueMatcher> (*make)() = nullptr;

    friend void PrintTo(const VenueMatcherKind& kind, std::ostream* out) { *out << kind.name; }
};

inline const VenueMatcherKind kVenueMatchers[] = {
    {"the matcher",
     []() -> std::unique_ptr<AnyVenueMatcher> {
         return std::make_unique<VenueMatcherOf<VenueMatcher>>(
             std::move(*VenueMatcher::create(kTradedVenue)));
     }},
    {"the reference matcher", []() -> std::unique_ptr<AnyVenueMatcher> {
         return std::make_unique<VenueMatcherOf<ReferenceVenueMatcher>>(
             ReferenceVenueMatcher(kTradedVenue.matcher.books.instruments_max));
     }}};

class VenueTrading : public testing::TestWithParam<VenueMatcherKind> {
  protected:
    using Lines = std::vector<std::string>;

    [[nodiscard]] static NewOrder order_of(Side side, std::uint64_t id, std::uint32_t qty,
                                           std::int64_t price) {
        return {.id = {id}, .instrument = kTraded, .side = side, .qty = {qty}, .price = {price}};
    }
    [[nodiscard]] static NewOrder buy(std::uint64_t id, std::uint32_t qty, std::int64_t price) {
        return order_of(Side::Buy, id, qty, price);
    }
    [[nodiscard]] static NewOrder sell(std::uint64_t id, std::uint32_t qty, std::int64_t price) {
        return order_of(Side::Sell, id, qty, price);
    }
    [[nodiscard]] static NewOrder ioc(NewOrder order) {
        order.time_in_force = TimeInForce::Ioc;
        return order;
    }
    [[nodiscard]] static NewOrder market(NewOrder order) {
        order.type = OrderType::Market;
        order.price = {};
        return order;
    }

    /// All that the command did.
    Lines enter(const NewOrder& order, const Conditions& asked = {}) {
        return after(matcher_->enter(order, asked, log_));
    }
    Lines cancel(std::uint64_t id) { return after(matcher_->cancel({id}, log_)); }
    Lines reduce(std::uint64_t id, std::uint32_t qty) {
        return after(matcher_->reduce({id}, {qty}, log_));
    }
    Lines replace(std::uint64_t id, const book::Replacement& now) {
        return after(matcher_->replace({id}, now, log_));
    }
    Lines phase(Phase phase) { return after(matcher_->set_phase(kTraded, phase, log_)); }
    Lines bands(const PriceBands& bands) {
        EXPECT_EQ(matcher_->set_bands(kTraded, bands, log_), Progress::Done);
        return after(MatchStatus::Ok);
    }
    Lines cross(CrossKind kind, std::int64_t reference = 0) {
        EXPECT_EQ(matcher_->cross(request(kind, reference), log_), Progress::Done);
        return after(MatchStatus::Ok);
    }
    Lines end_day() {
        EXPECT_EQ(matcher_->end_day(kTraded, log_), Progress::Done);
        return after(MatchStatus::Ok);
    }
    [[nodiscard]] MatchStatus status_of(const NewOrder& order, const Conditions& asked = {}) {
        return matcher_->enter(order, asked, log_);
    }
    [[nodiscard]] Indication indicate(CrossKind kind, std::int64_t reference = 0) {
        return matcher_->indicate(request(kind, reference));
    }
    [[nodiscard]] AnyVenueMatcher& matcher() { return *matcher_; }
    [[nodiscard]] VenueEventLog& log() { return log_; }

  private:
    [[nodiscard]] static CrossRequest request(CrossKind kind, std::int64_t reference) {
        return {.instrument = kTraded, .kind = kind, .reference = {reference}};
    }
    Lines after(MatchStatus status) {
        EXPECT_EQ(status, MatchStatus::Ok);
        Lines lines;
        for (const VenueEvent& event : std::exchange(log_.events, {})) {
            lines.push_back(VenueEventText::of(event));
        }
        return lines;
    }

    VenueEventLog log_{1'000};
    std::unique_ptr<AnyVenueMatcher> matcher_ = GetParam().make();
};

}  // namespace hotpath::match
