#pragma once
/// Handshakes: TLS handshakes of a server's clients, on a thread beside the trading one, which hands
/// connections over and takes them back without waiting. A handshake costs a signature and more, many
/// times what a trading thread may lose.
///
///   handshakes->begin(place, std::move(connection));
///   while (auto done = handshakes->try_take()) { done->place, done->connection }
///   handshakes->cancel(place);            the client is not wanted any more
///
/// A place's later connection is another one: what comes back of the former is dropped. How long a
/// handshake may take is the owner's to limit, who cancels it. The thread gives way to all others
/// (nice 19). Threads: one owner, and the handshakes' own. Allocation: each connection; OpenSSL's.
/// Complexity: a lock a call; try_take() without a connection is a load.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/net/tcp_connection.hpp"
#include "hotpath/net/waiter.hpp"
#include "hotpath/tls/connection.hpp"
#include "hotpath/tls/context.hpp"

namespace hotpath::login {

class Handshakes {
  public:
    struct Options {
        net::TcpOptions connections{};
        std::size_t places = 0;  // connections have numbers below this
        /// Called by the thread after each handshake.
        std::function<void()> on_done{};
    };
    /// Open, or over: then problem() says why. None: it could not even begin.
    struct Done {
        std::uint16_t place = 0;
        std::optional<tls::Connection> connection{};
    };

    /// `context` is a server's.
    [[nodiscard]] static Expected<std::unique_ptr<Handshakes>> create(tls::Context&& context,
                                                                      Options options);
    Handshakes(const Handshakes&) = delete;
    Handshakes& operator=(const Handshakes&) = delete;
    /// Ends those that have not come back.
    ~Handshakes();

    void begin(std::uint16_t place, net::TcpConnection&& tcp);
    void cancel(std::uint16_t place);
    [[nodiscard]] std::optional<Done> try_take();

  private:
    /// The number is that of its turn at the place. No connection: the place's is canceled.
    struct Request {
        std::uint16_t place = 0;
        std::uint64_t number = 0;
        std::optional<net::TcpConnection> tcp{};
    };
    struct Turn {
        std::uint64_t number = 0;
        Done done{};
    };
    struct Job {
        std::uint64_t number = 0;
        tls::Connection connection;
        bool wants_room = false;
    };

    Handshakes(tls::Context&& context, Options options, net::Waiter&& waiter);

    void run();
    void post(Request&& request);
    /// False: the end.
    [[nodiscard]] bool take_requests();
    void start(Request&& request);
    void go_on(std::uint16_t place);
    void give_back(Turn&& turn);

    tls::Context context_;
    Options options_;
    net::Waiter waiter_;  // the thread's
    // The owner's.
    std::vector<std::uint64_t> numbers_;  // by place: of its last turn
    std::vector<Turn> taken_;             // by try_take(), the last first
    // The thread's.
    std::vector<std::optional<Job>> jobs_;  // by place
    std::mutex mutex_;
    std::vector<Request> requests_;  // guarded by mutex_
    std::vector<Turn> done_;         // guarded by mutex_
    bool is_over_ = false;           // guarded by mutex_
    std::atomic<std::uint32_t> done_waiting_{0};
    std::thread thread_;
};

}  // namespace hotpath::login
