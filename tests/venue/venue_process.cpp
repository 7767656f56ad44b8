#include "tests/venue/venue_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hotpath/net/udp_socket.hpp"

namespace hotpath::venue_tests {

VenueProcess::VenueProcess(const std::filesystem::path& folder, const VenueSettings& settings)
    : folder_(folder),
      journal_(settings.journal.empty() ? folder / "journal" : settings.journal),
      clock_(settings.clock) {
    const auto probe = net::UdpSocket::bind({net::kLoopback, 0});
    line_a_ = {{0xEFC0'0201U}, probe->endpoint().port};
    line_b_ = {{0xEFC0'0202U}, probe->endpoint().port};
    std::ofstream file(folder / "exchange.toml");
    file << "health_every_ms = 1000\n"
         << settings.root << "\n[venue]\nsymbols = [\"AAPL\", \"GOOG\"]\n"
         << "orders_max = 50000\nlevels_max = 50000\ninstruments_max = 20\n"
         << "executions_per_order_max = 500\nfeed_messages_kept = " << settings.feed_messages_kept
         << '\n'
         << settings.venue << "\n[order_entry]\naddress = \"127.0.0.1:0\"\n"
         << "orders_open_all_sessions_max = 5000\nreplies_kept = 300000\n"
         << settings.order_entry << "\n[[user]]\nname = \"ALICE\"\npassword = \"A\"\n"
         << "[[user]]\nname = \"BOB\"\npassword = \"B\"\n[market_data]\nline_a = \""
         << line_a_.to_string() << "\"\nline_b = \"" << line_b_.to_string()
         << "\"\nrequests = \"127.0.0.1:0\"\nglimpse = \"127.0.0.1:0\"\n[journal]\nfolder = \""
         << journal_.string() << "\"\nmode = \"" << settings.mode
         << "\"\nsegment_mib = 1\nsnapshot_every = " << settings.snapshot_every
         << "\n[background]\n"
         << settings.background << "\n"
         << settings.tables << "\n";
}

VenueProcess::~VenueProcess() {
    kill_hard();
}

bool VenueProcess::start() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return false;
    }
    output_.clear();
    const std::string config = (folder_ / "exchange.toml").string();
    const std::string json = (folder_ / "state.json").string();
    child_ = ::fork();
    if (child_ == 0) {
        ::dup2(ends[1], STDOUT_FILENO);
        ::dup2(ends[1], STDERR_FILENO);
        if (!clock_.empty()) {
            ::setenv("LD_PRELOAD", HOTPATH_CLOCK_SHIM, 1);
            ::setenv("HOTPATH_TEST_CLOCK", clock_.c_str(), 1);
        }
        ::execl(HOTPATH_EXECUTABLE, HOTPATH_EXECUTABLE, "exchange", "-c", config.c_str(), "--json",
                json.c_str(), nullptr);
        ::dprintf(STDERR_FILENO, "%s could not be started: %s\n", HOTPATH_EXECUTABLE,
                  std::strerror(errno));
        ::_exit(127);
    }
    ::close(ends[1]);
    pipe_ = ends[0];
    return read_until_ready();
}

bool VenueProcess::read_until_ready() {
    std::array<char, 4'096> room{};
    while (output_.find("exchange: ready") == std::string::npos || output_.back() != '\n') {
        const ssize_t count = ::read(pipe_, room.data(), room.size());
        if (count <= 0) {
            return false;
        }
        output_.append(room.data(), static_cast<std::size_t>(count));
    }
    return true;
}

void VenueProcess::read_rest() {
    std::array<char, 4'096> room{};
    for (ssize_t count = 0; (count = ::read(pipe_, room.data(), room.size())) > 0;) {
        output_.append(room.data(), static_cast<std::size_t>(count));
    }
    ::close(pipe_);
    pipe_ = -1;
}

void VenueProcess::kill_hard() {
    if (child_ > 0) {
        ::kill(child_, SIGKILL);
        static_cast<void>(wait());
    }
}

int VenueProcess::stop() {
    ::kill(child_, SIGTERM);
    return wait();
}

int VenueProcess::wait() {
    read_rest();
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

nlohmann::json VenueProcess::state() const {
    std::ifstream file(folder_ / "state.json");
    return nlohmann::json::parse(file);
}

net::Endpoint VenueProcess::endpoint_behind(const std::string& words) const {
    const std::size_t begin = output_.find(words) + words.size();
    return *net::Endpoint::parse(output_.substr(begin, output_.find(',', begin) - begin));
}

}  // namespace hotpath::venue_tests
