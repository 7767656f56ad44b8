// The ports and publishers that protocols add to a venue's setup, and the list of their tables.

#include "hotpath/live/venue/venue_setup.hpp"

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/protocols/cme/config/venue_mdp3_ports.hpp"
#include "hotpath/protocols/config/all.hpp"
#include "hotpath/protocols/fix/config/venue_data_ports.hpp"

namespace hotpath::live {
namespace {

constexpr net::Endpoint kPort{.address = net::kLoopback, .port = 26'400};

std::vector<std::string> keys_of(const std::vector<KeyedAddress>& addresses) {
    std::vector<std::string> keys;
    for (const auto& [key, at] : addresses) {
        keys.push_back(key);
    }
    return keys;
}

TEST(VenueSetup, PortsAreInTheServersOrderWhateverIsReadFirst) {
    const std::vector<VenuePortKeys> all = protocols::venue_port_keys();
    ASSERT_EQ(all.size(), exchange::VenueProtocols::kPorts);
    VenueSetup setup;
    setup.add_port({.keys = all[2], .at = kPort});
    setup.add_port({.keys = all[0], .at = kPort});
    ASSERT_EQ(setup.ports.size(), 2U);
    EXPECT_EQ(setup.ports[0].keys.port, all[0].port);
    EXPECT_EQ(setup.port(all[2].port), &setup.ports[1]);
    EXPECT_EQ(setup.port(all[1].port), nullptr) << "it is not open";
}

TEST(VenueSetup, AddressesHaveTheirKeysOfTheConfiguration) {
    VenueSetup setup;
    for (const VenuePortKeys& keys : protocols::venue_port_keys()) {
        setup.add_port({.keys = keys, .at = kPort});
    }
    setup.publishers = {std::make_shared<protocols::cme::Mdp3PublisherConfig>(),
                        std::make_shared<protocols::fix::FixDataPublisherConfig>()};
    EXPECT_EQ(keys_of(protocol_ports(setup)),
              (std::vector<std::string>{"fix.address", "fix.drop_copy_address", "ilink.address",
                                        "fix_market_data.address"}));
    EXPECT_EQ(keys_of(protocol_lines(setup)), std::vector<std::string>{"mdp3.line_a"});
}

TEST(VenueKeys, ATableIsOneProtocols) {
    std::set<std::string_view> tables;
    std::size_t count = 0;
    for (const VenueKeys* keys : protocols::venue_keys()) {
        tables.insert(keys->tables.begin(), keys->tables.end());
        count += keys->tables.size();
        EXPECT_TRUE(keys->read != nullptr || keys->read_lines != nullptr);
    }
    EXPECT_EQ(tables.size(), count);
}

}  // namespace
}  // namespace hotpath::live
