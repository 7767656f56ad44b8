// quickfix_engine CORE: QuickFIX as a process, a trader or a venue, asked and answering by lines
// (bench/peers/program.hpp). C++14, because QuickFIX does not compile as C++17.
//
//   run trader ORDERS PORT WARM RATE    connects, sends so many orders, RATE a second (0: the next
//                                       after the report of the one before); samples after WARM
//   run venue ORDERS PORT WARM RATE     listens and fills every order
//
// Every run is a new session. All its threads stay on the core.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <quickfix/Application.h>
#include <quickfix/MessageStore.h>
#include <quickfix/Session.h>
#include <quickfix/SessionSettings.h>
#include <quickfix/SocketAcceptor.h>
#include <quickfix/SocketInitiator.h>
#include <quickfix/fix44/ExecutionReport.h>
#include <quickfix/fix44/NewOrderSingle.h>
#include <sched.h>
#include <sys/prctl.h>
#include <time.h>

#include "bench/peers/quickfix_fields.hpp"

namespace {

using hotpath::bench::peers::field_of;
using hotpath::bench::peers::number_of;
using hotpath::bench::peers::units_of;

const std::int64_t kFirstId = 1000000;
const std::int64_t kNanosPerSecond = 1000000000;
const std::int64_t kHeadStartNs = 1000000;
const std::int64_t kAwakeBeforeNs = 60000;  // the longest that a sender spins before an order
const std::int64_t kPatienceNs = 20 * kNanosPerSecond;

std::int64_t now_ns() {
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * kNanosPerSecond + time.tv_nsec;
}

void sleep_until(std::int64_t ns) {
    timespec until;
    until.tv_sec = ns / kNanosPerSecond;
    until.tv_nsec = ns % kNanosPerSecond;
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr);
}

struct Task {
    std::string end;
    std::int64_t orders = 0;
    int port = 0;
    std::int64_t warm = 0;
    std::int64_t rate = 0;
};

FIX::SessionSettings settings_of(const Task& task, bool is_trader) {
    std::ostringstream text;
    text << "[DEFAULT]\nStartTime=00:00:00\nEndTime=00:00:00\nHeartBtInt=30\nReconnectInterval=1\n"
         << "UseDataDictionary=N\nResetOnLogon=Y\nSocketNodelay=Y\n";
    if (is_trader) {
        text << "ConnectionType=initiator\nSocketConnectHost=127.0.0.1\nSocketConnectPort="
             << task.port << "\n[SESSION]\nBeginString=FIX.4.4\nSenderCompID=TRADER01\n"
             << "TargetCompID=EXCHANGE\n";
    } else {
        text << "ConnectionType=acceptor\nSocketReuseAddress=Y\nSocketAcceptPort=" << task.port
             << "\n[SESSION]\nBeginString=FIX.4.4\nSenderCompID=EXCHANGE\n"
             << "TargetCompID=TRADER01\n";
    }
    std::istringstream stream(text.str());
    return FIX::SessionSettings(stream);
}

/// What both ends have of a session.
class Application : public FIX::NullApplication {
  public:
    void onLogon(const FIX::SessionID&) override { is_up = true; }
    void onLogout(const FIX::SessionID&) override { is_over = is_up.load(); }

    std::atomic<bool> is_up{false};
    std::atomic<bool> is_over{false};
};

class Venue : public Application {
  public:
    void fromApp(const FIX::Message& order,
                 const FIX::SessionID& session) throw(FIX::FieldNotFound, FIX::IncorrectDataFormat,
                                                      FIX::IncorrectTagValue,
                                                      FIX::UnsupportedMessageType) override {
        const auto id = field_of<FIX::ClOrdID>(order);
        const auto qty = field_of<FIX::OrderQty>(order);
        const auto price = field_of<FIX::Price>(order);
        FIX44::ExecutionReport report(FIX::OrderID(id.getValue()), FIX::ExecID(id.getValue()),
                                      FIX::ExecType('F'), FIX::OrdStatus('2'),
                                      field_of<FIX::Side>(order), FIX::LeavesQty(0),
                                      FIX::CumQty(qty.getValue()), FIX::AvgPx(price.getValue()));
        report.setField(id);
        report.setField(FIX::Account("HOUSE"));
        report.setField(field_of<FIX::Symbol>(order));
        report.setField(qty);
        report.setField(FIX::OrdType('2'));
        report.setField(price);
        report.setField(FIX::TimeInForce('0'));
        report.setField(FIX::LastQty(qty.getValue()));
        report.setField(FIX::LastPx(price.getValue()));
        report.setField(FIX::TransactTime(FIX::UtcTimeStamp(), 3));
        FIX::Session::sendToTarget(report, session);
    }
};

/// In the closed loop the engine's own thread sends the next order, from the report before it.
class Trader : public Application {
  public:
    explicit Trader(const Task& of) : task(of), due(of.orders), samples(of.orders - of.warm) {}

    void fromApp(const FIX::Message& report,
                 const FIX::SessionID& session) throw(FIX::FieldNotFound, FIX::IncorrectDataFormat,
                                                      FIX::IncorrectTagValue,
                                                      FIX::UnsupportedMessageType) override {
        const std::int64_t id = std::stoll(field_of<FIX::ClOrdID>(report).getValue());
        const std::int64_t number = id - kFirstId;
        sum += static_cast<std::uint64_t>(id) + number_of<FIX::LastQty>(report) +
               units_of<FIX::LastPx>(report);
        if (number >= task.warm && number < task.orders) {
            samples[number - task.warm] = now_ns() - due[number];
        }
        const std::int64_t done = ++answered;
        if (task.rate == 0 && done < task.orders) {
            send(done, session, now_ns());
        }
    }

    void send(std::int64_t number, const FIX::SessionID& session, std::int64_t due_ns) {
        due[number] = due_ns;
        FIX44::NewOrderSingle order(FIX::ClOrdID(std::to_string(kFirstId + number)),
                                    FIX::Side(number % 2 == 0 ? '1' : '2'),
                                    FIX::TransactTime(FIX::UtcTimeStamp(), 3), FIX::OrdType('2'));
        order.setField(FIX::Account("HOUSE"));
        order.setField(FIX::HandlInst('1'));
        order.setField(FIX::Symbol("GOOGL"));
        order.setField(FIX::OrderQty(static_cast<double>(100 + number % 900)));
        order.setField(FIX::Price(static_cast<double>(10001 + number % 900) / 100));
        order.setField(FIX::TimeInForce('0'));
        FIX::Session::sendToTarget(order, session);
    }

    Task task;
    std::vector<std::int64_t> due;
    std::vector<std::int64_t> samples;
    std::uint64_t sum = 0;
    std::atomic<std::int64_t> answered{0};
};

/// False when it does not come true in time. The engine's threads do the work meanwhile.
template <class Condition>
bool wait_for(Condition condition) {
    const std::int64_t until = now_ns() + kPatienceNs;
    while (!condition()) {
        if (now_ns() > until) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

void send_at_rate(Trader& trader, const FIX::SessionID& session) {
    const std::int64_t interval = kNanosPerSecond / trader.task.rate;
    const std::int64_t awake_before = std::min(kAwakeBeforeNs, interval / 4);
    const std::int64_t begin = now_ns() + kHeadStartNs;
    for (std::int64_t number = 0; number < trader.task.orders; ++number) {
        const std::int64_t due = begin + number * interval;
        if (now_ns() < due - awake_before) {
            sleep_until(due - awake_before);
        }
        while (now_ns() < due) {
        }
        trader.send(number, session, due);
    }
}

std::string error(const std::string& what) {
    return "{\"error\":\"quickfix: " + what + "\"}";
}

std::string answer_of(const Trader& trader) {
    std::ostringstream json;
    json << "{\"answer\":\"" << std::hex << trader.sum << std::dec
         << "\",\"items\":" << trader.samples.size() << ",\"elapsed_ns\":1,\"samples_ns\":[";
    for (std::size_t i = 0; i < trader.samples.size(); ++i) {
        json << (i == 0 ? "" : ",") << std::min<std::int64_t>(trader.samples[i], UINT32_MAX);
    }
    json << "]}";
    return json.str();
}

std::string trade(const Task& task) {
    const FIX::SessionID session("FIX.4.4", "TRADER01", "EXCHANGE");
    Trader trader(task);
    FIX::MemoryStoreFactory store;
    FIX::SocketInitiator engine(trader, store, settings_of(task, true));
    engine.start();
    bool is_done = wait_for([&] { return trader.is_up.load(); });
    if (is_done) {
        if (task.rate == 0) {
            trader.send(0, session, now_ns());
        } else {
            send_at_rate(trader, session);
        }
        is_done = wait_for([&] { return trader.answered == task.orders; });
    }
    engine.stop();
    return is_done ? answer_of(trader) : error("a report did not come");
}

std::string fill(const Task& task) {
    Venue venue;
    FIX::MemoryStoreFactory store;
    FIX::SocketAcceptor engine(venue, store, settings_of(task, false));
    engine.start();
    while (!venue.is_over) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    engine.stop();
    return "{\"answer\":\"0\",\"items\":1,\"elapsed_ns\":1,\"samples_ns\":[]}";
}

std::string answer_to(const std::string& line) {
    std::istringstream words(line);
    std::string run;
    Task task;
    if (!(words >> run >> task.end >> task.orders >> task.port >> task.warm >> task.rate)) {
        return error("expected: run trader|venue ORDERS PORT WARM RATE");
    }
    try {
        return task.end == "trader" ? trade(task) : fill(task);
    } catch (const std::exception& problem) {
        return error(problem.what());
    }
}

}  // namespace

int main(int argc, char** argv) {
    cpu_set_t core;
    CPU_ZERO(&core);
    CPU_SET(argc > 1 ? std::atoi(argv[1]) : 0, &core);
    sched_setaffinity(0, sizeof core, &core);
    prctl(PR_SET_TIMERSLACK, 1);
    for (std::string line; std::getline(std::cin, line);) {
        std::cout << answer_to(line) << std::endl;
    }
    return EXIT_SUCCESS;
}
