#pragma once
/// JournaledLog: a venue's log whose inputs become records for the journal, and whose outputs wait at
/// a gate until the journal has their input.
///
///   if (log.has_room()) { log.apply(input); ... count the outputs ... log.hold_back(); }
///   log.for_each_record([&](const InputRecord& record) { journal.append(record...); });
///   log.release(journal.durable_seq(), [&](const Output& output) { ... });
///
/// Threads: one owner. Allocation: the constructor. Complexity: the log's, and one copy an output.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/exchange/server/input.hpp"
#include "hotpath/exchange/server/output_gate.hpp"
#include "hotpath/exchange/server/venue_log.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"

namespace hotpath::exchange {

/// One input as written to the journal.
struct InputRecord {
    std::uint64_t seq = 0;
    Time time{};
    Bytes bytes{};
};

/// The room that the outputs of one input take at most.
struct OutputRoom {
    std::size_t outputs = 0;
    std::size_t bytes = 0;
};
[[nodiscard]] OutputRoom output_room_max(const ExchangeOptions& options,
                                         const VenueProtocols::DeskOptions& desks) noexcept;

class JournaledLog {
  public:
    /// `options` must hold the outputs and records of two inputs.
    JournaledLog(VenueLog&& log, const VenueServerOptions& options);

    [[nodiscard]] const VenueLog& log() const noexcept { return log_; }
    /// The sequence number of the last input.
    [[nodiscard]] std::uint64_t last_seq() const noexcept { return next_seq_ - 1; }
    [[nodiscard]] std::uint64_t durable_seq() const noexcept { return durable_seq_; }
    /// Number of outputs that wait for the journal.
    [[nodiscard]] std::size_t waiting_outputs() const noexcept { return gate_.size(); }
    [[nodiscard]] const JournalRoom& room() const noexcept { return room_; }
    [[nodiscard]] bool has_room_for_outputs_of(std::size_t inputs) const noexcept;
    [[nodiscard]] bool has_room() const noexcept {
        return room_.takes_any() && has_room_for_outputs_of(1);
    }
    /// Since midnight of the trading day.
    [[nodiscard]] Time time_of_day(Time now) const noexcept { return now - midnight_; }
    [[nodiscard]] Nanos midnight() const noexcept { return midnight_; }

    void set_room(const JournalRoom& room) noexcept { room_ = room; }
    void move_midnight(Nanos by) noexcept { midnight_ = midnight_ + by; }

    /// Applies the input; has_room() was true. Its outputs are in log() until hold_back().
    void apply(Input input) noexcept;
    void hold_back() noexcept;
    /// Every record up to `seq` is durable: calls sink(const Output&) for their outputs, in order.
    /// False if that is known already.
    template <class Sink>
    bool release(std::uint64_t seq, Sink&& sink) {
        if (seq <= durable_seq_) {
            return false;
        }
        durable_seq_ = seq;
        gate_.release(seq, sink);
        return true;
    }
    /// Calls sink(const InputRecord&) for each new record.
    template <class Sink>
    void for_each_record(Sink&& sink) {
        for (const InputRecord& record : records_) {
            sink(record);
        }
        records_.clear();
        record_bytes_used_ = 0;
    }

    // Recovery, before start().
    void save(StateWriter& writer) const;
    void load(StateReader& reader) { log_.load(reader); }
    /// Applies a record's input; its outputs are in log() until end_replay().
    [[nodiscard]] ApplyStatus replay(const Input& input) noexcept { return log_.apply(input); }
    void end_replay(std::uint64_t seq) noexcept {
        log_.clear_outputs();
        next_seq_ = seq + 1;
    }
    void start(std::uint64_t next_seq) noexcept {
        next_seq_ = next_seq;
        durable_seq_ = next_seq - 1;
    }

  private:
    void hold_back_reports(OutputKind kind, std::span<const Reply> reports) noexcept;

    VenueLog log_;
    OutputGate gate_;
    OutputRoom output_room_max_;
    JournalRoom room_;
    Nanos midnight_{};  // of the trading day
    std::uint64_t next_seq_ = 1, durable_seq_ = 0;
    std::vector<InputRecord> records_;  // new records, until for_each_record() takes them
    FixedArray<std::byte> record_bytes_;
    std::size_t record_bytes_used_ = 0;
};

}  // namespace hotpath::exchange
