#include "hotpath/sim/world/operator_link.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/client.hpp"

namespace hotpath::sim::world {

namespace {

namespace soup = protocols::nasdaq::soupbintcp;

[[nodiscard]] soup::Credentials operator_account() {
    return soup::Credentials::of("OPS", "DESK");
}

[[nodiscard]] trader::OperatorPort make_port() {
    auto port = trader::OperatorPort::create({.users = {operator_account()}});
    HOTPATH_ASSERT(port.has_value(), "the simulated operator port's options must be valid");
    return std::move(*port);
}

struct Answers : soup::NullClientListener {
    void on_sequenced(std::uint64_t, Bytes message) {
        trader::OperatorAnswer answer;
        if (decode(message, answer) == protocols::DecodeStatus::Ok) {
            last = answer;
        }
    }
    std::optional<trader::OperatorAnswer> last{};
};

}  // namespace

OperatorLink::OperatorLink() : port_(make_port()) {}

CommandFate OperatorLink::command(const trader::OperatorCommand& command, std::size_t bytes_max,
                                  TraderHost& trader, Random& random, Time now) {
    auto client = soup::SoupClient::create(
        {.connection = {}, .credentials = operator_account(), .sequence_number = 0});
    const std::optional<std::uint16_t> connection = port_.on_connect(now);
    HOTPATH_ASSERT(client.has_value() && connection, "an operator must be able to connect");
    CommandFate fate;
    Answers answers;
    std::size_t left = bytes_max;
    const auto counted = [&](const trader::OperatorCommand& received) {
        ++fate.carried_out;
        return trader.obey(received, now);
    };
    // Until neither end has anything to say; or the connection is broken.
    const auto talk = [&] {
        for (;;) {
            const Bytes waiting = client->output();
            const std::size_t most = std::min(waiting.size(), left);
            if (most != 0) {
                const std::size_t size = 1 + random.below(most);
                port_.on_bytes(*connection, waiting.first(size), now, counted);
                client->on_written(size);
                left -= size;
                continue;
            }
            const Bytes answer = port_.output(*connection);
            if (answer.empty()) {
                return;
            }
            const std::size_t size = answer.size();
            client->on_bytes(answer, now, answers);
            port_.on_written(*connection, size);
        }
    };
    client->on_connected(now);
    talk();
    std::array<std::byte, trader::kOperatorCommandLength> room{};
    if (client->is_logged_in() && client->try_send(encode(command, room), now)) {
        talk();
        fate.has_arrived = client->output().empty();
    }
    port_.on_disconnected(*connection);
    port_.release(*connection, now);
    fate.answer = answers.last;
    return fate;
}

}  // namespace hotpath::sim::world
