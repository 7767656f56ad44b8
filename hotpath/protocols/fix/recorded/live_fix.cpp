// FIX 4.2 and 4.4 in a trader's journal.

#include <memory>

#include "hotpath/backtest/live/live_order_entry.hpp"
#include "hotpath/backtest/live/live_reports.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/fix/codes.hpp"
#include "hotpath/protocols/fix/dialect.hpp"
#include "hotpath/protocols/fix/dialect_dictionary.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/framer.hpp"
#include "hotpath/protocols/fix/session/session_options.hpp"
#include "hotpath/protocols/fix/trader/fix_codec.hpp"
#include "hotpath/protocols/fix/trader/fix_entry.hpp"
#include "hotpath/protocols/fix/trader/request_id.hpp"
#include "hotpath/protocols/fix/values.hpp"
#include "hotpath/protocols/fix/venue/fix_request.hpp"

namespace hotpath::protocols::fix {

namespace {

using backtest::kOrdersRemembered;
using backtest::LiveOrderEntry;
using backtest::LiveOrders;

[[nodiscard]] const Dialect* dialect_of_account(const FixAccount& account) {
    const Dialect* const dialect = dialect_of(account.begin_string);
    HOTPATH_ASSERT(dialect != nullptr, "the version must be one that a trader speaks");
    return dialect;
}

class LiveFix : public LiveOrderEntry {
  public:
    explicit LiveFix(const FixAccount& account)
        : sent_(kMessageLengthMax),
          received_(kMessageLengthMax),
          fields_(dictionary_of(*dialect_of_account(account)).data_fields()),
          codec_({.instruments_max = 1, .orders_remembered = kOrdersRemembered},
                 {.dialect = dialect_of_account(account)}) {}

    void on_connection() override {
        sent_.clear();
        received_.clear();
    }
    void on_output(Bytes bytes, LiveOrders& into) override {
        for_each_message(sent_, bytes, [&] { on_request(into); });
    }
    void on_input(Bytes bytes, LiveOrders& into) override {
        for_each_message(received_, bytes, [&] { on_reply(into); });
    }

  private:
    template <class OnMessage>
    void for_each_message(Framer& framer, Bytes bytes, OnMessage&& on_message) {
        Bytes message;
        for (FrameStatus status; (status = framer.next(bytes, message)) != FrameStatus::NeedMore;) {
            if (status == FrameStatus::Whole && fields_.split(message) == SplitStatus::Ok) {
                on_message();
            }
        }
    }

    void on_request(LiveOrders& into) {
        const auto request = exchange::FixRequest::of(fields_);
        if (request.msg_type != "D" && request.msg_type != "F" && request.msg_type != "G") {
            return;  // the session's own
        }
        const RequestId id = to_request_id(request.id);
        const auto terms = exchange::fix_terms_of(request);
        if (id.kind != RequestId::Kind::Order) {
            into.cancel(id.order);
        } else if (terms) {
            into.enter({.id = id.order,
                        .symbol = terms->symbol,
                        .side = to_side(terms->side).value_or(Side::Buy),
                        .qty = terms->qty,
                        .price = terms->price},
                       to_request_id(request.original).order);
        }
    }

    /// The numbers of a session only grow: what has a lower one was received before.
    void on_reply(LiveOrders& into) {
        const std::string_view type = fields_[2].value;
        const auto number = to_uint(fields_.value(tag::kMsgSeqNum).value_or(""));
        if (!number || *number < fresh_) {
            return;
        }
        fresh_ = *number + 1;
        if (type == "A") {
            into.open();
            return;
        }
        const auto time = to_time(fields_.value(tag::kTransactTime).value_or(""));
        const auto sent = to_time(fields_.value(tag::kSendingTime).value_or(""));
        backtest::LiveReports reports(
            into, backtest::time_of_day_near(time.value_or(sent.value_or(Time{})), into.now()));
        static_cast<void>(codec_.decode(fields_, reports));
    }

    Framer sent_;
    Framer received_;
    FieldList fields_;
    FixCodec codec_;
    std::uint64_t fresh_ = 0;  // the first number that has not been received
};

}  // namespace

const backtest::RecordedOrders& FixEntry::recorded() noexcept {
    static constexpr backtest::RecordedOrders kRecorded{
        .open = [](const trader::TraderOptions& options,
                   const backtest::LiveMarket&) -> std::unique_ptr<LiveOrderEntry> {
            return std::make_unique<LiveFix>(*options.entry<FixAccount>());
        },
        .answers_query_itself = true,
        .has_exact_times = false};
    return kRecorded;
}

}  // namespace hotpath::protocols::fix
