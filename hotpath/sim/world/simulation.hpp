#pragma once
/// A venue or two, our traders and other participants in one thread under simulated time, with
/// networks and disks that fail; one seed determines everything.
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
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/checksum.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/sim/world/firm_observer.hpp"
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
    std::size_t venues = 0;
    // Sums over the venues.
    NetworkCounters network{};
    std::uint64_t venue_inputs = 0;
    std::uint64_t records_lost = 0;
    std::uint64_t torn_bytes = 0;
    std::uint64_t executions = 0;         // of two orders, at the venue
    std::uint64_t trader_orders = 0;      // and replacements, of our traders
    std::uint64_t trader_executions = 0;  // reported to them
    /// One entry a venue, for the traders that trade at both.
    std::array<std::uint64_t, kVenuesMax> orders_of_both{};
    std::array<std::uint64_t, kVenuesMax> executions_of_both{};
    std::uint64_t told_twice = 0;  // replies
    std::uint64_t books_compared = 0;
    std::uint64_t positions_compared = 0;
    std::uint64_t late_copies = 0;     // traders that stopped for one
    std::uint64_t doubled_copies = 0;  // the same
    std::uint64_t commands = 0;        // of operators, carried out
    std::uint64_t commands_cut = 0;    // that broke on their way
    std::uint64_t days_ended = 0;      // by the venue, and the next one begun
    std::uint64_t stops_for_day = 0;   // traders that stopped because their day was over
    std::uint64_t journals_lost = 0;   // traders that stopped because an input was not recorded
    std::uint64_t suspensions = 0;     // of users, by a venue's operator
    std::uint64_t amended = 0;         // replies about trades that were broken or corrected
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

    /// A client at one venue: its connections, and what stands between them and it.
    struct Seat {
        Client* client = nullptr;  // none: it is not at this venue, or does not run
        std::array<std::optional<std::uint32_t>, trader::kPorts> connections{};
        std::array<std::optional<Repeater>, trader::kPorts> repeaters{};  // in its connections
        Time wake_at = kNever;

        [[nodiscard]] std::optional<std::uint32_t>& connection(trader::Port port) noexcept {
            return connections[static_cast<std::size_t>(port)];
        }
        [[nodiscard]] std::optional<Repeater>& repeater(trader::Port port) noexcept {
            return repeaters[static_cast<std::size_t>(port)];
        }
    };
    /// A client: one of our traders, at a venue or two, or a scripted one.
    struct Participant {
        std::unique_ptr<TraderHost> trader{};      // none: it does not run
        std::unique_ptr<ScriptedClient> script{};  // none: it is one of ours
        std::array<Seat, kVenuesMax> seats{};      // by venue
        std::optional<OperatorLink> operator_link{};
        std::optional<FirmObserver> firm{};  // of a trader at both venues
    };
    /// A venue with its machine, the wires to it, and what is known of it.
    struct Site {
        Site(const WorldOptions& options, std::uint8_t of, Agenda& agenda, Random& random,
             Verdict& verdict);

        std::uint8_t number;
        const VenueDrawn& drawn;
        Network network;
        VenueHost host;
        Observer observer;
        std::vector<std::uint8_t> receivers{};                 // of its feed
        std::vector<std::optional<std::uint32_t>> at_venue{};  // connections by the venue's ids
        Time wake_at = kNever;
        bool is_commit_planned = false;
        bool is_day_ordered = false;  // the next one
        Time snapshots_away_until{};
        Time slow_disk_until{};
        Time disk_full_until{};
    };

    Simulation(const WorldOptions& options, Tracer* tracer);
    [[nodiscard]] Expected<void> add_participants();
    void plan_everything();

    void dispatch(Event& event);
    void on_datagram(const Event& event);
    void on_request(const Event& event);
    void on_connect(const Event& event);
    void on_piece(const Event& event);
    void deliver(Site& site, std::uint32_t number, Bytes bytes);
    void on_break(const Event& event);
    void on_wake(const Event& event);
    void on_commit(const Event& event);
    void on_act(const Event& event);
    void on_start(const Event& event);
    void start_venue(Site& site);

    // The day turn: simulation_days.cpp.
    void plan_day_turn(const Site& site);
    void on_day(const Event& event);
    void begin_day_again(Site& site);
    void turn_trader(std::uint8_t number);
    void end_process(std::uint8_t number, bool is_told);
    void end_connections(Site& site, Seat& seat, bool is_told);

    // Consequences of an event: simulation_outputs.cpp.
    void after_client(std::uint8_t number);
    void serve_seat(Site& site, std::uint8_t number);
    void serve_port(Site& site, std::uint8_t number, trader::Port port);
    void check_trader(std::uint8_t number);
    void after_venue(Site& site);
    void send_venue_outputs(Site& site);
    void send_outputs_of(Site& site, std::uint32_t connection);
    void plan_wake(Site& site, std::uint8_t who, Time deadline);
    [[nodiscard]] Time& wake_at(Site& site, std::uint8_t who) noexcept;

    // Faults: simulation_faults.cpp.
    void on_fault(const Event& event);
    void on_relief(const Event& event);
    void plan_fault(const Site& site, FaultKind kind);
    void crash_venue(Site& site);
    void crash_trader(std::uint8_t number);
    void halt(Site& site, InstrumentId instrument);
    void intrude(Site& site);
    [[nodiscard]] std::vector<std::uint8_t> listeners(const Site& site);
    void command_any(std::uint8_t number);
    void send_garbage(const Site& site);
    void harm_disk(Site& site, FaultKind kind);
    void command_venue(Site& site);
    void reinstate(Site& site, std::uint8_t client);
    void command(std::uint8_t number, const trader::OperatorCommand& command,
                 std::size_t bytes_max);
    void set_trader_room(std::uint8_t number, bool has_room);
    void fill_trader_disk(const Site& site, std::uint8_t number);
    void go_on_reopening(const Event& event);
    [[nodiscard]] std::optional<std::uint32_t> any_connection(const Site& site);
    void harm_connection(Site& site, FaultKind kind);
    [[nodiscard]] std::uint8_t any_trader();
    [[nodiscard]] std::uint8_t any_script(const Site& site);
    [[nodiscard]] Nanos while_of(std::int64_t least_ms, std::int64_t most_ms);
    void end_faults();
    void set_venue_room(Site& site);

    void check_bounds();
    void check_the_end();
    void check_end_of(Site& site);
    [[nodiscard]] bool is_all_told() const;
    void check_counts(const Site& site);
    void check_start(const Expected<void>& started);
    void note_counters(Outcome& outcome) const;
    void note_counters_of(const Site& site, Outcome& outcome) const;

    WorldOptions options_;
    Tracer* tracer_;
    Random random_;
    Agenda agenda_;
    Mood mood_;  // everywhere the same
    std::vector<Participant> participants_;
    std::uint64_t commands_ = 0;
    std::uint64_t commands_cut_ = 0;
    bool has_faults_ = true;
    Time now_{};
    Verdict verdict_;
    std::deque<Site> sites_;
    Checksum trace_;
    std::array<std::uint64_t, kEventKinds> by_kind_{};
    std::array<std::uint64_t, kFaultKinds> faults_{};
};

}  // namespace hotpath::sim::world
