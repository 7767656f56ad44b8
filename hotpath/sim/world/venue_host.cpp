#include "hotpath/sim/world/venue_host.hpp"

#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "hotpath/core/assert.hpp"
#include "hotpath/journal/reader.hpp"
#include "hotpath/journal/recovery.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::sim::world {

namespace {

constexpr std::array<std::string_view, kInstruments> kSymbols{"AAPL", "GOOG", "MSFT"};
constexpr journal::RecordType kInputRecord = 1;

}  // namespace

Symbol symbol_of(InstrumentId instrument) noexcept {
    return *Symbol::from(kSymbols[instrument.value - 1U]);
}

InstrumentId instrument_of(Symbol symbol) noexcept {
    for (std::uint16_t id = 1; id <= kInstruments; ++id) {
        if (symbol_of({id}) == symbol) {
            return {id};
        }
    }
    return {};
}

bool is_client_at(const WorldOptions& options, std::size_t client, std::size_t venue) noexcept {
    const std::size_t traders = options.traders.size();
    return client < traders ? options.traders[client].is_at(venue)
                            : (client - traders) / kScripts == venue;
}

protocols::nasdaq::soupbintcp::Credentials account_of(std::size_t client) {
    return protocols::nasdaq::soupbintcp::Credentials::of("USER" + std::to_string(client),
                                                          "SECRET");
}

protocols::nasdaq::soupbintcp::Credentials drop_copy_of(std::size_t client) {
    return protocols::nasdaq::soupbintcp::Credentials::of("RISK" + std::to_string(client), "WATCH");
}

exchange::VenueServerOptions venue_options(const WorldOptions& options, std::size_t number) {
    const VenueDrawn& drawn = options.venues[number];
    // Twice the requests of the scripted clients in this world.
    const auto clients_times_two = static_cast<std::int64_t>(2 * kScripts);
    const auto requests = static_cast<std::uint32_t>(
        clients_times_two * (options.faults_for.value / drawn.request_every.value));
    exchange::VenueServerOptions venue{
        .exchange = {.books = {.orders_max = 1'000,
                               .levels_max = 1'000,
                               .instruments_max = kInstruments,
                               .huge_pages = HugePages::Never},
                     .session_orders_max = 400,
                     .executions_per_command_max = 64},
        .connections_max = kConnectionsMax,
        .places = {.pending_max = kPendingMax,
                   .pending_per_address_max = kPendingMax,
                   .logins_per_user_max = kConnectionsMax},
        .cancel_on_disconnect_after = drawn.cancel_on_disconnect_after,
        .replies = {.messages_max = 2'000 + 2 * requests},
        .answers = {.messages_max = 200},
        .feed = {.messages_max = 2'000 + 4 * requests,
                 .bytes_max = std::uint64_t{50} * (2'000 + 4 * requests)},
        .record_bytes_max = std::size_t{1} << 16U,
        .gate = {.bytes_max = std::size_t{1} << 19U, .outputs_max = std::size_t{1} << 12U}};
    venue.between_sessions = drawn.turn.pause;
    venue.exchange.takes_extensions = drawn.turn.keeps_orders;
    venue.soup.connection.silence_timeout = {3 * kNanosPerSecond};
    venue.soup.connection.output_bytes_max = 16'384;
    venue.soup.connection.drain_timeout = {3 * kNanosPerSecond};
    venue.soup.behind_max = 2'000;
    for (std::size_t client = 0; client < clients_of(options); ++client) {
        venue.users.push_back(account_of(client));
    }
    for (std::size_t client = 0; client < options.traders.size(); ++client) {
        venue.drop_copy_users.push_back(drop_copy_of(client));
    }
    return venue;
}

VenueHost::VenueHost(const exchange::VenueServerOptions& options, std::uint64_t seed)
    : options_(options),
      seed_(seed),
      journal_options_{.ack_mode = journal::AckMode::Sync,
                       .segment_bytes = std::uint64_t{16} << 10U,
                       .spares = 2,
                       .payload_bytes_max = exchange::kInputLengthMax,
                       .batch_bytes = std::size_t{8} << 10U},
      storage_({.seed = seed}) {}

Expected<void> VenueHost::start(Time now) {
    auto server = exchange::VenueServer::create(options_, nullptr);
    if (!server) {
        return std::unexpected(server.error());
    }
    server_.emplace(std::move(*server));
    auto recovered = journal::recover(storage_, journal::RecoveryMode::CutTornTail);
    if (!recovered) {
        return std::unexpected(recovered.error());
    }
    torn_bytes_ += recovered->dropped_bytes;
    std::uint64_t next_seq = 1;
    if (auto replayed = replay_into(*server_, next_seq); !replayed) {
        return replayed;
    }
    spares_ = std::make_unique<journal::SpareKeeper>(storage_, journal_options_.segment_bytes,
                                                     journal_options_.spares);
    auto writer =
        journal::JournalWriter::open(storage_, *spares_, *recovered, journal_options_, now);
    if (!writer) {
        return std::unexpected(writer.error());
    }
    writer_ = std::move(*writer);
    records_lost_ += records_ - (next_seq - 1);
    records_ = next_seq - 1;
    has_failed_ = false;
    server_->start(next_seq, now);
    return {};
}

Expected<void> VenueHost::replay_into(exchange::VenueServer& server, std::uint64_t& next_seq) {
    auto reader = journal::JournalReader::open(storage_, {});
    if (!reader) {
        return std::unexpected(reader.error());
    }
    journal::Record record;
    auto more = reader->next(record);
    for (; more && *more; more = reader->next(record)) {
        const exchange::ApplyStatus status = server.replay(record.payload, record.seq);
        if (status != exchange::ApplyStatus::Ok) {
            return fail(fmt::format("record {} of the journal does not match the venue: status {}",
                                    record.seq, static_cast<int>(status)));
        }
        next_seq = record.seq + 1;
    }
    return more ? Expected<void>() : std::unexpected(more.error());
}

void VenueHost::list_instruments(Time now) {
    for (std::uint16_t id = 1; id <= kInstruments; ++id) {
        protocols::nasdaq::itch50::StockDirectory directory;
        directory.store_stock_locate(id);
        directory.store_stock(symbol_of({id}));
        server_->publish(directory.bytes(), now);
        protocols::nasdaq::itch50::StockTradingAction trading;
        trading.store_stock_locate(id);
        trading.store_stock(symbol_of({id}));
        trading.store_trading_state(protocols::nasdaq::itch50::trading_state::kTrading);
        server_->publish(trading.bytes(), now);
    }
}

bool VenueHost::keep_records() {
    server_->for_each_record([&](const exchange::InputRecord& record) {
        auto status = writer_->append(kInputRecord, record.time, record.bytes);
        if (status == journal::AppendStatus::Busy) {
            has_failed_ = !writer_->flush().has_value() || has_failed_;
            status = writer_->append(kInputRecord, record.time, record.bytes);
        }
        has_failed_ = has_failed_ || status != journal::AppendStatus::Done;
        records_ = record.seq;
    });
    return writer_->durable_seq() < records_;
}

Expected<void> VenueHost::commit(Time now) {
    if (auto flushed = writer_->flush(); !flushed) {
        return flushed;
    }
    if (has_failed_) {
        return fail("the journal did not accept a record");
    }
    while (spares_->poll()) {
    }
    server_->on_durable(writer_->durable_seq(), now);
    return {};
}

void VenueHost::crash(Random& random) {
    durable_at_crash_ = writer_->durable_seq();
    const bool is_writing = writer_->durable_seq() < records_ && random.one_in(2);
    if (is_writing) {
        storage_.fail_next(journal::FaultKind::StopHalfway);
        const auto written = writer_->flush();
        HOTPATH_ASSERT(!written || has_failed_,
                       "a write cut by power loss must not count as durable");
    }
    server_.reset();
    writer_.reset();
    spares_.reset();
    ++crashes_;
    storage_.restart(journal::Ending::Power, {.seed = seed_ + crashes_});
}

void VenueHost::damage_disk(Random& random) {
    const auto names = storage_.list();
    if (random.one_in(2) || !names || names->empty()) {
        const auto sectors = static_cast<std::int64_t>(1 + random.below(8));
        static_cast<void>(
            storage_.misdirect(random.below(16), random.one_in(2) ? sectors : -sectors));
        return;
    }
    const std::string& name = (*names)[random.below(names->size())];
    static_cast<void>(storage_.lose_sector(
        name, random.below(journal_options_.segment_bytes / journal::MemoryStorage::kSector)));
}

Expected<std::unique_ptr<exchange::VenueServer>> VenueHost::replayed() {
    auto created = exchange::VenueServer::create(options_, nullptr);
    if (!created) {
        return std::unexpected(created.error());
    }
    auto server = std::make_unique<exchange::VenueServer>(std::move(*created));
    std::uint64_t next_seq = 1;
    if (auto replayed = replay_into(*server, next_seq); !replayed) {
        return std::unexpected(replayed.error());
    }
    if (next_seq != records_ + 1) {
        return fail(fmt::format("the journal ends at record {} of {}", next_seq - 1, records_));
    }
    return server;
}

}  // namespace hotpath::sim::world
