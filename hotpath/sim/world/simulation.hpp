#pragma once
/// A venue, our traders and other participants in one thread under simulated time, with a network
/// and a disk that fail; one seed determines everything.
///
///   auto simulation = Simulation::create(draw_world(seed));
///   const Outcome outcome = (*simulation)->run();
///   if (outcome.finding) { ... }            the same seed finds the same again
///
/// Events are taken in order of time, and of planning where times are equal; all chance comes from
/// one generator. First everything may fail, then nothing does and everybody has to recover. Every
/// event goes into the trace's checksum. Threads: one owner. Allocation: free. Complexity: about a
/// microsecond an event.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/checksum.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/sim/world/network.hpp"
#include "hotpath/sim/world/observer.hpp"
#include "hotpath/sim/world/operator_link.hpp"
#include "hotpath/sim/world/options.hpp"
#include "hotpath/sim/world/repeater.hpp"
#include "hotpath/sim/world/scripted_client.hpp"
#include "hotpath/sim/world/trader_host.hpp"
#include "hotpath/sim/world/venue_host.hpp"
#include "hotpath/sim/world/verdict.hpp"

namespace hotpath::sim::world {

struct Outcome {
    std::optional<Finding> finding{};
    std::uint64_t trace = 0;  // checksum of all events and the bytes they carried
    std::uint64_t events = 0;
    Nanos virtual_time{};
    std::array<std::uint64_t, kEventKinds> by_kind{};
    std::array<std::uint64_t, kFaultKinds> faults{};
    NetworkCounters network{};
    std::uint64_t venue_inputs = 0;
    std::uint64_t records_lost = 0;
    std::uint64_t torn_bytes = 0;
    std::uint64_t executions = 0;         // of two orders, at the venue
    std::uint64_t trader_orders = 0;      // and replacements, of our traders
    std::uint64_t trader_executions = 0;  // reported to them
    std::uint64_t told_twice = 0;         // replies
    std::uint64_t books_compared = 0;
    std::uint64_t positions_compared = 0;
    std::uint64_t late_copies = 0;     // traders that stopped for one
    std::uint64_t doubled_copies = 0;  // the same
    std::uint64_t commands = 0;        // of operators, carried out
    std::uint64_t commands_cut = 0;    // that broke on their way
    std::uint64_t days_ended = 0;      // by the venue, and the next one begun
    std::uint64_t stops_for_day = 0;   // traders that stopped because their day was over
    std::uint64_t journals_lost = 0;   // traders that stopped because an input was not recorded
};

/// Called with every event before it happens.
class Tracer {
  public:
    Tracer() = default;
    Tracer(const Tracer&) = delete;
    Tracer& operator=(const Tracer&) = delete;
    virtual ~Tracer() = default;
    virtual void on_event(std::uint64_t number, const Event& event) = 0;
};

class Simulation {
  public:
    /// `tracer` may be nullptr, and outlives the simulation.
    [[nodiscard]] static Expected<std::unique_ptr<Simulation>> create(const WorldOptions& options,
                                                                      Tracer* tracer = nullptr);
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;
    ~Simulation();

    /// To the end, or to the first finding. Once.
    [[nodiscard]] Outcome run();

  private:
    static constexpr Time kBegin{34'200'000'000'000};

    /// Where a client sits: his machine, whether he runs or not.
    struct Participant {
        std::unique_ptr<Client> client{};
        TraderHost* trader = nullptr;      // the same, when it is one of ours
        ScriptedClient* script = nullptr;  // or when it is not
        std::array<std::optional<std::uint32_t>, trader::kPorts> connections{};
        std::array<std::optional<Repeater>, trader::kPorts> repeaters{};  // in his connections
        std::optional<OperatorLink> operator_link{};                      // of one of our traders
        Time wake_at = kNever;
    };

    Simulation(const WorldOptions& options, Tracer* tracer);
    [[nodiscard]] Expected<void> add_participants();
    void plan_everything();

    void dispatch(Event& event);
    void on_datagram(const Event& event);
    void on_request(const Event& event);
    void on_connect(const Event& event);
    void on_piece(const Event& event);
    void deliver(std::uint32_t number, Bytes bytes);
    void on_break(const Event& event);
    void on_wake(const Event& event);
    void on_commit(const Event& event);
    void on_act(const Event& event);
    void on_start(const Event& event);

    // The day turn: simulation_days.cpp.
    void plan_day_turn();
    void on_day(const Event& event);
    void begin_day_again();
    void turn_trader(std::uint8_t number);
    void end_process(std::uint8_t number, bool is_told);

    // Consequences of an event.
    void after_client(std::uint8_t number);
    void serve_port(std::uint8_t number, trader::Port port);
    void after_venue();
    void send_venue_outputs();
    void send_outputs_of(std::uint32_t connection);
    void plan_wake(std::uint8_t who, Time deadline);
    [[nodiscard]] Time& wake_at(std::uint8_t who) noexcept;

    // Faults: simulation_faults.cpp.
    void on_fault(const Event& event);
    void on_relief(const Event& event);
    void plan_fault(FaultKind kind);
    void crash_venue();
    void crash_trader(std::uint8_t number);
    void halt(InstrumentId instrument);
    void command_any(std::uint8_t number);
    void command(std::uint8_t number, const trader::OperatorCommand& command,
                 std::size_t bytes_max);
    void set_trader_room(std::uint8_t number, bool has_room);
    void go_on_reopening(const Event& event);
    [[nodiscard]] std::optional<std::uint32_t> any_connection();
    [[nodiscard]] std::uint8_t any_trader();
    [[nodiscard]] Nanos while_of(std::int64_t least_ms, std::int64_t most_ms);
    void end_faults();
    void set_venue_room();

    void check_bounds();
    void check_the_end();
    [[nodiscard]] bool is_all_told() const;
    void check_counts();
    void check_start(const Expected<void>& started);
    void note_counters(Outcome& outcome) const;

    WorldOptions options_;
    Tracer* tracer_;
    Random random_;
    Agenda agenda_;
    Network network_;
    VenueHost venue_;
    Mood mood_;
    std::vector<Participant> participants_;
    std::vector<std::optional<std::uint32_t>> at_venue_;  // connections by the venue's ids
    Time venue_wake_at_ = kNever;
    bool is_commit_planned_ = false;
    Time snapshots_away_until_{};
    Time slow_disk_until_{};
    Time disk_full_until_{};
    std::uint64_t commands_ = 0;
    std::uint64_t commands_cut_ = 0;
    bool has_faults_ = true;
    bool is_day_ordered_ = false;  // the next one
    Time now_{};
    Verdict verdict_;
    Observer observer_;
    Checksum trace_;
    std::array<std::uint64_t, kEventKinds> by_kind_{};
    std::array<std::uint64_t, kFaultKinds> faults_{};
};

}  // namespace hotpath::sim::world
