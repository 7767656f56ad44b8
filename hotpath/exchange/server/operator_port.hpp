#pragma once
/// OperatorPort: the venue's operators over SoupBinTCP: commands in, one stream of all answers out.
///
/// Threads: the server's. Allocation: create(). Complexity: the command's.

#include <array>
#include <memory>
#include <vector>

#include "hotpath/protocols/nasdaq/venue/soup_port.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::exchange {

class OperatorPort final : public SoupPort {
  public:
    static constexpr std::array kPorts{Port::Operator};
    static constexpr std::array kKinds{OutputKind::Answer};

    [[nodiscard]] static Expected<std::unique_ptr<OperatorPort>> create(const PortContext& context);
    /// create() calls it.
    OperatorPort(const PortContext& context, protocols::SequencedStore&& answers);

    [[nodiscard]] const protocols::SequencedStore& answers() const noexcept { return answers_; }

    void keep(const Output& answer, Time) noexcept override;
    void end_session() noexcept override;
    void begin_day(Time now) noexcept override;
    void save_shared(StateWriter& writer) const override;
    void load_shared(StateReader& reader) override;

  private:
    [[nodiscard]] const std::vector<protocols::nasdaq::soupbintcp::Credentials>& users_of(
        Port) const noexcept override {
        return core().options().operator_users;
    }
    [[nodiscard]] LoginAnswer admit(ConnectionId id, Time now) noexcept override;
    void on_message(ConnectionId id, Bytes message, Time now) noexcept override;

    VenueCommands& commands_;
    protocols::SequencedStore answers_;
};

}  // namespace hotpath::exchange
