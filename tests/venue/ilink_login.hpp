#pragma once
/// A login over iLink 3, for tests of processes: the venue's tables and the trader's keys.
///
/// Threads: functions. Allocation: texts.

#include <string>

namespace hotpath::venue_tests {

inline constexpr const char* kIlinkSecretKey = "QUxJQ0UtSEFTLUEtU0VDUkVULUtFWS1PRi0zMi1CWVRFUw==";

[[nodiscard]] inline std::string ilink_venue(const std::string& address,
                                             const std::string& user = "ALICE") {
    return "\n[ilink]\naddress = \"" + address + "\"\n[[ilink_user]]\nuser = \"" + user +
           "\"\naccess_key_id = \"ALICE-KEY\"\n"
           "session = \"ALI\"\nfirm = \"HOT\"\nsecret_key = \"" +
           kIlinkSecretKey + "\"\n";
}

/// In the trader's [venue].
[[nodiscard]] inline std::string ilink_keys(const std::string& session = "ALI",
                                            const std::string& secret_key = kIlinkSecretKey) {
    return "protocol = \"ilink3\"\naccess_key_id = \"ALICE-KEY\"\nsession = \"" + session +
           "\"\nfirm = \"HOT\"\nsender_id = \"ALICE\"\nlocation = \"DE\"\nsecret_key = \"" +
           secret_key + "\"\nilink_numbers = \"numbers\"\n";
}

}  // namespace hotpath::venue_tests
