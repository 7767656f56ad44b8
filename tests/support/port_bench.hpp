#pragma once
/// One port of a venue server, without the server: a core with two listed symbols, and the port alone
/// in its table.
///
///   PortBench<exchange::OuchPort> bench(small_venue(2));
///   const auto id = bench.connect(exchange::Port::OrderEntry);
///   bench.give(id, bytes); bench.inputs() == {"order"}
///   bench.make_durable(); bench.take(id)
///
/// Threads: the test's. Allocation: free. Tests only.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/error.hpp"
#include "hotpath/exchange/server/port_context.hpp"
#include "hotpath/protocols/nasdaq/itch50/listing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::support {

/// Kinds of inputs, notes, reports.
using PortLines = std::vector<std::string>;

/// A venue's core, its commands and its intake, started and durable, with the configured users.
class CoreBench {
  public:
    explicit CoreBench(const exchange::VenueServerOptions& options)
        : core(exchange::completed(options),
               *exchange::VenueLog::create(exchange::completed(options).exchange, nullptr,
                                           exchange::desk_options_of(options)),
               *exchange::FeedHistory::create(options.exchange.feed_session,
                                              exchange::completed(options).feed)),
          commands(core, *exchange::DaySchedule::create({})),
          intake(core, commands) {
        EXPECT_TRUE(core.clients().make(options.soup));
    }

    [[nodiscard]] exchange::PortContext context() {
        return {.core = core, .commands = commands, .intake = intake};
    }
    /// After the ports were added.
    void start() {
        core.make_sessions(core.options().users.size());
        core.inputs().start(1);
        submit(exchange::event::Options{core.log().options()});
        std::vector<exchange::SessionId> sessions;
        for (const protocols::nasdaq::soupbintcp::Credentials& user : core.options().users) {
            const exchange::SessionId session{core.log().users().size()};
            const exchange::UserChangeBytes change =
                exchange::to_bytes(exchange::UserChange{.name = user.username});
            submit(exchange::event::User{session, change});
            sessions.push_back(session);
        }
        core.sessions().adopt(std::move(sessions));
        for (const exchange::SessionId session : core.sessions().of_users()) {
            core.sessions().apply_limits(session, core.exchange().member(session));
        }
        core.on_started(now);
        list("AAPL", 1);
        list("GOOG", 2);
        make_durable();
        static_cast<void>(inputs());
    }
    void submit(const exchange::Event& event) {
        EXPECT_TRUE(intake.submit({.time = now, .event = event}));
    }
    void list(const char* symbol, std::uint16_t instrument) {
        protocols::nasdaq::itch50::StockDirectory directory;
        directory.store_stock_locate(instrument);
        protocols::nasdaq::itch50::fill_directory(directory, *Symbol::from(symbol));
        submit(exchange::event::Publication{directory.bytes()});
    }

    /// The kinds of the inputs since the last call, which are the records of the journal.
    [[nodiscard]] PortLines inputs() {
        take_records();
        return std::exchange(kinds_, {});
    }
    void take_records() {
        core.inputs().for_each_record([&](const exchange::InputRecord& record) {
            exchange::Input input;
            EXPECT_EQ(exchange::decode(record.bytes, input), protocols::DecodeStatus::Ok);
            kinds_.emplace_back(name(exchange::kind_of(input.event)));
            records.push_back(to_bytes(record.bytes));
        });
    }
    void make_durable() {
        take_records();
        core.on_durable(records.size(), now);
    }

    [[nodiscard]] exchange::ConnectionId connect(exchange::Port port) {
        const auto id = core.clients().enter(port, now, {});
        HOTPATH_ASSERT(id, "the bench must have a place for the connection");
        core.port_of(*id).on_connected(*id, now);
        return *id;
    }
    void give(exchange::ConnectionId id, Bytes bytes) {
        core.port_of(id).on_bytes(id, bytes, now);
        core.sweep(id, now);
    }
    [[nodiscard]] ByteString take(exchange::ConnectionId id) {
        const ByteString bytes = to_bytes(core.port_of(id).output(id));
        core.port_of(id).on_written(id, bytes.size(), now);
        core.sweep(id, now);
        return bytes;
    }
    /// Bytes both ways until nothing moves; receive(bytes) is the client's.
    template <class Client, class Receive>
    void run(exchange::ConnectionId id, Client& client, Receive&& receive) {
        for (bool is_moving = true; is_moving && !is_closed(id);) {
            const ByteString sent = to_bytes(client.output());
            client.on_written(sent.size());
            if (!sent.empty()) {
                give(id, sent);
            }
            const ByteString answer = is_closed(id) ? ByteString{} : take(id);
            if (!answer.empty()) {
                receive(answer);
            }
            is_moving = !sent.empty() || !answer.empty();
        }
    }
    [[nodiscard]] bool is_closed(exchange::ConnectionId id) const {
        return core.clients()[id].soup.is_closed();
    }
    /// Why the venue has closed connections, since the last call.
    [[nodiscard]] PortLines notes() {
        PortLines lines;
        core.clients().for_each_note([&](const protocols::nasdaq::soupbintcp::ClientNote& note) {
            lines.emplace_back(note.why.empty() ? name(note.reason) : note.why);
        });
        return lines;
    }
    [[nodiscard]] ByteString state() const {
        StateWriter writer;
        core.save(writer);
        return to_bytes(writer.bytes());
    }
    /// Brings a bench that was not started to where the records end.
    void replay(const std::vector<ByteString>& from) {
        for (std::size_t n = 0; n < from.size(); ++n) {
            EXPECT_EQ(core.replay(from[n], n + 1), exchange::ApplyStatus::Ok);
        }
    }

    Time now{34'200'000'000'000};
    exchange::VenueCore core;
    exchange::VenueCommands commands;
    exchange::Intake intake;
    std::vector<ByteString> records;

  private:
    PortLines kinds_;
};

template <class Port>
class PortBench : public CoreBench {
  public:
    enum class Start : std::uint8_t { New, None };

    explicit PortBench(const exchange::VenueServerOptions& options, Start how = Start::New)
        : CoreBench(options), made_(Port::create(context())), port(**made_) {
        core.add(port, Port::kPorts, Port::kKinds);
        if (how == Start::New) {
            start();
        }
    }

  private:
    Expected<std::unique_ptr<Port>> made_;

  public:
    Port& port;
};

}  // namespace hotpath::support
