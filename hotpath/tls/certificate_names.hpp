#pragma once
/// The names of a certificate: what a server compares with the one that a user's certificate must
/// have.
///
///   certificate_names(certificate) == {"alice", "alice.example", "10.0.0.7", "5f0c...": its SHA-256}
///
/// Threads: functions of their arguments. Allocation: the texts. Complexity: O(names). Source: RFC
/// 5280, 4.1.2.6 and 4.2.1.6.

#include <string>
#include <string_view>
#include <vector>

// OpenSSL's, of which this header shows nothing.
using X509 = struct x509_st;

namespace hotpath::tls {

/// Common names, alternative names (DNS, e-mail, URI, IPv4), and the SHA-256 of the certificate in 64
/// hexadecimal digits. A name with a zero character in it is left out.
[[nodiscard]] std::vector<std::string> certificate_names(const X509& certificate);

/// Normalizes a name as certificate_names() does: a fingerprint becomes lower case without colons;
/// other texts are unchanged.
[[nodiscard]] std::string to_certificate_name(std::string_view text);

}  // namespace hotpath::tls
