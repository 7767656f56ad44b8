// fix_end ROLE VERSION PORT FOLDER SENDER TARGET: one end of a FIX session on its durable store, over
// TCP on this host; the other one is an engine that is not ours. Commands, a line each:
//
//   enter N     that many orders more, as soon as they may
//   numbers     "numbers NEXT-OUT NEXT-IN orders-sent=N reports-received=N orders-received=N
//               reports-sent=N orders-wanted=N"
//   cut         the connection ends, without a Logout
//   logout      Logout; it does not connect again
//   quit        the process ends in order
//
// It says "ready", "up", "down WHY", and "fault WHAT" before it ends with status 4.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <poll.h>
#include <unistd.h>

#include "hotpath/journal/file_storage.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/net/tcp_listener.hpp"
#include "tests/crash/fix_wire.hpp"
#include "tests/support/durable_fix_end.hpp"

namespace hotpath::fix_peers {
namespace {

constexpr int kFaulty = 4;
constexpr int kUnusable = 2;
constexpr std::uint64_t kOrdersOnTheirWayMax = 20;
constexpr Nanos kReconnectEvery{kNanosPerSecond / 5};

struct Words {
    bool is_acceptor;
    std::string version;
    std::uint16_t port;
    std::string folder;
    std::string sender;
    std::string target;
};

protocols::fix::SessionOptions session_of(const Words& words) {
    protocols::fix::SessionOptions options;
    options.role =
        words.is_acceptor ? protocols::fix::Role::Acceptor : protocols::fix::Role::Initiator;
    options.begin_string = words.version;
    options.sender_comp_id = words.sender;
    options.target_comp_id = words.target;
    options.heartbeat_interval = Nanos{3 * kNanosPerSecond};
    return options;
}

void say(const std::string& line) {
    std::printf("%s\n", line.c_str());
    std::fflush(stdout);
}

class FixPeer {
  public:
    FixPeer(const Words& words, std::optional<net::TcpListener> listener)
        : words_(words),
          listener_(std::move(listener)),
          end_(session_of(words), crash::fix_crash_options(journal::AckMode::Sync),
               support::FixBodies::Whole) {}

    [[nodiscard]] Expected<void> start() {
        auto storage =
            journal::FileStorage::open_folder(words_.folder, journal::Opening::ReadWrite);
        return storage ? end_.start(std::move(*storage), crash::fix_now())
                       : std::unexpected(storage.error());
    }
    [[nodiscard]] int run() {
        say("ready");
        while (!has_quit_ && end_.fault().empty() && !end_.is_broken()) {
            wait();
            read_commands();
            keep_connected();
            exchange_bytes();
            send_orders();
            keep_store();
        }
        if (has_quit_) {
            return EXIT_SUCCESS;
        }
        say("fault " + end_.fault() + "; store: " + end_.store().error());
        return kFaulty;
    }

  private:
    void wait() const {
        std::array<pollfd, 3> waiting{{{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0},
                                       {.fd = -1, .events = POLLIN, .revents = 0},
                                       {.fd = -1, .events = POLLIN, .revents = 0}}};
        if (connection_) {
            waiting[1].fd = connection_->descriptor();
        }
        if (listener_) {
            waiting[2].fd = listener_->descriptor();
        }
        ::poll(waiting.data(), waiting.size(), 5);
    }

    void read_commands() {
        pollfd commands{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
        if (::poll(&commands, 1, 0) <= 0) {
            return;
        }
        std::array<char, 256> text;
        const ssize_t count = ::read(STDIN_FILENO, text.data(), text.size());
        if (count <= 0) {
            has_quit_ = true;
            return;
        }
        typed_.append(text.data(), static_cast<std::size_t>(count));
        for (std::size_t end; (end = typed_.find('\n')) != std::string::npos;) {
            obey(typed_.substr(0, end));
            typed_.erase(0, end + 1);
        }
    }
    void obey(const std::string& command) {
        if (command.starts_with("enter ")) {
            orders_wanted_ += std::strtoull(command.c_str() + 6, nullptr, 10);
        } else if (command == "numbers") {
            say_numbers();
        } else if (command == "cut") {
            disconnect();
        } else if (command == "logout") {
            has_logged_out_ = true;
            end_.session().logout("", crash::fix_now());
        } else if (command == "quit") {
            has_quit_ = true;
        } else {
            say("error no such command: " + command);
        }
    }
    void say_numbers() {
        say("numbers " + std::to_string(end_.store().next_out()) + " " +
            std::to_string(end_.store().next_in()) +
            " orders-sent=" + std::to_string(end_.orders_sent()) +
            " reports-received=" + std::to_string(end_.reports_received()) +
            " orders-received=" + std::to_string(end_.orders_received()) +
            " reports-sent=" + std::to_string(end_.reports_sent()) +
            " orders-wanted=" + std::to_string(orders_wanted_));
    }

    void keep_connected() {
        if (connection_) {
            return;
        }
        if (listener_) {
            if (auto accepted = listener_->accept()) {
                connection_.emplace(std::move(*accepted));
            }
        } else if (!has_logged_out_ && crash::fix_now() >= connect_at_) {
            connect_at_ = crash::fix_now() + kReconnectEvery;
            if (auto connected = net::TcpConnection::connect({net::kLoopback, words_.port})) {
                connection_.emplace(std::move(*connected));
            }
        }
        if (connection_) {
            end_.connect(crash::fix_now());
        }
    }
    void disconnect() {
        if (std::exchange(connection_, std::nullopt)) {
            end_.session().on_disconnected(crash::fix_now());
            show_state();
        }
    }

    void exchange_bytes() {
        if (!connection_) {
            return;
        }
        const net::TcpReceived received = connection_->receive();
        end_.receive(received.bytes, crash::fix_now());
        end_.session().on_timer(crash::fix_now());
        while (send_output()) {
        }
        connection_->flush();
        show_state();
        if (received.status == net::ReceiveStatus::Closed || end_.session().is_closed()) {
            disconnect();
        }
    }
    /// True when there may be more.
    [[nodiscard]] bool send_output() {
        const Bytes output = end_.durable_output(crash::fix_now());
        if (output.empty() || connection_->send(output) != net::SendStatus::Ok) {
            return false;
        }
        end_.session().on_written(output.size(), crash::fix_now());
        return true;
    }
    void show_state() {
        if (std::exchange(is_up_, end_.session().is_logged_on()) != is_up_) {
            say(is_up_ ? std::string("up")
                       : "down " + std::string(name(end_.session().close_reason())));
        }
    }

    void send_orders() {
        while (orders_wanted_ > 0 && !end_.is_broken() &&
               end_.orders_sent() - end_.reports_received() < kOrdersOnTheirWayMax) {
            end_.order(crash::fix_now());
            --orders_wanted_;
        }
    }
    /// What was stored while there is no connection is durable as well.
    void keep_store() {
        static_cast<void>(end_.store().make_durable(crash::fix_now()));
        for (int step = 0; step < 4; ++step) {
            end_.store().journal().housekeep();
        }
        if (end_.store().is_checkpoint_due() && !end_.checkpoint(crash::fix_now())) {
            say("event a checkpoint failed: " + end_.store().error());
        }
    }

    Words words_;
    std::optional<net::TcpListener> listener_;
    support::DurableFixEnd end_;
    std::optional<net::TcpConnection> connection_;
    std::string typed_;
    Time connect_at_{};
    std::uint64_t orders_wanted_ = 0;
    bool is_up_ = false;
    bool has_logged_out_ = false;
    bool has_quit_ = false;
};

int fail_with(const std::string& what) {
    std::fprintf(stderr, "fix_end: %s\n", what.c_str());
    return kUnusable;
}

int run(const Words& words) {
    std::optional<net::TcpListener> listener;
    if (words.is_acceptor) {
        auto listening = net::TcpListener::listen({net::kLoopback, words.port});
        if (!listening) {
            return fail_with(listening.error().message);
        }
        listener.emplace(std::move(*listening));
        say("port " + std::to_string(listener->endpoint().port));
    }
    FixPeer peer(words, std::move(listener));
    const auto started = peer.start();
    return started ? peer.run() : fail_with(started.error().message);
}

}  // namespace
}  // namespace hotpath::fix_peers

int main(int argc, char** argv) {
    if (argc != 7) {
        return hotpath::fix_peers::fail_with("ROLE VERSION PORT FOLDER SENDER TARGET");
    }
    const unsigned long port = std::strtoul(argv[3], nullptr, 10);
    return hotpath::fix_peers::run({.is_acceptor = std::string_view(argv[1]) == "acceptor",
                                    .version = argv[2],
                                    .port = static_cast<std::uint16_t>(port),
                                    .folder = argv[4],
                                    .sender = argv[5],
                                    .target = argv[6]});
}
