#include "hotpath/net/endpoint.hpp"

#include <gtest/gtest.h>

namespace hotpath::net {
namespace {

TEST(Endpoint, IsWrittenAsItIsRead) {
    for (const char* text : {"127.0.0.1:26400", "0.0.0.0:0", "239.255.255.255:65535"}) {
        const Expected<Endpoint> endpoint = Endpoint::parse(text);
        ASSERT_TRUE(endpoint) << text;
        EXPECT_EQ(endpoint->to_string(), text);
    }
    EXPECT_EQ(Endpoint::parse("127.0.0.1:1")->address, kLoopback);
}

TEST(Endpoint, RefusesWhatIsNoAddressAndPort) {
    for (const char* text :
         {"", ":", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:1x",
          "127.0.0:1", "127.0.0.1.2:1", "256.0.0.1:1", "127.0.0.01:1", "127..0.1:1", "a.b.c.d:1",
          " 127.0.0.1:1", "127.0.0.1:1 ", "localhost:1", "127.0.0.1:1:2"}) {
        const Expected<Endpoint> endpoint = Endpoint::parse(text);
        ASSERT_FALSE(endpoint) << text;
        EXPECT_NE(endpoint.error().message.find("127.0.0.1"), std::string::npos);
    }
}

TEST(Ipv4Address, KnowsLoopback) {
    EXPECT_TRUE(kLoopback.is_loopback());
    EXPECT_TRUE(Ipv4Address::parse("127.255.255.255")->is_loopback());
    for (const char* text : {"126.255.255.255", "128.0.0.0", "0.0.0.0", "10.0.0.1"}) {
        EXPECT_FALSE(Ipv4Address::parse(text)->is_loopback()) << text;
    }
}

TEST(Ipv4Network, ContainsTheAddressesWithItsFirstBits) {
    const Ipv4Network network = *Ipv4Network::parse("10.1.0.0/16");
    EXPECT_EQ(network.to_string(), "10.1.0.0/16");
    EXPECT_TRUE(network.contains(*Ipv4Address::parse("10.1.0.0")));
    EXPECT_TRUE(network.contains(*Ipv4Address::parse("10.1.255.255")));
    EXPECT_FALSE(network.contains(*Ipv4Address::parse("10.2.0.0")));
    EXPECT_FALSE(network.contains(*Ipv4Address::parse("10.0.255.255")));
    EXPECT_TRUE(Ipv4Network::parse("0.0.0.0/0")->contains(kLoopback));
    EXPECT_EQ(*Ipv4Network::parse("127.0.0.1"), *Ipv4Network::parse("127.0.0.1/32"));
}

TEST(Ipv4Network, RefusesWhatIsNoNetwork) {
    for (const char* text : {"", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8",
                             "10.0.0.0/08", "10.1.2.3/16", "10.0.0.1/0"}) {
        EXPECT_FALSE(Ipv4Network::parse(text)) << text;
    }
}

TEST(Ipv4Address, KnowsMulticastGroups) {
    EXPECT_FALSE(Ipv4Address::parse("223.255.255.255")->is_multicast());
    EXPECT_TRUE(Ipv4Address::parse("224.0.0.0")->is_multicast());
    EXPECT_TRUE(Ipv4Address::parse("239.255.255.255")->is_multicast());
    EXPECT_FALSE(Ipv4Address::parse("240.0.0.0")->is_multicast());
}

}  // namespace
}  // namespace hotpath::net
