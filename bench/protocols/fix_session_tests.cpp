#include "bench/protocols/fix_session_tests.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/protocols/fix_session_flow.hpp"
#include "bench/protocols/timed_passes.hpp"
#ifdef HOTPATH_PEER_QUICKFIX
#include "bench/peers/quickfix_session.hpp"
#endif

namespace hotpath::bench {
namespace {

/// Few enough for a cache: what is measured is the code.
constexpr Passes kPasses{.messages = 2'000, .count = 20};

struct Reports {
    FixStream stream;
    std::vector<std::size_t> ends;
    timing::TscClock clock;
};
using SharedReports = std::shared_ptr<const Reports>;

/// A pass before the time begins: memory is touched, and what was sent can be looked at.
template <class Life>
Measurement timed(const Reports& reports, Life&& run) {
    const std::uint64_t first = run();
    Measurement measured = timed_passes(reports.clock, kPasses, run);
    measured.answer += first;
    return measured;
}

Subject ours(const SharedReports& reports, const char* name, bool validates) {
    return {name, "session", [reports, validates] {
                FixOrderLife life(validates);
                return timed(*reports, [&] { return life.run(reports->stream, reports->ends); });
            }};
}

#ifdef HOTPATH_PEER_QUICKFIX
std::string logon_text() {
    const std::vector<std::byte> logon = logon_answer();
    return {reinterpret_cast<const char*>(logon.data()), logon.size()};
}

std::uint64_t run_quickfix(peers::QuickFixSession& session, const Reports& reports) {
    return session.run(reinterpret_cast<const char*>(reports.stream.bytes.data()),
                       reports.ends.data(), reports.ends.size());
}

/// A new session each time: its store keeps every message.
Subject quickfix(const SharedReports& reports, const char* name, const std::string& dictionary) {
    return {name, "session", [reports, dictionary] {
                peers::QuickFixSession session(logon_text(), dictionary);
                return timed(*reports, [&] { return run_quickfix(session, *reports); });
            }};
}

/// Brought by tools/fix_dictionaries.py --fetch; empty when it is not there.
std::string dictionary_file() {
    const auto file = std::filesystem::path(HOTPATH_SOURCE_DIR) / "build/fix/spec/FIX44.xml";
    std::error_code error;
    return std::filesystem::exists(file, error) ? file.string() : std::string();
}
#endif

Expected<void> check_orders(const Reports& reports) {
    FixOrderLife life(true);
    static_cast<void>(life.run(reports.stream, reports.ends));
    if (!is_expected_order(life.last_order())) {
        return fail("fix_session: the session has not sent the order that all send");
    }
#ifdef HOTPATH_PEER_QUICKFIX
    peers::QuickFixSession session(logon_text(), {});
    static_cast<void>(run_quickfix(session, reports));
    if (!is_expected_order(session.last_order())) {
        return fail("fix_session: QuickFIX has not sent the order that all send");
    }
#endif
    return {};
}

}  // namespace

Expected<Test> fix_session_test(const timing::TscClock& clock) {
    FixStream stream = make_session_reports(kPasses.messages);
    std::vector<std::size_t> ends = ends_of(stream);
    const auto reports =
        std::make_shared<const Reports>(Reports{std::move(stream), std::move(ends), clock});
    if (const auto checked = check_orders(*reports); !checked) {
        return std::unexpected(checked.error());
    }
    Test test{.name = "fix_session", .unit = "ns/report and order", .subjects = {}};
    test.subjects.push_back(ours(reports, "hotpath", true));
    test.subjects.push_back(ours(reports, "hotpath, no dictionary", false));
#ifdef HOTPATH_PEER_QUICKFIX
    if (const std::string dictionary = dictionary_file(); !dictionary.empty()) {
        test.subjects.push_back(quickfix(reports, "quickfix", dictionary));
    } else {
        std::fputs("fix_session: no build/fix/spec/FIX44.xml: QuickFIX runs without it alone\n",
                   stderr);
    }
    test.subjects.push_back(quickfix(reports, "quickfix, no dictionary", {}));
#endif
    return test;
}

}  // namespace hotpath::bench
