#pragma once
/// Certificates for tests of TLS, made by OpenSSL when a test runs: an authority and what it signs,
/// as PEM files in a folder of the test, and the lists of what it revokes. None is committed.
///
///   TestAuthority authority(folder.path(), "ca");
///   const CertificateFiles venue = authority.issue({.file = "venue", .names = "IP:127.0.0.1"});
///
/// Keys are of P-256, in files of mode 0600. Threads: the test's. Allocation: free. Tests only.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include "hotpath/core/assert.hpp"

namespace hotpath::support {

struct CertificateFiles {
    std::filesystem::path certificate;
    std::filesystem::path key;
};

struct CertificateWish {
    std::string file;                                  // of both, without an ending
    std::string names = "IP:127.0.0.1,DNS:localhost";  // subjectAltName
    std::string usage{};                               // extendedKeyUsage; "": any
    long begins_in_s = -3'600;
    long ends_in_s = 86'400;
};

namespace certificates {

struct Free {
    void operator()(X509* certificate) const noexcept { X509_free(certificate); }
    void operator()(EVP_PKEY* key) const noexcept { EVP_PKEY_free(key); }
    void operator()(BIO* bio) const noexcept { BIO_free(bio); }
    void operator()(X509_EXTENSION* extension) const noexcept { X509_EXTENSION_free(extension); }
    void operator()(X509_CRL* list) const noexcept { X509_CRL_free(list); }
    void operator()(ASN1_TIME* time) const noexcept { ASN1_TIME_free(time); }
};
using Certificate = std::unique_ptr<X509, Free>;
using Key = std::unique_ptr<EVP_PKEY, Free>;
using Time = std::unique_ptr<ASN1_TIME, Free>;

inline void add_extension(X509& certificate, X509* issuer, int nid, const std::string& value) {
    X509V3_CTX context{};
    X509V3_set_ctx(&context, issuer, &certificate, nullptr, nullptr, 0);
    const std::unique_ptr<X509_EXTENSION, Free> extension(
        X509V3_EXT_conf_nid(nullptr, &context, nid, value.c_str()));
    HOTPATH_ASSERT(extension && X509_add_ext(&certificate, extension.get(), -1) == 1,
                   "an extension of a test's certificate must be a value of OpenSSL's");
}

/// Everything but extensions and signature.
[[nodiscard]] inline Certificate make(EVP_PKEY& key, const std::string& name, long begins_in_s,
                                      long ends_in_s) {
    static long serial = 1;
    Certificate certificate(X509_new());
    X509_set_version(certificate.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), ++serial);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), begins_in_s);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), ends_in_s);
    X509_set_pubkey(certificate.get(), &key);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    return certificate;
}

inline void write(const CertificateFiles& files, X509& certificate, EVP_PKEY& key) {
    const std::unique_ptr<BIO, Free> public_file(BIO_new_file(files.certificate.c_str(), "w"));
    const std::unique_ptr<BIO, Free> private_file(BIO_new_file(files.key.c_str(), "w"));
    HOTPATH_ASSERT(PEM_write_bio_X509(public_file.get(), &certificate) == 1 &&
                       PEM_write_bio_PrivateKey(private_file.get(), &key, nullptr, nullptr, 0,
                                                nullptr, nullptr) == 1,
                   "a test must be able to write into its folder");
    using std::filesystem::perms;
    std::filesystem::permissions(files.key, perms::owner_read | perms::owner_write);
}

}  // namespace certificates

class TestAuthority {
  public:
    TestAuthority(const std::filesystem::path& folder, const std::string& name)
        : folder_(folder),
          files_(files_of(name)),
          key_(EVP_EC_gen("P-256")),
          certificate_(certificates::make(*key_, name, -7'200, 864'000)) {
        X509_set_issuer_name(certificate_.get(), X509_get_subject_name(certificate_.get()));
        certificates::add_extension(*certificate_, certificate_.get(), NID_basic_constraints,
                                    "critical,CA:TRUE");
        certificates::add_extension(*certificate_, certificate_.get(), NID_key_usage,
                                    "critical,keyCertSign,cRLSign");
        certificates::add_extension(*certificate_, certificate_.get(), NID_subject_key_identifier,
                                    "hash");
        X509_sign(certificate_.get(), key_.get(), EVP_sha256());
        certificates::write(files_, *certificate_, *key_);
    }

    /// What is configured as `ca`.
    [[nodiscard]] const std::filesystem::path& file() const { return files_.certificate; }

    [[nodiscard]] CertificateFiles issue(const CertificateWish& wish) const {
        const certificates::Key key(EVP_EC_gen("P-256"));
        const certificates::Certificate certificate =
            certificates::make(*key, wish.file, wish.begins_in_s, wish.ends_in_s);
        X509_set_issuer_name(certificate.get(), X509_get_subject_name(certificate_.get()));
        certificates::add_extension(*certificate, certificate_.get(), NID_subject_alt_name,
                                    wish.names);
        if (!wish.usage.empty()) {
            certificates::add_extension(*certificate, certificate_.get(), NID_ext_key_usage,
                                        wish.usage);
        }
        X509_sign(certificate.get(), key_.get(), EVP_sha256());
        const CertificateFiles files = files_of(wish.file);
        certificates::write(files, *certificate, *key);
        return files;
    }

    /// A list that revokes these, in a file of this name; it is in force for so long.
    [[nodiscard]] std::filesystem::path revoke(const std::string& name,
                                               const std::vector<CertificateFiles>& revoked,
                                               long ends_in_s = 86'400) const {
        using namespace certificates;
        const std::unique_ptr<X509_CRL, Free> list(X509_CRL_new());
        X509_CRL_set_version(list.get(), 1);
        X509_CRL_set_issuer_name(list.get(), X509_get_subject_name(certificate_.get()));
        const Time begin(X509_gmtime_adj(nullptr, -7'200));
        const Time end(X509_gmtime_adj(nullptr, ends_in_s));
        X509_CRL_set1_lastUpdate(list.get(), begin.get());
        X509_CRL_set1_nextUpdate(list.get(), end.get());
        for (const CertificateFiles& files : revoked) {
            const std::unique_ptr<BIO, Free> file(BIO_new_file(files.certificate.c_str(), "r"));
            const Certificate certificate(PEM_read_bio_X509(file.get(), nullptr, nullptr, nullptr));
            X509_REVOKED* const entry = X509_REVOKED_new();
            X509_REVOKED_set_serialNumber(entry, X509_get_serialNumber(certificate.get()));
            X509_REVOKED_set_revocationDate(entry, begin.get());
            X509_CRL_add0_revoked(list.get(), entry);
        }
        X509_CRL_sort(list.get());
        X509_CRL_sign(list.get(), key_.get(), EVP_sha256());
        std::filesystem::path path = folder_ / (name + ".pem");
        const std::unique_ptr<BIO, Free> out(BIO_new_file(path.c_str(), "w"));
        HOTPATH_ASSERT(PEM_write_bio_X509_CRL(out.get(), list.get()) == 1,
                       "a test must be able to write into its folder");
        return path;
    }

  private:
    [[nodiscard]] CertificateFiles files_of(const std::string& name) const {
        return {folder_ / (name + ".pem"), folder_ / (name + ".key")};
    }

    std::filesystem::path folder_;
    CertificateFiles files_;
    certificates::Key key_;
    certificates::Certificate certificate_;
};

}  // namespace hotpath::support
