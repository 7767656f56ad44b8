#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/hotpath/commands.hpp"
#include "apps/hotpath/config/command_options.hpp"
#include "apps/hotpath/config/option_checks.hpp"
#include "apps/hotpath/console/console.hpp"
#include "hotpath/files/output_file.hpp"
#include "hotpath/shm/channels.hpp"

namespace hotpath::app {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using shm::ChannelName;
using shm::ChannelReport;
using shm::EndState;
using ChannelKind = shm::Kind;
using shm::Presence;

struct ShmOptions {
    fs::path folder;
    fs::path json;
    std::vector<std::string> names;
    bool is_forced = false;
    bool is_unused_wanted = false;
};

/// As --json promises it: the times in nanoseconds since 1970, the sizes in bytes.
ordered_json json_of(const EndState& end) {
    return {
        {"state", shm::presence_name(end.presence)}, {"pid", end.holder_pid}, {"epoch", end.epoch}};
}

ordered_json json_of(const ChannelReport& channel) {
    ordered_json json;
    json["name"] = channel.name;
    json["file"] = channel.path.string();
    if (!channel.damage.empty()) {
        json["error"] = channel.damage;
        return json;
    }
    const shm::SegmentHeader& header = channel.header;
    json["kind"] = shm::kind_name(header.kind);
    json["major"] = header.major;
    json["minor"] = header.minor;
    json["protocol"] = header.protocol();
    json["protocol_version"] = header.protocol_version;
    json["record_bytes"] = header.record_bytes;
    json[header.kind == ChannelKind::Spsc ? "slots" : "capacity_bytes"] = header.slots;
    json["segment_bytes"] = header.segment_bytes;
    json["pages"] = page_kind_name(channel.page_kind);
    json["created_ns"] = header.created_at.value;
    json["creator_pid"] = header.creator_pid;
    json["writer"] = json_of(channel.writer);
    if (header.kind == ChannelKind::Spsc) {
        json["reader"] = json_of(channel.reader);
    }
    json["readers"] = channel.readers;
    if (channel.waiting) {
        json["waiting"] = *channel.waiting;
    }
    return json;
}

Expected<void> write_json(const fs::path& file, const ordered_json& json) {
    return file.empty() ? Expected<void>{} : files::write_file(file, json.dump(2) + "\n");
}

/// "attached 4711", "crashed 4711", "left", "never"
std::string end_text(const EndState& end) {
    const std::string_view presence = shm::presence_name(end.presence);
    return end.holder_pid == 0 ? std::string(presence)
                               : fmt::format("{} {}", presence, end.holder_pid);
}

std::string_view end_style(const EndState& end) {
    switch (end.presence) {
        case Presence::Attached:
            return style().good;
        case Presence::Crashed:
            return style().bad;
        case Presence::Never:
        case Presence::Left:
            break;
    }
    return style().dim;
}

void print_row(const ChannelReport& channel) {
    if (!channel.damage.empty()) {
        fmt::print("{:<24}{}{}{}\n", channel.name, style().bad, channel.damage, style().reset);
        return;
    }
    const shm::SegmentHeader& header = channel.header;
    const bool is_spsc = header.kind == ChannelKind::Spsc;
    fmt::print("{:<24}{:<11}{:>10}{:>16}  {}{:<18}{}{:>8}{:>12}\n", channel.name,
               shm::kind_name(header.kind), bytes_text(header.record_bytes),
               is_spsc ? fmt::format("{} slots", grouped(header.slots)) : bytes_text(header.slots),
               end_style(channel.writer), end_text(channel.writer), style().reset, channel.readers,
               channel.waiting ? grouped(*channel.waiting) : "-");
}

Expected<void> run_list(const ShmOptions& options) {
    const shm::ChannelFolder place = shm::ChannelFolder::at(options.folder);
    const auto channels = shm::list_channels(place);
    if (!channels) {
        return std::unexpected(channels.error());
    }
    if (channels->empty()) {
        fmt::print("no channels in {}\n", place.folder.string());
    } else {
        fmt::print("{}{:<24}{:<11}{:>10}{:>16}  {:<18}{:>8}{:>12}{}\n", style().bold, "channel",
                   "kind", "record", "ring", "writer", "readers", "waiting", style().reset);
    }
    ordered_json json = ordered_json::array();
    for (const ChannelReport& channel : *channels) {
        print_row(channel);
        json.push_back(json_of(channel));
    }
    return write_json(options.json, json);
}

std::string time_text(Time since_epoch) {
    if (since_epoch.value == 0) {
        return "unknown";
    }
    return fmt::format("{:%F %T} UTC", fmt::gmtime(since_epoch.value / kNanosPerSecond));
}

void print_ends(const ChannelReport& channel) {
    const auto line = [](std::string_view name, const EndState& end) {
        print_line(name, fmt::format("{}{}{}, epoch {}", end_style(end), end_text(end),
                                     style().reset, end.epoch));
    };
    line("writer", channel.writer);
    if (channel.header.kind == ChannelKind::Spsc) {
        line("reader", channel.reader);
    } else {
        print_line("readers",
                   fmt::format("{} of at most {}", channel.readers, shm::EndLock::kReadersMax));
    }
    if (channel.waiting) {
        print_line("waiting", fmt::format("{} messages", grouped(*channel.waiting)));
    }
}

void print_channel(const ChannelReport& channel) {
    const shm::SegmentHeader& header = channel.header;
    const bool is_spsc = header.kind == ChannelKind::Spsc;
    fmt::print("{}{}{}\n", style().bold, channel.name, style().reset);
    print_line("file", channel.path.string());
    print_line("kind", fmt::format("{}, layout {}.{}", shm::kind_name(header.kind), header.major,
                                   header.minor));
    print_line("protocol", header.protocol().empty()
                               ? "unknown"
                               : fmt::format("{} {}", header.protocol(), header.protocol_version));
    print_line(is_spsc ? "record" : "longest record",
               fmt::format("{} bytes", grouped(std::uint64_t{header.record_bytes})));
    print_line(is_spsc ? "slots" : "capacity",
               is_spsc ? grouped(header.slots) : fmt::format("{} bytes", grouped(header.slots)));
    print_line("segment", fmt::format("{} bytes, {}", grouped(header.segment_bytes),
                                      page_kind_name(channel.page_kind)));
    print_line("created",
               fmt::format("{}, by process {}", time_text(header.created_at), header.creator_pid));
    print_ends(channel);
}

Expected<void> run_inspect(const ShmOptions& options) {
    const auto name = ChannelName::from(options.names.front());
    if (!name) {
        return std::unexpected(name.error());
    }
    const auto channel = shm::inspect_channel(shm::ChannelFolder::at(options.folder), *name);
    if (!channel) {
        return std::unexpected(channel.error());
    }
    print_channel(*channel);
    return write_json(options.json, json_of(*channel));
}

Expected<void> remove_named(const ShmOptions& options) {
    const auto how = options.is_forced ? shm::Removal::Forced : shm::Removal::IfUnused;
    for (const std::string& text : options.names) {
        const auto name = ChannelName::from(text);
        if (!name) {
            return std::unexpected(name.error());
        }
        if (auto removed = shm::remove_channel(shm::ChannelFolder::at(options.folder), *name, how);
            !removed) {
            return removed;
        }
        fmt::print("removed {}\n", text);
    }
    return {};
}

/// Channels without an attached process. One that is attached meanwhile stays; no error.
Expected<void> remove_unused(const ShmOptions& options) {
    const shm::ChannelFolder place = shm::ChannelFolder::at(options.folder);
    const auto channels = shm::list_channels(place);
    if (!channels) {
        return std::unexpected(channels.error());
    }
    std::uint64_t kept = 0;
    for (const ChannelReport& channel : *channels) {
        const auto name = ChannelName::from(channel.name);
        if (name && shm::remove_channel(place, *name, shm::Removal::IfUnused)) {
            fmt::print("removed {}\n", channel.name);
        } else {
            ++kept;
        }
    }
    fmt::print("{} kept\n", grouped(kept));
    const auto swept = shm::remove_leftovers(place);
    return swept ? Expected<void>{} : std::unexpected(swept.error());
}

Expected<void> run_remove(const ShmOptions& options) {
    return options.is_unused_wanted ? remove_unused(options) : remove_named(options);
}

void add_place(CLI::App& command, ShmOptions& options) {
    add_folder(command,
               {"--folder",
                "Folder of the channels; default: this user's folders in /dev/shm and in the "
                "hugetlbfs mount"},
               options.folder)
        ->type_name("DIR");
}

void add_list(CLI::App& shm, Run& chosen) {
    CLI::App* command = shm.add_subcommand(
        "list", "List the channels, their writers and the number of their readers");
    auto options = std::make_shared<ShmOptions>();
    add_place(*command, *options);
    add_output_file(*command, {"--json", "Write the list as JSON"}, options->json)
        ->type_name("JSON");
    command->callback([options, &chosen] { chosen = [options] { return run_list(*options); }; });
}

void add_inspect(CLI::App& shm, Run& chosen) {
    CLI::App* command = shm.add_subcommand("inspect", "Print everything about one channel");
    auto options = std::make_shared<ShmOptions>();
    add_texts(*command, {"NAME", "Name of the channel"}, options->names, check_nothing)
        ->type_name("")
        ->required()
        ->expected(1);
    add_place(*command, *options);
    add_output_file(*command, {"--json", "Write the same as JSON"}, options->json)
        ->type_name("JSON");
    command->callback([options, &chosen] { chosen = [options] { return run_inspect(*options); }; });
}

void add_remove(CLI::App& shm, Run& chosen) {
    CLI::App* command = shm.add_subcommand(
        "remove", "Remove channels and their messages; refused while a process is attached");
    auto options = std::make_shared<ShmOptions>();
    CLI::Option* names =
        add_texts(*command, {"NAME", "Names of the channels"}, options->names, check_nothing);
    names->type_name("");
    CLI::Option* forced = command->add_flag(
        "--force", options->is_forced,
        "Also remove channels in use: attached processes keep them, new processes cannot attach");
    command
        ->add_flag("--unused", options->is_unused_wanted,
                   "Remove every channel without an attached process, unread messages included")
        ->excludes(names)
        ->excludes(forced);
    add_place(*command, *options);
    command->callback([options, &chosen] {
        if (options->names.empty() && !options->is_unused_wanted) {
            throw CLI::RequiredError("NAME");
        }
        chosen = [options] { return run_remove(*options); };
    });
}

}  // namespace

void add_shm(CLI::App& root, Run& chosen) {
    CLI::App* command =
        root.add_subcommand("shm", "Channels in shared memory: list, inspect, remove");
    command->require_subcommand(1);
    add_list(*command, chosen);
    add_inspect(*command, chosen);
    add_remove(*command, chosen);
}

}  // namespace hotpath::app
