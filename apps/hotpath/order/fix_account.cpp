#include "apps/hotpath/order/fix_account.hpp"

#include <algorithm>
#include <utility>

namespace hotpath::app {

namespace {

[[nodiscard]] std::string value_of(const toml::table& table, std::string_view key) {
    return table[key].value_or(std::string());
}

void read_trader(const std::filesystem::path& file, const toml::table& venue,
                 ConfiguredFix& found) {
    const auto beside = [&](std::string_view key) {
        const std::string name = value_of(venue, key);
        return name.empty() ? std::filesystem::path() : file.parent_path() / name;
    };
    found.is_protocol = value_of(venue, "protocol") == "fix";
    found.address = found.is_protocol ? value_of(venue, "order_entry") : "";
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

}  // namespace

const ConfiguredFix::User* ConfiguredFix::find(const OrderFixWords& words,
                                               const std::string& user) const {
    if (words.comp_id.empty() && user.empty()) {
        return users.size() == 1 ? &users.front() : nullptr;
    }
    const auto found = std::ranges::find_if(users, [&](const User& each) {
        return words.comp_id.empty() ? each.user == user
                                     : each.comp_id == words.comp_id &&
                                           (words.version.empty() || each.version.empty() ||
                                            each.version == words.version);
    });
    return found == users.end() ? nullptr : &*found;
}

ConfiguredFix read_configured_fix(const std::filesystem::path& file, const toml::table& root) {
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

Expected<OrderFixAccount> make_fix_account(const OrderFixWords& words, const std::string& user,
                                           const ConfiguredFix& configured) {
    const ConfiguredFix::User* const known = configured.find(words, user);
    const ConfiguredFix::User of = known == nullptr ? ConfiguredFix::User{} : *known;
    OrderFixAccount account{
        .session = {.begin_string = first_of(words.version, of.version, "FIX.4.4"),
                    .comp_id = first_of(words.comp_id, of.comp_id, ""),
                    .venue_comp_id = first_of(words.venue_comp_id, configured.venue_comp_id, ""),
                    .password = of.password,
                    .heartbeat = configured.heartbeat,
                    .resets_numbers = words.resets_numbers},
        .numbers = words.numbers.empty() ? configured.numbers : words.numbers};
    if (account.session.comp_id.empty()) {
        return fail("--comp-id must name the FIX session, or -c a configuration with it");
    }
    if (account.numbers.empty() && !words.resets_numbers) {
        return fail(
            "--numbers must name the file with the number of our next message; where the venue "
            "allows it, --reset-numbers begins at 1 instead");
    }
    return account;
}

}  // namespace hotpath::app
