// Certificates: right and wrong ones of servers and clients, what each end says of them, and files
// that are none.

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/tls/certificate_names.hpp"
#include "hotpath/tls/channel.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/test_certificates.hpp"
#include "tests/support/tls_pair.hpp"

namespace hotpath::tls {
namespace {

using support::CertificateFiles;
using support::CertificateWish;

/// How a handshake ended at both ends.
struct Ends {
    Problem server;
    Problem client;
    std::string client_why;
};

class TlsCertificates : public testing::Test {
  protected:
    [[nodiscard]] Context client(const CertificateFiles& files = {}) const {
        return std::move(*Context::client(
            {.ca = authority_.file(), .certificate = files.certificate, .key = files.key}));
    }
    [[nodiscard]] static Ends meet(const Context& server, const Context& client,
                                   const std::string& name) {
        support::TlsPair pair(server, client, name);
        pair.pump();
        return {pair.server.problem(), pair.client.problem(),
                pair.client.problem() == Problem::None ? "" : pair.client.why()};
    }
    /// A client connects by `name` to a server with a certificate as wished.
    [[nodiscard]] Ends meet_server(const CertificateWish& wish, const std::string& name) const {
        const CertificateFiles files = authority_.issue(wish);
        const auto server = Context::server({.certificate = files.certificate, .key = files.key});
        return meet(*server, client(), name);
    }
    /// A client with these files at a server that requires a certificate.
    [[nodiscard]] Ends meet_client(const CertificateFiles& files) const {
        const CertificateFiles venue = authority_.issue({.file = "venue"});
        const auto server = Context::server(
            {.certificate = venue.certificate, .key = venue.key, .client_ca = authority_.file()});
        return meet(*server, client(files), "localhost");
    }

    support::TemporaryDirectory folder_;
    support::TestAuthority authority_{folder_.path(), "ca"};
};

TEST_F(TlsCertificates, TheNameOrTheAddressOfTheServerIsVerified) {
    EXPECT_EQ(meet_server({.file = "v"}, "localhost").client, Problem::None);
    EXPECT_EQ(meet_server({.file = "v"}, "127.0.0.1").client, Problem::None);
    EXPECT_EQ(
        meet_server({.file = "v", .names = "DNS:*.venue.example"}, "fix.venue.example").client,
        Problem::None);
    for (const char* const name : {"venue.example", "127.0.0.2", "localhost.example"}) {
        const Ends ends = meet_server({.file = "v"}, name);
        EXPECT_EQ(ends.client, Problem::WrongName) << name;
        EXPECT_EQ(ends.server, Problem::PeerRefusedCertificate) << name;
        EXPECT_EQ(ends.client_why,
                  std::string("TLS: the peer's certificate is for another name than ") + name);
    }
    EXPECT_EQ(meet_server({.file = "v", .names = "DNS:127.0.0.1"}, "127.0.0.1").client,
              Problem::WrongName)
        << "an address is no DNS name";
}

TEST_F(TlsCertificates, OneThatHasExpiredOrIsNotValidYetIsRefused) {
    const Ends expired =
        meet_server({.file = "v", .begins_in_s = -7'200, .ends_in_s = -3'600}, "localhost");
    EXPECT_EQ(expired.client, Problem::Expired);
    EXPECT_EQ(expired.server, Problem::PeerRefusedCertificate);
    EXPECT_EQ(expired.client_why, "TLS: the peer's certificate has expired");
    const Ends early = meet_server({.file = "v", .begins_in_s = 3'600}, "localhost");
    EXPECT_EQ(early.client, Problem::NotYetValid);
}

TEST_F(TlsCertificates, OneOfAnotherAuthorityOrOfNoneIsRefused) {
    const support::TestAuthority other(folder_.path(), "other");
    for (const CertificateFiles& files :
         {other.issue({.file = "v"}),
          CertificateFiles{folder_ / "other.pem", folder_ / "other.key"}}) {
        const auto server = Context::server({.certificate = files.certificate, .key = files.key});
        const Ends ends = meet(*server, client(), "localhost");
        EXPECT_EQ(ends.client, Problem::UnknownIssuer) << ends.client_why;
        EXPECT_EQ(ends.server, Problem::PeerRefusedCertificate);
    }
}

TEST_F(TlsCertificates, OneForAnotherUseIsRefused) {
    EXPECT_EQ(meet_server({.file = "v", .usage = "serverAuth"}, "localhost").client, Problem::None);
    const Ends ends = meet_server({.file = "v", .usage = "clientAuth"}, "localhost");
    EXPECT_EQ(ends.client, Problem::BadCertificate) << ends.client_why;
}

TEST_F(TlsCertificates, AClientWithoutOneIsRefusedWhereOneIsRequired) {
    const Ends without = meet_client({});
    EXPECT_EQ(without.server, Problem::NoCertificate);
    EXPECT_EQ(without.client, Problem::PeerWantsCertificate);
    EXPECT_EQ(without.client_why, "TLS: the peer requires a certificate from us");
    const Ends with = meet_client(authority_.issue({.file = "alice", .usage = "clientAuth"}));
    EXPECT_EQ(with.server, Problem::None);
    EXPECT_EQ(with.client, Problem::None);
}

TEST_F(TlsCertificates, AClientWithAWrongOneIsRefused) {
    const support::TestAuthority other(folder_.path(), "other");
    const Ends of_other = meet_client(other.issue({.file = "alice"}));
    EXPECT_EQ(of_other.server, Problem::UnknownIssuer);
    EXPECT_EQ(of_other.client, Problem::PeerRefusedCertificate) << of_other.client_why;
    const Ends expired =
        meet_client(authority_.issue({.file = "alice", .begins_in_s = -9, .ends_in_s = -1}));
    EXPECT_EQ(expired.server, Problem::Expired);
    EXPECT_EQ(expired.client_why, "TLS: the peer refused our certificate (certificate expired)");
    const Ends of_server = meet_client(authority_.issue({.file = "alice", .usage = "serverAuth"}));
    EXPECT_EQ(of_server.server, Problem::BadCertificate);
}

TEST_F(TlsCertificates, ARevokedOneIsRefusedAndOthersAreNot) {
    const CertificateFiles venue = authority_.issue({.file = "venue"});
    const CertificateFiles alice = authority_.issue({.file = "alice"});
    const CertificateFiles bob = authority_.issue({.file = "bob"});
    const auto server = Context::server({.certificate = venue.certificate,
                                         .key = venue.key,
                                         .client_ca = authority_.file(),
                                         .crl = authority_.revoke("revoked", {alice})});
    ASSERT_TRUE(server) << server.error().message;
    const Ends revoked = meet(*server, client(alice), "localhost");
    EXPECT_EQ(revoked.server, Problem::Revoked);
    EXPECT_EQ(text(revoked.server), "TLS: the peer's certificate has been revoked");
    EXPECT_EQ(revoked.client_why, "TLS: the peer refused our certificate (certificate revoked)");
    EXPECT_EQ(meet(*server, client(bob), "localhost").server, Problem::None);
}

TEST_F(TlsCertificates, AListThatIsNoneIsRefusedByName) {
    const CertificateFiles venue = authority_.issue({.file = "venue"});
    const support::TestAuthority other(folder_.path(), "other");
    const auto why = [&](const std::filesystem::path& crl) {
        const auto context = Context::server({.certificate = venue.certificate,
                                              .key = venue.key,
                                              .client_ca = authority_.file(),
                                              .crl = crl});
        return context ? std::string() : context.error().message.substr(crl.string().size());
    };
    EXPECT_EQ(why(authority_.revoke("empty", {})), "");
    EXPECT_EQ(why(folder_ / "none"), ": must be readable revocation lists (CRL) in PEM");
    EXPECT_EQ(why(venue.certificate), ": must be readable revocation lists (CRL) in PEM");
    EXPECT_EQ(why(other.revoke("others", {})),
              ": must be lists that are signed by CAs of client_ca");
    EXPECT_EQ(why(authority_.revoke("old", {}, -1)),
              ": must be lists in force: one has expired, and with it every client of its CA would "
              "be refused");
    std::ofstream(authority_.revoke("torn", {}), std::ios::app)
        << "-----BEGIN X509 CRL-----\nMII\n-----END X509 CRL-----\n";
    EXPECT_EQ(why(folder_ / "torn.pem"), ": must be readable revocation lists (CRL) in PEM");
}

TEST_F(TlsCertificates, APeersNamesAreThoseOfItsCertificate) {
    const CertificateFiles venue = authority_.issue({.file = "venue"});
    const auto server = Context::server(
        {.certificate = venue.certificate, .key = venue.key, .client_ca = authority_.file()});
    const Context alice = client(authority_.issue(
        {.file = "alice", .names = "DNS:alice.example,IP:10.0.0.7,email:a@b.example,URI:urn:a"}));
    support::TlsPair pair(*server, alice, "localhost");
    EXPECT_TRUE(pair.server.peer_names().empty()) << "not shown yet";
    pair.pump();
    std::vector<std::string> names = pair.server.peer_names();
    ASSERT_EQ(names.size(), 6U);
    const std::string fingerprint = names.back();
    names.pop_back();
    EXPECT_EQ(names, (std::vector<std::string>{"alice", "alice.example", "10.0.0.7", "a@b.example",
                                               "urn:a"}));
    EXPECT_EQ(fingerprint.size(), 64U);
    EXPECT_EQ(fingerprint.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_EQ(pair.client.peer_names().front(), "venue");
}

TEST_F(TlsCertificates, AFingerprintIsTakenAsOpenSslPrintsIt) {
    std::string colons;
    for (int n = 0; n < 32; ++n) {
        colons += n == 0 ? "AB" : ":0F";
    }
    const std::string plain = to_certificate_name(colons);
    EXPECT_EQ(plain.size(), 64U);
    EXPECT_TRUE(plain.starts_with("ab0f0f"));
    EXPECT_EQ(to_certificate_name(plain), plain);
    EXPECT_EQ(to_certificate_name("alice:A"), "alice:A");
}

TEST_F(TlsCertificates, FilesThatAreNoneAreRefusedByName) {
    const CertificateFiles venue = authority_.issue({.file = "venue"});
    const CertificateFiles other = authority_.issue({.file = "other"});
    const auto why = [](const ServerOptions& options) {
        const auto context = Context::server(options);
        return context ? std::string() : context.error().message;
    };
    const std::filesystem::path text = folder_ / "text.pem";
    std::ofstream(text) << "no certificate\n";
    EXPECT_EQ(why({.certificate = folder_ / "none", .key = venue.key}),
              (folder_ / "none").string() + ": must be a readable certificate in PEM");
    EXPECT_EQ(why({.certificate = text, .key = venue.key}),
              text.string() + ": must be a readable certificate in PEM");
    EXPECT_EQ(why({.certificate = venue.certificate, .key = text}),
              text.string() + ": must be a readable private key in PEM without a password");
    EXPECT_EQ(why({.certificate = venue.certificate, .key = other.key}),
              other.key.string() + ": is not the key of " + venue.certificate.string());
    EXPECT_EQ(why({.certificate = venue.certificate, .key = venue.key, .client_ca = text}),
              text.string() + ": must be readable certificates of CAs in PEM");
    EXPECT_EQ(Context::client({.ca = text}).error().message,
              text.string() + ": must be readable certificates of CAs in PEM");
    const auto client = Context::client({.ca = authority_.file(), .certificate = text});
    EXPECT_FALSE(client);
    EXPECT_TRUE(Context::client({})) << "the system's CAs";
}

TEST_F(TlsCertificates, AKeyWithAPasswordIsRefusedWithoutATerminal) {
    const CertificateFiles venue = authority_.issue({.file = "venue"});
    const support::certificates::Key key(EVP_EC_gen("P-256"));
    const std::filesystem::path file = folder_ / "locked.key";
    {
        const std::unique_ptr<BIO, support::certificates::Free> bio(
            BIO_new_file(file.c_str(), "w"));
        char password[] = "secret";
        ASSERT_EQ(PEM_write_bio_PrivateKey(bio.get(), key.get(), EVP_aes_256_cbc(), nullptr, 0,
                                           nullptr, password),
                  1);
    }
    EXPECT_EQ(Context::server({.certificate = venue.certificate, .key = file}).error().message,
              file.string() + ": must be a readable private key in PEM without a password");
}

}  // namespace
}  // namespace hotpath::tls
