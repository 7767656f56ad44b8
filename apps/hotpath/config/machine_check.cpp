#include "apps/hotpath/config/machine_check.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <net/if.h>
#include <sys/socket.h>
#include <unistd.h>

#include "apps/hotpath/exchange/background.hpp"
#include "apps/hotpath/exchange/reply_files.hpp"
#include "hotpath/config/host_settings_file.hpp"
#include "hotpath/exchange/server/venue_server.hpp"
#include "hotpath/jitter/core_list.hpp"
#include "hotpath/login/secrets.hpp"
#include "hotpath/login/tls_table.hpp"
#include "hotpath/net/socket.hpp"
#include "hotpath/net/udp_socket.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;

/// Collects the first key that does not fit this machine.
class MachineCheck {
  public:
    explicit MachineCheck(const fs::path& file) : file_(file) {}

    void refuse(std::string_view key, std::string_view given, std::string_view allowed) {
        if (result_) {
            result_ =
                fail(fmt::format("{}: {} must be {}, got {}", file_.string(), key, allowed, given));
        }
    }
    void take(std::string_view what, const Expected<void>& checked) {
        if (result_ && !checked) {
            result_ =
                fail(fmt::format("{}: {}: {}", file_.string(), what, checked.error().message));
        }
    }

    /// `type` is SOCK_STREAM or SOCK_DGRAM. A port that another process has now is no error.
    void local_address(std::string_view key, int type, const net::Endpoint& at) {
        const auto socket = net::open_socket(type, at);
        if (!socket) {
            return take(key, std::unexpected(socket.error()));
        }
        static_cast<void>(net::set_option(*socket, SOL_SOCKET, SO_REUSEADDR, int{1}));
        const sockaddr_in address = net::to_sockaddr(at);
        const bool is_bound = ::bind(socket->number(), reinterpret_cast<const sockaddr*>(&address),
                                     sizeof address) == 0;
        const int reason = is_bound ? 0 : errno;
        if (reason != 0 && reason != EADDRINUSE) {
            refuse(key, "\"" + at.to_string() + "\"",
                   reason == EADDRNOTAVAIL
                       ? std::string("an address of this machine")
                       : fmt::format("a port that this user may open ({})", std::strerror(reason)));
        }
    }

    void interface(std::string_view key, const std::string& name) {
        if (::if_nametoindex(name.c_str()) != 0) {
            return;
        }
        std::vector<std::string> names;
        struct if_nameindex* const all = ::if_nameindex();
        for (const struct if_nameindex* one = all; one != nullptr && one->if_index != 0; ++one) {
            names.emplace_back(one->if_name);
        }
        ::if_freenameindex(all);
        refuse(key, "\"" + name + "\"",
               fmt::format("an interface of this machine ({})", fmt::join(names, ", ")));
    }

    /// One that is there and may be written, or one that may be made in a folder that is.
    void folder(std::string_view key, const fs::path& path) {
        std::error_code ignored;
        const bool is_there = fs::exists(path, ignored);
        const fs::path parent = fs::absolute(path, ignored).lexically_normal().parent_path();
        const fs::path& written = is_there ? path : parent;
        const std::string given = "\"" + path.string() + "\"";
        if (!fs::is_directory(written, ignored)) {
            refuse(key, given,
                   is_there ? std::string("a folder, not a file")
                            : "a folder whose parent exists (" + parent.string() + ")");
        } else if (::access(written.c_str(), W_OK | X_OK) != 0 || is_of_kernel(written)) {
            refuse(key, given, "writable by this user (" + written.string() + ")");
        }
    }

    void core(std::string_view key, std::uint32_t core) {
        const std::vector<std::uint32_t> allowed = jitter::allowed_cores();
        if (std::ranges::find(allowed, core) != allowed.end()) {
            return;
        }
        refuse(key, fmt::to_string(core),
               fmt::format("a core that this process may run on ({})", fmt::join(allowed, ", ")));
    }

    /// Root may write anywhere; no files are made in /proc for anyone.
    [[nodiscard]] static bool is_of_kernel(const fs::path& folder) {
        return folder.string().starts_with("/proc");
    }

    [[nodiscard]] const Expected<void>& result() const { return result_; }

  private:
    const fs::path& file_;
    Expected<void> result_{};
};

/// Sockets of a group are opened and closed again: what the kernel refuses, it refuses here.
void check_sender(MachineCheck& check, std::string_view key, const net::Endpoint& group,
                  const std::string& interface) {
    const auto socket = net::UdpSocket::send_to_group({.group = group, .interface = interface});
    if (!socket) {
        check.take(key, std::unexpected(socket.error()));
    }
}

void check_receiver(MachineCheck& check, const std::string& key, const net::Endpoint& group,
                    const std::string& interface) {
    const auto socket = net::UdpSocket::join({.group = group, .interface = interface});
    if (!socket) {
        check.take(key, std::unexpected(socket.error()));
    }
}

void check_background(MachineCheck& check, const BackgroundConfig& background) {
    if (background.source == BackgroundSource::None) {
        return;
    }
    const auto opened = ExchangeBackground::open(background, 0, Time{});
    if (!opened) {
        check.take(background.source == BackgroundSource::Recording ? "background.recording"
                                                                    : "background",
                   std::unexpected(opened.error()));
    }
}

/// The room is taken and given back, where the folder is or will be.
void check_reply_files(MachineCheck& check, const ExchangeConfig& config) {
    if (!config.replies_folder) {
        return;
    }
    constexpr const char* kKey = "order_entry.replies_folder";
    check.folder(kKey, *config.replies_folder);
    if (check.result()) {
        std::error_code ignored;
        const fs::path folder = fs::absolute(*config.replies_folder, ignored).lexically_normal();
        ReplyFiles files(fs::is_directory(folder, ignored) ? folder : folder.parent_path());
        const auto taken = files.take(exchange::VenueServer::stream_bytes(config.server));
        if (!taken) {
            check.take(kKey, std::unexpected(taken.error()));
        }
    }
}

/// Certificates and keys are read, and read again at the start.
template <class Config>
void check_tls(MachineCheck& check, const std::string& table, const Config& config) {
    if (const auto context = login::make_context(config); !context) {
        check.take(table, std::unexpected(context.error()));
    }
}

/// Where passwords, orders and replies go in plain text: not beyond this machine, unless the key says so.
class PlainTextCheck {
  public:
    PlainTextCheck(MachineCheck& check, bool is_allowed) : check_(check), is_allowed_(is_allowed) {}

    /// `table` of the configuration would make it TLS.
    void address(const std::string& key, const std::optional<net::Endpoint>& at, bool is_tls,
                 std::string_view table) {
        if (at && !at->address.is_loopback() && !is_tls && !is_allowed_) {
            check_.refuse(
                key, "\"" + at->to_string() + "\"",
                fmt::format("an address of loopback (127.0.0.1) without [{}] or {} = true", table,
                            login::kPlainTextKey));
        }
    }

  private:
    MachineCheck& check_;
    bool is_allowed_;
};

void check_plain_text(MachineCheck& check, const ExchangeConfig& config) {
    PlainTextCheck plain(check, config.plain_text_beyond_loopback);
    const auto port = [&](const std::string& key, const std::optional<net::Endpoint>& at) {
        plain.address(key, at, config.tls.has_value(), "tls");
    };
    port("order_entry.address", config.order_entry);
    port("drop_copy.address", config.drop_copy);
    port("operator.address", config.operator_port);
    for (const auto& [key, at] : protocol_ports(config)) {
        port(key, at);
    }
    // Snapshots are public, the passwords of order entry that they are asked for with are not.
    port("market_data.glimpse", config.glimpse);
}

void check_plain_text(MachineCheck& check, const live::TradeConfig& config) {
    PlainTextCheck plain(check, config.plain_text_beyond_loopback);
    for (std::size_t n = 0; n < venues_count(config); ++n) {
        const live::VenueConfig& venue = venue_config(config, n);
        const std::string within = n == 0 ? "" : "second_venue.";
        const auto port = [&](const std::string& key, const std::optional<net::Endpoint>& at) {
            plain.address(fmt::format("{}venue.{}", within, key), at, venue.tls.has_value(),
                          within + "tls");
        };
        port("order_entry", venue.order_entry);
        port("glimpse", venue.glimpse);
        port("drop_copy", venue.drop_copy);
    }
    plain.address("operator.address", config.operator_port, config.operator_tls.has_value(),
                  "operator_tls");
}

void check_lines(MachineCheck& check, const std::string& within, const live::VenueConfig& venue) {
    const std::string table = within + "market_data.";
    check.interface(table + "interface", venue.interface);
    if (!check.result()) {
        return;
    }
    check_receiver(check, table + "line_a", venue.line_a, venue.interface);
    if (venue.line_b) {
        check_receiver(check, table + "line_b", *venue.line_b, venue.interface);
    }
    for (const feed::FeedLoop loop : feed::kAllFeedLoops) {
        if (const auto& group = venue.loops[static_cast<std::size_t>(loop)]; group) {
            check_receiver(check, fmt::format("{}market_data, loop of {}", within, name(loop)),
                           *group, venue.interface);
        }
    }
}

}  // namespace

Expected<void> check_machine(const fs::path& file, const ExchangeConfig& config) {
    if (auto checked = login::check_secrets(file); !checked) {
        return checked;
    }
    MachineCheck check(file);
    check.take("the venue", exchange::VenueServer::validate(config.server));
    check_plain_text(check, config);
    check.local_address("order_entry.address", SOCK_STREAM, config.order_entry);
    check.local_address("market_data.glimpse", SOCK_STREAM, config.glimpse);
    check.local_address("market_data.requests", SOCK_DGRAM, config.requests);
    if (config.drop_copy) {
        check.local_address("drop_copy.address", SOCK_STREAM, *config.drop_copy);
    }
    for (const auto& [key, at] : protocol_ports(config)) {
        check.local_address(key, SOCK_STREAM, at);
    }
    if (config.operator_port) {
        check.local_address("operator.address", SOCK_STREAM, *config.operator_port);
    }
    check.interface("market_data.interface", config.interface);
    if (check.result()) {
        check_sender(check, "market_data.line_a", config.line_a, config.interface);
        check_sender(check, "market_data.line_b", config.line_b, config.interface);
    }
    for (const auto& [key, group] : protocol_lines(config)) {
        if (check.result()) {
            check_sender(check, key, group, config.interface);
        }
    }
    check_tls(check, "tls", config.tls);
    check.folder("journal.folder", config.journal_folder);
    check_reply_files(check, config);
    if (check.result()) {
        check_background(check, config.background);
    }
    return check.result();
}

Expected<void> check_machine(const fs::path& file, const live::TradeConfig& config) {
    if (auto checked = login::check_secrets(file); !checked) {
        return checked;
    }
    MachineCheck check(file);
    check_plain_text(check, config);
    check_lines(check, "", config);
    if (config.second) {
        check_lines(check, "second_venue.", *config.second);
    }
    check_tls(check, "tls", config.tls);
    if (config.second) {
        check_tls(check, "second_venue.tls", config.second->tls);
    }
    check_tls(check, "operator_tls", config.operator_tls);
    if (config.core) {
        check.core("thread.core", *config.core);
    }
    if (config.operator_port) {
        check.local_address("operator.address", SOCK_STREAM, *config.operator_port);
    }
    if (config.telemetry.is_wanted() && !config.telemetry.folder.empty()) {
        check.folder("telemetry.folder", config.telemetry.folder);
    }
    if (config.journal) {
        check.folder("journal.folder", config.journal->folder);
    }
    if (const auto host = config::read_host_settings(config.host_settings); !host) {
        check.take("host_settings", std::unexpected(host.error()));
    }
    return check.result();
}

}  // namespace hotpath::app
