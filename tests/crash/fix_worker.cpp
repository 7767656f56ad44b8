// fix_crash_worker MODE acceptor|initiator FOLDER SOCKET: one end of a FIX session on its store,
// with orders both ways as fast as it can, until it is killed.
#include <cstdio>
#include <limits>
#include <memory>
#include <string_view>

#include "hotpath/journal/file_storage.hpp"
#include "tests/crash/fix_wire.hpp"

namespace hotpath::crash {
namespace {

int say(const std::string& what, int code) {
    std::fprintf(stderr, "fix_crash_worker: %s\n", what.c_str());
    return code;
}

int live(support::DurableFixEnd& end, FixWire& wire) {
    end.connect(fix_now());
    while (end.fault().empty() && !end.is_broken() && !end.session().is_closed()) {
        if (!wire.run(end, std::numeric_limits<std::uint64_t>::max())) {
            return kFixHungUp;
        }
        for (int step = 0; step < 4; ++step) {
            end.store().journal().housekeep();
        }
        if (end.store().is_checkpoint_due()) {
            if (const auto written = end.checkpoint(fix_now()); !written) {
                return say(written.error().message, kFixFaulty);
            }
        }
    }
    return say(end.fault() + "; store: " + end.store().error() +
                   "; session: " + std::string(name(end.session().close_reason())),
               kFixFaulty);
}

int run(char** argv) {
    const auto mode = journal::to_ack_mode(argv[1]);
    auto storage = journal::FileStorage::open_folder(argv[3], journal::Opening::ReadWrite);
    if (!mode || !storage) {
        return say(mode ? storage.error().message : "no such mode", kFixNotOpened);
    }
    const bool is_acceptor = std::string_view(argv[2]) == "acceptor";
    support::DurableFixEnd end(is_acceptor ? support::fix_acceptor() : support::fix_initiator(),
                               fix_crash_options(*mode));
    if (const auto started = end.start(std::move(*storage), fix_now()); !started) {
        return say(started.error().message, kFixNotOpened);
    }
    if (!end.fault().empty()) {
        return say(end.fault() + " in its store", kFixFaulty);
    }
    const int socket = connect_to(argv[4]);
    if (socket < 0) {
        return kFixHungUp;
    }
    FixWire wire(socket);
    return live(end, wire);
}

}  // namespace
}  // namespace hotpath::crash

int main(int argc, char** argv) {
    if (argc != 5) {
        std::fprintf(stderr, "fix_crash_worker MODE acceptor|initiator FOLDER SOCKET\n");
        return 2;
    }
    return hotpath::crash::run(argv);
}
