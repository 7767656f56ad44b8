#include "bench/protocols/ilink_session_tests.hpp"

#include <memory>

#include "bench/protocols/ilink_session_flow.hpp"
#include "bench/protocols/timed_passes.hpp"

namespace hotpath::bench {
namespace {

/// Few enough for a cache: what is measured is the code.
constexpr std::uint32_t kReports = 2'000;
constexpr Passes kWhole{.messages = kReports, .count = 100};

using SharedReports = std::shared_ptr<const IlinkStream>;

/// A pass before the time begins: memory is touched.
template <class Run>
Subject subject(const SharedReports& reports, const timing::TscClock& clock, const char* name,
                Run run) {
    return {name, name,
            [reports, clock, run] {
                const auto life = std::make_unique<IlinkOrderLife>(*reports);
                const std::uint64_t first = run(*life);
                Measurement measured = timed_passes(clock, kWhole, [&] { return run(*life); });
                measured.answer += first;
                return measured;
            },
            false};
}

Expected<void> check_order(const IlinkStream& reports) {
    IlinkOrderLife life(reports);
    const std::uint64_t received = life.receive_all();
    const std::uint64_t first = life.run();
    if (!is_expected_ilink_order(life.last_order())) {
        return fail("ilink_session: the session has not sent the order that the gate approved");
    }
    if (received == 0 || first <= received || life.run() != first) {
        return fail("ilink_session: every pass must receive the same reports");
    }
    return {};
}

}  // namespace

Expected<Test> ilink_session_test(const timing::TscClock& clock) {
    const auto reports = std::make_shared<const IlinkStream>(make_ilink_reports(kReports));
    if (const auto checked = check_order(*reports); !checked) {
        return std::unexpected(checked.error());
    }
    Test test{.name = "ilink_session", .unit = "ns/report and order", .subjects = {}};
    test.subjects.push_back(
        subject(reports, clock, "hotpath", [](IlinkOrderLife& life) { return life.run(); }));
    test.subjects.push_back(subject(reports, clock, "the report alone",
                                    [](IlinkOrderLife& life) { return life.receive_all(); }));
    test.subjects.push_back(subject(reports, clock, "the order alone",
                                    [](IlinkOrderLife& life) { return life.send_all(kReports); }));
    return test;
}

}  // namespace hotpath::bench
