// iLink 3 in a trader's journal.

#include <memory>
#include <type_traits>

#include "hotpath/backtest/live/live_order_entry.hpp"
#include "hotpath/backtest/live/live_reports.hpp"
#include "hotpath/protocols/cme/ilink3/frame.hpp"
#include "hotpath/protocols/cme/ilink3/generated/messages.hpp"
#include "hotpath/protocols/cme/trader/ilink_codec.hpp"
#include "hotpath/protocols/cme/trader/ilink_entry.hpp"
#include "hotpath/protocols/cme/trader/request_id.hpp"
#include "hotpath/protocols/cme/venue/ilink_request.hpp"

namespace hotpath::protocols::cme {

namespace {

using backtest::kOrdersRemembered;
using backtest::LiveOrderEntry;
using backtest::LiveOrders;

class LiveIlink : public LiveOrderEntry {
  public:
    explicit LiveIlink(const backtest::LiveMarket& market)
        : market_(market),
          sent_(ilink3::kFrameLengthMax),
          received_(ilink3::kFrameLengthMax),
          codec_({.instruments_max = 1, .orders_remembered = kOrdersRemembered}, {}) {}

    void on_connection() override {
        sent_.clear();
        received_.clear();
    }
    void on_output(Bytes bytes, LiveOrders& into) override {
        for (Bytes message; sent_.next(bytes, message) == ilink3::FrameStatus::Whole;) {
            static_cast<void>(
                ilink3::visit_message(message, [&](const auto& m) { on_request(m, into); }));
        }
    }
    void on_input(Bytes bytes, LiveOrders& into) override {
        for (Bytes message; received_.next(bytes, message) == ilink3::FrameStatus::Whole;) {
            static_cast<void>(
                ilink3::visit_message(message, [&](const auto& m) { on_reply(m, message, into); }));
        }
    }

  private:
    template <class Message>
    void on_request(const Message& m, LiveOrders& into) {
        constexpr bool kIsOrder = std::is_same_v<Message, ilink3::NewOrderSingle>;
        constexpr bool kIsChange = std::is_same_v<Message, ilink3::OrderCancelReplaceRequest>;
        if constexpr (kIsOrder || kIsChange) {
            const RequestId id = to_request_id(m.load_order_request_id());
            const auto terms = exchange::ilink_terms_of(m);
            if (id.kind != RequestId::Kind::Order) {
                into.cancel(id.order);
            } else if (terms) {
                ClOrdId replaced{};
                if constexpr (kIsChange) {
                    replaced = codec_.holder_of({m.load_order_id().value_or(0)});
                }
                into.enter({.id = id.order,
                            .symbol = market_.symbol_of(terms->instrument),
                            .side = terms->side,
                            .qty = terms->qty,
                            .price = terms->price},
                           replaced);
            }
        } else if constexpr (std::is_same_v<Message, ilink3::OrderCancelRequest>) {
            into.cancel(to_request_id(m.load_order_request_id()).order);
        }
    }

    template <class Message>
    void on_reply(const Message& m, Bytes message, LiveOrders& into) {
        if constexpr (std::is_same_v<Message, ilink3::EstablishmentAck>) {
            into.open();
        } else if constexpr (requires { m.load_sending_time_epoch(); }) {
            const Time sent{static_cast<std::int64_t>(m.load_sending_time_epoch())};
            backtest::LiveReports reports(into, backtest::time_of_day_near(sent, into.now()));
            static_cast<void>(codec_.decode(message, reports));
        }
    }

    const backtest::LiveMarket& market_;
    ilink3::FrameAssembler sent_;
    ilink3::FrameAssembler received_;
    IlinkCodec codec_;
};

}  // namespace

const backtest::RecordedOrders& IlinkEntry::recorded() noexcept {
    static constexpr backtest::RecordedOrders kRecorded{
        .open = [](const trader::TraderOptions&, const backtest::LiveMarket& market)
            -> std::unique_ptr<LiveOrderEntry> { return std::make_unique<LiveIlink>(market); },
        .answers_query_itself = true,
        .has_exact_times = true};
    return kRecorded;
}

}  // namespace hotpath::protocols::cme
