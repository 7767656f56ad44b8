#include "tests/venue/venue_process.hpp"

#include <fstream>

#include "tests/support/own_ports.hpp"

namespace hotpath::venue_tests {

VenueProcess::VenueProcess(const std::filesystem::path& folder, const VenueSettings& settings)
    : folder_(folder),
      journal_(settings.journal.empty() ? folder / "journal" : settings.journal),
      clock_(settings.clock) {
    const std::uint16_t port = support::own_port();
    line_a_ = {{0xEFC0'0201U}, port};
    line_b_ = {{0xEFC0'0202U}, port};
    std::ofstream file(folder / "exchange.toml");
    file << "health_every_ms = " << settings.health_every_ms << '\n'
         << settings.root << "\n[venue]\nsymbols = [" << settings.symbols << "]\n"
         << "orders_max = 50000\nlevels_max = 50000\ninstruments_max = 20\n"
         << "executions_per_order_max = 500\nfeed_messages_kept = " << settings.feed_messages_kept
         << '\n'
         << settings.venue << "\n[order_entry]\naddress = \"" << settings.addresses[0] << "\"\n"
         << "orders_open_all_sessions_max = " << settings.orders_open_max
         << "\nreplies_kept = " << settings.replies_kept << '\n'
         << settings.order_entry << "\n[[user]]\nname = \"ALICE\"\npassword = \"A\"\n"
         << "[[user]]\nname = \"BOB\"\npassword = \"B\"\n"
         << settings.user << "[market_data]\nline_a = \"" << line_a_.to_string()
         << "\"\nline_b = \"" << line_b_.to_string() << "\"\nrequests = \"" << settings.addresses[2]
         << "\"\nglimpse = \"" << settings.addresses[1] << "\"\n"
         << settings.market_data << "\n[journal]\nfolder = \"" << journal_.string()
         << "\"\nmode = \"" << settings.mode << "\"\ncommits = \"" << settings.commits
         << "\"\nsegment_mib = " << settings.segment_mib
         << "\nsnapshot_every = " << settings.snapshot_every << '\n'
         << settings.journal_keys << "\n[background]\n"
         << settings.background << "\n"
         << settings.tables << "\n";
}

bool VenueProcess::start() {
    HotpathProcess::Start how{.arguments = {"exchange", "-c", config().string(), "--json",
                                            (folder_ / "state.json").string()},
                              .ready = "exchange: ready"};
    if (!clock_.empty()) {
        how.environment = {{"LD_PRELOAD", HOTPATH_CLOCK_SHIM},
                           {"HOTPATH_TEST_CLOCK", clock_.string()}};
    }
    return process_.start(how);
}

nlohmann::json VenueProcess::state() const {
    std::ifstream file(folder_ / "state.json");
    return nlohmann::json::parse(file);
}

net::Endpoint VenueProcess::endpoint_behind(const std::string& words) const {
    const std::size_t begin = output().find(words) + words.size();
    return *net::Endpoint::parse(output().substr(begin, output().find(',', begin) - begin));
}

}  // namespace hotpath::venue_tests
