#include "hotpath/login/handshakes.hpp"

#include <algorithm>
#include <utility>

#include <sys/resource.h>
#include <unistd.h>

namespace hotpath::login {

Expected<std::unique_ptr<Handshakes>> Handshakes::create(tls::Context&& context, Options options) {
    auto waiter = net::Waiter::create();
    if (!waiter) {
        return std::unexpected(waiter.error());
    }
    return std::unique_ptr<Handshakes>(
        new Handshakes(std::move(context), std::move(options), std::move(*waiter)));
}

Handshakes::Handshakes(tls::Context&& context, Options options, net::Waiter&& waiter)
    : context_(std::move(context)),
      options_(std::move(options)),
      waiter_(std::move(waiter)),
      numbers_(options_.places),
      jobs_(options_.places) {
    thread_ = std::thread([this] { run(); });
}

Handshakes::~Handshakes() {
    {
        const std::scoped_lock lock(mutex_);
        is_over_ = true;
    }
    waiter_.wake();
    thread_.join();
}

void Handshakes::begin(std::uint16_t place, net::TcpConnection&& tcp) {
    post({.place = place, .number = ++numbers_[place], .tcp = std::move(tcp)});
}

void Handshakes::cancel(std::uint16_t place) {
    post({.place = place, .number = ++numbers_[place]});
}

void Handshakes::post(Request&& request) {
    {
        const std::scoped_lock lock(mutex_);
        requests_.push_back(std::move(request));
    }
    waiter_.wake();
}

std::optional<Handshakes::Done> Handshakes::try_take() {
    if (taken_.empty() && done_waiting_.load(std::memory_order_acquire) != 0) {
        const std::scoped_lock lock(mutex_);
        taken_.swap(done_);
        done_waiting_.store(0, std::memory_order_relaxed);
        std::ranges::reverse(taken_);
    }
    while (!taken_.empty()) {
        Turn turn = std::move(taken_.back());
        taken_.pop_back();
        if (turn.number == numbers_[turn.done.place]) {
            return std::move(turn.done);
        }
    }
    return std::nullopt;
}

void Handshakes::run() {
    constexpr int kGivesWayToAll = 19;
    constexpr Nanos kForEver{3'600 * kNanosPerSecond};
    static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kGivesWayToAll));
    while (take_requests()) {
        for (std::size_t n = 0; n < jobs_.size(); ++n) {
            if (jobs_[n]) {
                go_on(static_cast<std::uint16_t>(n));
            }
        }
        waiter_.wait(kForEver);
    }
}

bool Handshakes::take_requests() {
    std::vector<Request> requests;
    {
        const std::scoped_lock lock(mutex_);
        if (is_over_) {
            return false;
        }
        requests.swap(requests_);
    }
    for (Request& each : requests) {
        jobs_[each.place].reset();
        if (each.tcp) {
            start(std::move(each));
        }
    }
    return true;
}

void Handshakes::start(Request&& request) {
    auto connection =
        tls::Connection::accept(std::move(*request.tcp), &context_, options_.connections);
    if (connection && waiter_.watch(connection->descriptor())) {
        jobs_[request.place].emplace(request.number, std::move(*connection));
    } else {
        give_back({.number = request.number, .done = {.place = request.place}});
    }
}

void Handshakes::go_on(std::uint16_t place) {
    Job& job = *jobs_[place];
    if (!job.connection.shake()) {
        waiter_.forget(job.connection.descriptor());
        give_back({.number = job.number,
                   .done = {.place = place, .connection = std::move(job.connection)}});
        jobs_[place].reset();
        return;
    }
    if (const bool wanted = job.connection.unsent_bytes() != 0; wanted != job.wants_room) {
        job.wants_room = wanted;
        waiter_.watch_room(job.connection.descriptor(), wanted);
    }
}

void Handshakes::give_back(Turn&& turn) {
    {
        const std::scoped_lock lock(mutex_);
        done_.push_back(std::move(turn));
    }
    done_waiting_.fetch_add(1, std::memory_order_release);
    if (options_.on_done) {
        options_.on_done();
    }
}

}  // namespace hotpath::login
