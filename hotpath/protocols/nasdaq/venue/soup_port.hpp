#pragma once
/// SoupPort: what the ports of SoupBinTCP sessions share: logins, and the streams' way to readers. A
/// port says which users it has, what a login reads, and what a message means.
///
/// Threads: the server's. Allocation: none. Complexity: O(bytes). Source: SoupBinTCP 4.00.

#include <array>
#include <string_view>
#include <vector>

#include "hotpath/exchange/server/port_context.hpp"
#include "hotpath/exchange/server/venue_port.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/server.hpp"

namespace hotpath::exchange {

class SoupPort : public VenuePort {
  public:
    explicit SoupPort(VenueCore& core) noexcept : core_(core) {}

    void on_connected(ConnectionId, Time) noexcept override {}
    void on_bytes(ConnectionId id, Bytes bytes, Time now) override;
    void on_disconnected(ConnectionId, Time) noexcept override {}
    void on_timer(ConnectionId id, Time now) noexcept override { soup(id).on_timer(now); }
    void on_durable(ConnectionId id, Time now) noexcept override;
    void on_written(ConnectionId id, std::size_t bytes, Time) noexcept override {
        soup(id).on_written(bytes);
    }
    [[nodiscard]] Time next_deadline(ConnectionId id) const noexcept override {
        return core_.clients()[id].soup.next_deadline();
    }
    [[nodiscard]] Bytes output(ConnectionId id) const noexcept override {
        return core_.clients()[id].soup.output();
    }
    [[nodiscard]] std::array<Bytes, 2> last_output(ConnectionId id) const noexcept override {
        return core_.clients()[id].soup.last_output();
    }

  protected:
    using CloseReason = protocols::nasdaq::soupbintcp::CloseReason;
    using LoginAnswer = protocols::nasdaq::soupbintcp::LoginAnswer;

    [[nodiscard]] virtual const std::vector<protocols::nasdaq::soupbintcp::Credentials>& users_of(
        Port port) const noexcept = 0;
    /// The client is the user that it says: the stream that it reads.
    [[nodiscard]] virtual LoginAnswer admit(ConnectionId id, Time now) noexcept = 0;
    virtual void on_logged_in(ConnectionId) noexcept {}
    /// Ports without requests disconnect the sender.
    virtual void on_message(ConnectionId id, Bytes message, Time now) noexcept;

    [[nodiscard]] VenueCore& core() noexcept { return core_; }
    [[nodiscard]] const VenueCore& core() const noexcept { return core_; }
    [[nodiscard]] protocols::nasdaq::soupbintcp::SoupServer& soup(ConnectionId id) noexcept {
        return core_.clients()[id].soup;
    }
    /// The client of a login that is not accepted.
    [[nodiscard]] LoginAnswer refuse(ConnectionId id,
                                     protocols::nasdaq::soupbintcp::RejectReason reason,
                                     std::string_view why) noexcept;
    void close_malformed(ConnectionId id, std::string_view why) noexcept;
    /// Sends this port's readers what fits, and the end of the session.
    void end_readers(Time now) noexcept;

  private:
    class Events;  // the listener of one client's SoupServer, while its bytes are handled

    [[nodiscard]] LoginAnswer login(ConnectionId id,
                                    const protocols::nasdaq::soupbintcp::LoginRequest& request,
                                    Time now) noexcept;

    VenueCore& core_;
};

}  // namespace hotpath::exchange
