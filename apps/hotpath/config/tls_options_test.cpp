// How `hotpath order` and `hotpath operate` connect: by the options, by a configuration, in plain text;
// and the tables that configurations have.

#include "apps/hotpath/config/tls_options.hpp"

#include <filesystem>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <toml++/toml.h>

#include "tests/support/temporary_directory.hpp"
#include "tests/support/test_certificates.hpp"

namespace hotpath::app {
namespace {

const net::Endpoint kHere{net::kLoopback, 26'400};
const net::Endpoint kElsewhere{{0x0A00'0001}, 26'400};

[[nodiscard]] std::string refusal(const TlsWords& words, const ConfiguredTls& configured,
                                  const net::Endpoint& address) {
    const auto config = client_config(words, configured, address);
    return config ? std::string() : config.error().message;
}

TEST(TlsOptions, WithoutAnyPlainTextGoesToLoopbackOnly) {
    const auto here = client_config({}, {}, kHere);
    ASSERT_TRUE(here);
    EXPECT_FALSE(here->has_value());
    EXPECT_EQ(
        refusal({}, {}, kElsewhere),
        "10.0.0.1:26400: plain text to another machine must be allowed by "
        "--plain-text-beyond-loopback or plain_text_beyond_loopback = true; use TLS (--ca, or "
        "[tls] of the trader's configuration)");
    EXPECT_EQ(refusal({.is_plain_text_allowed = true}, {}, kElsewhere), "");
    EXPECT_EQ(refusal({}, {.is_plain_text_allowed = true}, kElsewhere), "");
}

TEST(TlsOptions, TheCommandLineOverridesTheConfiguration) {
    const ConfiguredTls configured{
        .file = "trader.toml",
        .client = login::TlsClientConfig{.options = {.ca = "configured.pem"}}};
    const auto of_file = client_config({}, configured, kElsewhere);
    ASSERT_TRUE(of_file && of_file->has_value());
    EXPECT_EQ((*of_file)->options.ca, "configured.pem");
    const auto of_words =
        client_config({.ca = "ca.pem", .server_name = "venue"}, configured, kElsewhere);
    ASSERT_TRUE(of_words && of_words->has_value());
    EXPECT_EQ((*of_words)->options.ca, "ca.pem");
    EXPECT_EQ((*of_words)->server_name, "venue");
}

TEST(TlsOptions, WhatDoesNotFitIsRefused) {
    EXPECT_EQ(refusal({.ca = "ca.pem", .certificate = "c.pem"}, {}, kHere),
              "--certificate and --key must be given together");
    EXPECT_EQ(refusal({.server_name = "venue"}, {}, kHere),
              "--server-name, --certificate and --key need --ca");
    EXPECT_EQ(refusal({}, {.file = "exchange.toml", .is_server = true}, kHere),
              "exchange.toml: configures TLS: --ca must name a file with the CA of the venue's "
              "certificate");
}

class TlsTables : public testing::Test {
  protected:
    /// What is wrong with a client's table; "": nothing.
    [[nodiscard]] std::string client_refusal(const std::string& text) {
        client_.reset();
        const auto read = login::read_tls_client("t.toml", toml::parse(text), "tls", client_);
        return read ? std::string() : read.error().message;
    }
    [[nodiscard]] std::string server_refusal(const std::string& text) {
        server_.reset();
        const auto read = login::read_tls_server("t.toml", toml::parse(text), "tls", server_);
        return read ? std::string() : read.error().message;
    }

    std::optional<login::TlsClientConfig> client_;
    std::optional<login::TlsServerConfig> server_;
};

TEST_F(TlsTables, AMissingTableIsPlainText) {
    EXPECT_EQ(client_refusal(""), "");
    EXPECT_FALSE(client_);
    EXPECT_EQ(server_refusal(""), "");
    EXPECT_FALSE(server_);
    const auto context = login::make_context(server_);
    ASSERT_TRUE(context);
    EXPECT_FALSE(context->has_value());
    EXPECT_EQ(login::client_end(*context, client_, kHere).context, nullptr);
}

TEST_F(TlsTables, KeysAreCheckedByName) {
    EXPECT_EQ(client_refusal("[tls]\n"), "");
    ASSERT_TRUE(client_) << "an empty table is TLS with the system's CAs";
    EXPECT_EQ(client_refusal("[tls]\ncertificate = \"a\"\n"), "t.toml: tls.key is missing");
    EXPECT_EQ(client_refusal("[tls]\nserver_name = \"\"\n"),
              "t.toml: tls.server_name must be a name of the venue's certificate, got \"\"");
    EXPECT_EQ(server_refusal("[tls]\nkey = \"a\"\n"), "t.toml: tls.certificate is missing");
    EXPECT_EQ(server_refusal("tls = true\n"), "t.toml: tls must be a table: [tls]");
    EXPECT_EQ(server_refusal("[tls]\ncertificate = \"a\"\nkey = \"b\"\nca = \"c\"\n"),
              "t.toml: unknown key tls.ca; known keys: certificate, client_ca, crl, "
              "handshakes_per_second, key, version_min");
    EXPECT_EQ(server_refusal("[tls]\ncertificate = \"a\"\nkey = \"b\"\nversion_min = \"1.2\"\n"),
              "");
    EXPECT_EQ(server_->options.version_min, tls::Version::Tls12);
    EXPECT_EQ(server_->handshakes_per_second, 100U);
    EXPECT_EQ(server_refusal("[tls]\ncertificate = \"a\"\nkey = \"b\"\ncrl = \"c\"\n"),
              "t.toml: tls.client_ca is missing");
    EXPECT_THAT(
        server_refusal("[tls]\ncertificate = \"a\"\nkey = \"b\"\nhandshakes_per_second = -1"),
        testing::HasSubstr("tls.handshakes_per_second must be a whole number from 0 to 100,000"));
}

TEST_F(TlsTables, TheServersNameIsItsAddressUnlessItIsConfigured) {
    const support::TemporaryDirectory folder;
    const support::TestAuthority authority(folder.path(), "ca");
    EXPECT_EQ(client_refusal("[tls]\nca = \"" + authority.file().string() + "\"\n"), "");
    const auto context = login::make_context(client_);
    ASSERT_TRUE(context && context->has_value());
    EXPECT_EQ(login::client_end(*context, client_, kElsewhere).name, "10.0.0.1");
    client_->server_name = "venue.example";
    EXPECT_EQ(login::client_end(*context, client_, kElsewhere).name, "venue.example");
}

TEST_F(TlsTables, AKeyThatOthersMayReadIsRefused) {
    const support::TemporaryDirectory folder;
    const support::TestAuthority authority(folder.path(), "ca");
    const support::CertificateFiles venue = authority.issue({.file = "venue"});
    server_ = {.options = {.certificate = venue.certificate, .key = venue.key}};
    EXPECT_TRUE(login::make_context(server_));
    using std::filesystem::perms;
    std::filesystem::permissions(venue.key, perms::group_read, std::filesystem::perm_options::add);
    const auto context = login::make_context(server_);
    ASSERT_FALSE(context);
    EXPECT_EQ(context.error().message, venue.key.string() +
                                           ": has a private key and must be readable by its owner "
                                           "only, got mode 0640: chmod 600 " +
                                           venue.key.string());
}

}  // namespace
}  // namespace hotpath::app
