#include "hotpath/tls/certificate_names.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include <openssl/evp.h>
#include <openssl/x509v3.h>

namespace hotpath::tls {
namespace {

constexpr std::size_t kFingerprintDigits = 64;

struct FreeNames {
    void operator()(GENERAL_NAMES* names) const noexcept { GENERAL_NAMES_free(names); }
};

void add(std::vector<std::string>& names, const unsigned char* text, int length) {
    std::string name(text, text + std::max(length, 0));
    if (!name.empty() && name.find('\0') == std::string::npos) {
        names.push_back(std::move(name));
    }
}

void add_common_names(std::vector<std::string>& names, const X509& certificate) {
    const X509_NAME* const subject = X509_get_subject_name(&certificate);
    for (int at = X509_NAME_get_index_by_NID(subject, NID_commonName, -1); at >= 0;
         at = X509_NAME_get_index_by_NID(subject, NID_commonName, at)) {
        unsigned char* text = nullptr;
        const int length =
            ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, at)));
        if (length >= 0) {
            add(names, text, length);
            OPENSSL_free(text);
        }
    }
}

void add_address(std::vector<std::string>& names, const ASN1_OCTET_STRING& address) {
    constexpr int kBytesOfIpv4 = 4;
    if (ASN1_STRING_length(&address) == kBytesOfIpv4) {
        const unsigned char* const bytes = ASN1_STRING_get0_data(&address);
        std::string text;
        for (int n = 0; n < kBytesOfIpv4; ++n) {
            text += (n == 0 ? "" : ".") + std::to_string(bytes[n]);
        }
        names.push_back(std::move(text));
    }
}

void add_alternative_names(std::vector<std::string>& names, const X509& certificate) {
    const std::unique_ptr<GENERAL_NAMES, FreeNames> all(static_cast<GENERAL_NAMES*>(
        X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr)));
    for (int n = 0; all && n < sk_GENERAL_NAME_num(all.get()); ++n) {
        const GENERAL_NAME& name = *sk_GENERAL_NAME_value(all.get(), n);
        if (name.type == GEN_DNS || name.type == GEN_EMAIL || name.type == GEN_URI) {
            add(names, ASN1_STRING_get0_data(name.d.ia5), ASN1_STRING_length(name.d.ia5));
        } else if (name.type == GEN_IPADD) {
            add_address(names, *name.d.iPAddress);
        }
    }
}

void add_fingerprint(std::vector<std::string>& names, const X509& certificate) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    if (X509_digest(&certificate, EVP_sha256(), digest.data(), &length) != 1) {
        return;
    }
    std::string text;
    for (unsigned int n = 0; n < length; ++n) {
        text += kDigits[digest[n] >> 4U];
        text += kDigits[digest[n] & 15U];
    }
    names.push_back(std::move(text));
}

}  // namespace

std::vector<std::string> certificate_names(const X509& certificate) {
    std::vector<std::string> names;
    add_common_names(names, certificate);
    add_alternative_names(names, certificate);
    add_fingerprint(names, certificate);
    return names;
}

std::string to_certificate_name(std::string_view text) {
    std::string digits(text);
    std::erase(digits, ':');
    const auto is_digit = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    };
    if (digits.size() != kFingerprintDigits || !std::ranges::all_of(digits, is_digit)) {
        return std::string(text);
    }
    std::ranges::transform(digits, digits.begin(), [](char c) {
        return c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return digits;
}

}  // namespace hotpath::tls
