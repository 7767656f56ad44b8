#include "hotpath/protocols/fix/by_hand/fix_account.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hotpath/login/login_tables.hpp"
#include "hotpath/order_entry/hand_protocol.hpp"
#include "hotpath/protocols/fix/by_hand/fix_client.hpp"
#include "hotpath/protocols/fix/session/session_options.hpp"
#include "hotpath/protocols/fix/trader/fix_entry.hpp"

namespace hotpath::order_entry {

namespace {

constexpr std::string_view kCompId = "--comp-id";
constexpr std::string_view kVenueCompId = "--venue-comp-id";
constexpr std::string_view kVersion = "--fix-version";
constexpr std::string_view kNumbers = "--numbers";
constexpr std::string_view kResetNumbers = "--reset-numbers";

/// The FIX settings of a configuration.
struct ConfiguredFix {
    struct User {
        std::string user{};
        std::string comp_id{};
        std::string version{};
        std::string password{};  // "": elsewhere
    };

    std::string address{};
    std::string venue_comp_id = "HOTPATH";
    std::vector<User> users{};
    login::PasswordSource elsewhere{};  // of a trader's one session
    std::filesystem::path numbers{};
    Nanos heartbeat{30 * kNanosPerSecond};
};

[[nodiscard]] std::string value_of(const toml::table& table, std::string_view key) {
    return table[key].value_or(std::string());
}

void read_trader(const std::filesystem::path& file, const toml::table& venue,
                 ConfiguredFix& found) {
    const auto beside = [&](std::string_view key) {
        const std::string name = value_of(venue, key);
        return name.empty() ? std::filesystem::path() : file.parent_path() / name;
    };
    found.address = value_of(venue, "protocol") == "fix" ? value_of(venue, "order_entry") : "";
    found.venue_comp_id = venue["venue_comp_id"].value_or(found.venue_comp_id);
    found.elsewhere = {.variable = value_of(venue, "fix_password_env"),
                       .file = beside("fix_password_file")};
    found.numbers = beside("fix_numbers");
    found.heartbeat = Nanos{venue["heartbeat_ms"].value_or(std::int64_t{30'000}) * 1'000'000};
    if (venue.contains("comp_id")) {
        found.users.push_back({.user = "",
                               .comp_id = value_of(venue, "comp_id"),
                               .version = value_of(venue, "version"),
                               .password = value_of(venue, "fix_password")});
    }
}

void read_venue(const toml::table& root, ConfiguredFix& found) {
    if (const toml::table* const fix = root["fix"].as_table()) {
        found.address = value_of(*fix, "address");
        found.venue_comp_id = (*fix)["comp_id"].value_or(found.venue_comp_id);
    }
    const toml::array* const users = root["fix_user"].as_array();
    for (std::size_t n = 0; users != nullptr && n < users->size(); ++n) {
        if (const toml::table* const user = users->get_as<toml::table>(n)) {
            found.users.push_back({.user = value_of(*user, "user"),
                                   .comp_id = value_of(*user, "comp_id"),
                                   .version = value_of(*user, "version"),
                                   .password = value_of(*user, "password")});
        }
    }
}

/// The first that is said.
[[nodiscard]] std::string first_of(const std::string& said, const std::string& configured,
                                   std::string_view otherwise) {
    return !said.empty() ? said : !configured.empty() ? configured : std::string(otherwise);
}

/// The session that is asked for, by CompID or user, or the only one; nullptr: none.
[[nodiscard]] const ConfiguredFix::User* find(const ConfiguredFix& configured,
                                              const std::string& comp_id,
                                              const std::string& version, const std::string& user) {
    const auto& users = configured.users;
    if (comp_id.empty() && user.empty()) {
        return users.size() == 1 ? &users.front() : nullptr;
    }
    const auto found = std::ranges::find_if(users, [&](const ConfiguredFix::User& each) {
        return comp_id.empty()
                   ? each.user == user
                   : each.comp_id == comp_id &&
                         (version.empty() || each.version.empty() || each.version == version);
    });
    return found == users.end() ? nullptr : &*found;
}

[[nodiscard]] ConfiguredFix read_configured(const std::filesystem::path& file,
                                            const toml::table& root) {
    ConfiguredFix found;
    if (root["account"].is_table()) {
        if (const toml::table* const venue = root["venue"].as_table()) {
            read_trader(file, *venue, found);
        }
    } else {
        read_venue(root, found);
    }
    return found;
}

/// Without its password, which is in `user`.
[[nodiscard]] Expected<HandFixAccount> make_account(const HandRequest& request,
                                                    const ConfiguredFix& configured) {
    const std::string version = request.words.text(kVersion);
    const std::string comp_id = request.words.text(kCompId);
    const ConfiguredFix::User* const known = find(configured, comp_id, version, request.user);
    const ConfiguredFix::User of = known == nullptr ? ConfiguredFix::User{} : *known;
    const std::filesystem::path numbers = request.words.file(kNumbers);
    HandFixAccount account{.session = {.begin_string = first_of(version, of.version, "FIX.4.4"),
                                       .comp_id = first_of(comp_id, of.comp_id, ""),
                                       .venue_comp_id = first_of(request.words.text(kVenueCompId),
                                                                 configured.venue_comp_id, ""),
                                       .password = of.password,
                                       .heartbeat = configured.heartbeat,
                                       .resets_numbers = request.words.flag(kResetNumbers)},
                           .numbers = numbers.empty() ? configured.numbers : numbers};
    if (account.session.comp_id.empty()) {
        return fail("--comp-id must name the FIX session, or -c a configuration with it");
    }
    if (account.numbers.empty() && !account.session.resets_numbers) {
        return fail(
            "--numbers must name the file with the number of our next message; where the venue "
            "allows it, --reset-numbers begins at 1 instead");
    }
    return account;
}

[[nodiscard]] Expected<HandAccount> choose(const HandRequest& request) {
    const ConfiguredFix configured = read_configured(request.config, request.root);
    auto fix = make_account(request, configured);
    if (!fix) {
        return std::unexpected(fix.error());
    }
    HandAccount account{.user = fix->session.comp_id,
                        .address = configured.address,
                        .password = fix->session.password,
                        .elsewhere = configured.elsewhere};
    account.with_password =
        [fix = std::move(*fix)](const std::string& password) -> Expected<OpenSession> {
        if (!login::is_login_word(password, protocols::fix::kTextLengthMax)) {
            return wrong_password(fix.session.comp_id, protocols::fix::kTextLengthMax,
                                  password.size());
        }
        HandFixAccount of = fix;
        of.session.password = password;
        return [of](EntryParts&& parts) { return FixClient::create(of, std::move(parts)); };
    };
    return account;
}

[[nodiscard]] std::string check_comp_id(const std::string& text) {
    return login::is_login_word(text, protocols::fix::kTextLengthMax)
               ? ""
               : fmt::format(
                     "must be a CompID of 1 to 64 letters, digits or signs, no blanks, got '{}'",
                     text);
}

[[nodiscard]] const std::vector<HandOption>& options() {
    static const std::vector<HandOption> kOptions{
        {.kind = HandOption::Kind::Name,
         .name = std::string(kCompId),
         .help = "SenderCompID of the FIX session; 1 to 64 characters",
         .check = check_comp_id},
        {.kind = HandOption::Kind::Name,
         .name = std::string(kVenueCompId),
         .help = "TargetCompID of the FIX session; default: HOTPATH",
         .check = check_comp_id},
        {.kind = HandOption::Kind::Choice,
         .name = std::string(kVersion),
         .help = "Version of the FIX session; default: the configuration's, or FIX.4.4",
         .choices = {"FIX.4.2", "FIX.4.4"}},
        {.kind = HandOption::Kind::OutputFile,
         .name = std::string(kNumbers),
         .help = "File with the sequence number of our next FIX message; created if missing"},
        {.kind = HandOption::Kind::Flag,
         .name = std::string(kResetNumbers),
         .help = "Reset both FIX sequence numbers to 1 (ResetSeqNumFlag)"}};
    return kOptions;
}

}  // namespace

}  // namespace hotpath::order_entry

const hotpath::order_entry::HandProtocol* hotpath::protocols::fix::FixEntry::by_hand() noexcept {
    static constexpr order_entry::HandProtocol kByHand{.password_max = kTextLengthMax,
                                                       .options = order_entry::options,
                                                       .choose = order_entry::choose};
    return &kByHand;
}
