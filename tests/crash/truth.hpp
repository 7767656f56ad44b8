#pragma once
/// Decides from the evidence alone, and never from the channel, whether what came out is what went
/// in: nothing acknowledged lost, nothing torn, nothing out of order, nothing twice but what was
/// under the reader's hand when it was killed.
///
/// Called after every death of a process, it computes for each of the writer's epochs between which
/// two numbers its last message lies: acknowledged and attempted. Threads: the test's. Allocation:
/// one entry an epoch. Complexity: O(1) a delivery. Tests only.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/crash/evidence.hpp"

namespace hotpath::crash {

struct Totals {
    std::uint64_t writer_kills = 0;
    std::uint64_t writer_starting = 0;    // of them before it was attached,
    std::uint64_t writer_claiming = 0;    // while it wrote into claimed places,
    std::uint64_t writer_publishing = 0;  // in publish()
    std::uint64_t reader_kills = 0;
    std::uint64_t reader_starting = 0;
    std::uint64_t reader_holding = 0;  // looking at a message
    std::uint64_t reader_popping = 0;
    std::uint64_t acknowledged = 0;
    std::uint64_t delivered = 0;
    std::uint64_t redelivered = 0;     // once more to the next reader
    std::uint64_t unacknowledged = 0;  // published, but the writer died before it knew
    std::uint64_t lost = 0;            // announced by the channel, exactly
    std::uint64_t torn = 0;
};

class Truth {
  public:
    Truth(Scenario scenario, Evidence& evidence) : scenario_(scenario), evidence_(evidence) {}

    [[nodiscard]] const Totals& totals() const noexcept { return totals_; }
    /// The first few things that were not right, as sentences.
    [[nodiscard]] const std::vector<std::string>& complaints() const noexcept {
        return complaints_;
    }
    /// Whether the reader has everything that the dead writer's last epoch acknowledged.
    [[nodiscard]] bool is_all_delivered() const;

    void complain(const std::string& sentence);

    /// After the process is gone.
    void on_writer_end(bool was_killed);
    void on_reader_end(bool was_killed);
    /// Everything journalled since the last time.
    void verify_deliveries();

  private:
    /// The known actions of one epoch of the writer.
    struct WriterLife {
        std::uint64_t first_seq = 1;
        std::uint64_t attempted = 0;
        std::uint64_t acknowledged = 0;
    };

    void count_writer_kill(Phase phase);
    void count_reader_kill(Phase phase);
    void verify_succession(const WriterLife& before, const WriterLife& life);
    void verify_delivery(const Delivery& delivery);
    [[nodiscard]] bool is_repetition(const Delivery& delivery) const;
    void verify_spsc(const Delivery& delivery);
    void verify_new_epoch(const Delivery& delivery);
    void verify_broadcast(const Delivery& delivery);
    [[nodiscard]] std::string about(const Delivery& delivery) const;

    Scenario scenario_;
    Evidence& evidence_;
    Totals totals_;
    std::vector<std::string> complaints_;
    std::map<std::uint64_t, WriterLife> lives_{{0, {}}};  // by epoch; 0: before the first
    bool is_any_writer_killed_ = false;
    bool is_any_reader_killed_ = false;
    bool may_repeat_ = false;  // the last delivery, by the next reader
    Delivery last_{};
};

}  // namespace hotpath::crash
