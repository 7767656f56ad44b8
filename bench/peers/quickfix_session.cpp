#include "bench/peers/quickfix_session.hpp"

#include <exception>

#include <quickfix/Application.h>
#include <quickfix/MessageStore.h>
#include <quickfix/Parser.h>
#include <quickfix/Responder.h>
#include <quickfix/Session.h>
#include <quickfix/SessionFactory.h>
#include <quickfix/fix44/ExecutionReport.h>
#include <quickfix/fix44/NewOrderSingle.h>

#include "bench/peers/quickfix_fields.hpp"

namespace hotpath {
namespace bench {
namespace peers {
namespace {

/// What an order manager reads of a report.
class Reports : public FIX::NullApplication {
  public:
    void fromApp(const FIX::Message& report,
                 const FIX::SessionID&) throw(FIX::FieldNotFound, FIX::IncorrectDataFormat,
                                              FIX::IncorrectTagValue,
                                              FIX::UnsupportedMessageType) override {
        const char type = field_of<FIX::ExecType>(report).getValue();
        if (type == 'F') {
            add<FIX::LastQty, FIX::LastPx>(report);
        } else if (type == '0') {
            add<FIX::OrderQty, FIX::Price>(report);
        }
    }

    std::uint64_t sum = 0;

  private:
    template <class Qty, class Price>
    void add(const FIX::Message& report) {
        sum += std::stoull(field_of<FIX::ClOrdID>(report).getValue()) + number_of<Qty>(report) +
               units_of<Price>(report);
    }
};

class Sink : public FIX::Responder {
  public:
    bool send(const std::string& message) override {
        last = message;
        ++sent;
        return true;
    }
    void disconnect() override { is_disconnected = true; }

    std::string last;
    std::uint64_t sent = 0;
    bool is_disconnected = false;
};

FIX::Dictionary settings_of(const std::string& dictionary) {
    FIX::Dictionary settings;
    settings.setString("ConnectionType", "initiator");
    settings.setString("StartTime", "00:00:00");
    settings.setString("EndTime", "00:00:00");
    settings.setString("HeartBtInt", "30");
    settings.setString("CheckLatency", "N");
    settings.setString("UseDataDictionary", dictionary.empty() ? "N" : "Y");
    if (!dictionary.empty()) {
        settings.setString("DataDictionary", dictionary);
    }
    return settings;
}

}  // namespace

struct QuickFixSession::Parts {
    explicit Parts(const std::string& dictionary)
        : factory(application, store, nullptr),
          session(factory.create(FIX::SessionID("FIX.4.4", "TRADER01", "EXCHANGE"),
                                 settings_of(dictionary))) {}
    ~Parts() { factory.destroy(session); }

    Reports application;
    FIX::MemoryStoreFactory store;
    Sink sink;
    FIX::SessionFactory factory;
    FIX::Session* session;
    FIX::Parser parser;
};

QuickFixSession::QuickFixSession(const std::string& logon, const std::string& dictionary)
    : parts_(new Parts(dictionary)) {
    FIX::Session& session = *parts_->session;
    session.setResponder(&parts_->sink);
    session.next();
    session.next(logon, FIX::UtcTimeStamp());
}

QuickFixSession::~QuickFixSession() = default;

bool QuickFixSession::is_logged_on() const {
    return parts_->session->isLoggedOn() && !parts_->sink.is_disconnected;
}

const std::string& QuickFixSession::last_order() const {
    return parts_->sink.last;
}

std::uint64_t QuickFixSession::run(const char* reports, const std::size_t* ends,
                                   std::size_t messages) {
    FIX::Session& session = *parts_->session;
    try {
        session.setNextTargetMsgSeqNum(2);
        parts_->application.sum = 0;
        const std::uint64_t sent_before = parts_->sink.sent;
        std::string text;
        std::size_t begin = 0;
        for (std::size_t i = 0; i < messages; ++i) {
            parts_->parser.addToStream(reports + begin, ends[i] - begin);
            begin = ends[i];
            while (parts_->parser.readFixMessage(text)) {
                session.next(text, FIX::UtcTimeStamp());
            }
            FIX44::NewOrderSingle order(FIX::ClOrdID(std::to_string(1000000 + i)), FIX::Side('1'),
                                        FIX::TransactTime(FIX::UtcTimeStamp(), 3),
                                        FIX::OrdType('2'));
            order.setField(FIX::Account("HOUSE"));
            order.setField(FIX::Symbol("GOOGL"));
            order.setField(FIX::OrderQty(100));
            order.setField(FIX::Price(10));
            order.setField(FIX::TimeInForce('0'));
            session.send(order);
        }
        const bool is_good = is_logged_on();
        return is_good ? parts_->application.sum + (parts_->sink.sent - sent_before) : 0;
    } catch (const std::exception&) {
        return 0;
    }
}

}  // namespace peers
}  // namespace bench
}  // namespace hotpath
