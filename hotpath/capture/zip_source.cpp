#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <zip.h>

#include "hotpath/capture/decompressors.hpp"
#include "hotpath/core/wide.hpp"

namespace hotpath::capture {

namespace {

using Archive = std::unique_ptr<zip_t, void (*)(zip_t*)>;
using Member = std::unique_ptr<zip_file_t, int (*)(zip_file_t*)>;

constexpr std::size_t kMembersNamedMax = 5;

Expected<std::unique_ptr<ByteSource>> open_member(const std::string& path, Archive archive,
                                                  const std::string& member);
Expected<Archive> open_archive(const std::string& path);

class ZipSource final : public ByteSource {
  public:
    struct Place {
        std::string path;
        std::string member;
        std::uint64_t stored_size = 0;    // of the member, compressed
        std::uint64_t contents_size = 0;  // of the member
    };

    ZipSource(Place place, Archive archive, Member member)
        : place_(std::move(place)),
          name_(fmt::format("{} ({})", place_.path, place_.member)),
          archive_(std::move(archive)),
          member_(std::move(member)) {}

    const std::string& name() const override { return name_; }
    std::string content_name() const override {
        return std::filesystem::path(place_.member).filename();
    }
    Compression compression() const override { return Compression::Zip; }
    std::uint64_t stored_size() const override { return place_.stored_size; }
    // libzip does not tell how much of the member it has taken: in proportion to what came out.
    std::uint64_t stored_offset() const override {
        const WideUint scaled = static_cast<WideUint>(place_.stored_size) * contents_;
        return place_.contents_size == 0
                   ? 0
                   : static_cast<std::uint64_t>(scaled / place_.contents_size);
    }

    Expected<std::unique_ptr<ByteSource>> open_sibling(
        const std::string& file_name) const override {
        auto archive = open_archive(place_.path);
        if (!archive) {
            return std::unexpected(archive.error());
        }
        const std::string member =
            std::filesystem::path(place_.member).replace_filename(file_name).string();
        if (zip_name_locate(archive->get(), member.c_str(), ZIP_FL_ENC_RAW) < 0) {
            return open_beside(place_.path, file_name);
        }
        return open_member(place_.path, std::move(*archive), member);
    }

    Expected<std::size_t> read(MutableBytes room) override {
        const zip_int64_t got = zip_fread(member_.get(), room.data(), room.size());
        if (got < 0) {
            return std::unexpected(damaged(
                name_,
                fmt::format("the zip member is damaged ({})", zip_file_strerror(member_.get())),
                {.stored = stored_offset(), .contents = contents_}));
        }
        contents_ += static_cast<std::uint64_t>(got);
        return static_cast<std::size_t>(got);
    }

  private:
    Place place_;
    std::string name_;
    Archive archive_;
    Member member_;
    std::uint64_t contents_ = 0;
};

std::vector<std::string> member_names(zip_t* archive) {
    std::vector<std::string> names;
    const zip_int64_t count = zip_get_num_entries(archive, 0);
    for (zip_int64_t index = 0; index < count; ++index) {
        const char* name = zip_get_name(archive, static_cast<zip_uint64_t>(index), ZIP_FL_ENC_RAW);
        if (name != nullptr && !std::string_view(name).ends_with('/')) {
            names.emplace_back(name);
        }
    }
    return names;
}

std::string joined(const std::vector<std::string>& names) {
    if (names.empty()) {
        return "nothing";
    }
    const auto shown = std::span(names).first(std::min(names.size(), kMembersNamedMax));
    return fmt::format("{}{}", fmt::join(shown, ", "), shown.size() < names.size() ? ", ..." : "");
}

/// The LOBSTER message file among the members, or the only member.
Expected<std::string> choose_member(const std::string& path,
                                    const std::vector<std::string>& names) {
    std::vector<std::string> messages;
    std::ranges::copy_if(names, std::back_inserter(messages), [](const std::string& name) {
        return name.find("_message_") != std::string::npos && name.ends_with(".csv");
    });
    if (messages.size() == 1) {
        return messages.front();
    }
    if (messages.size() > 1) {
        return fail(fmt::format("{}: has {} message files ({}); unpack it and give one", path,
                                messages.size(), joined(messages)));
    }
    if (names.size() == 1) {
        return names.front();
    }
    return fail(fmt::format(
        "{}: no LOBSTER message file (TICKER_..._message_LEVEL.csv) among its members: {}; unpack "
        "it and give the file that holds the messages",
        path, joined(names)));
}

std::string reason(int code) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    std::string text = zip_error_strerror(&error);
    zip_error_fini(&error);
    return text;
}

Expected<Archive> open_archive(const std::string& path) {
    int code = 0;
    Archive archive(zip_open(path.c_str(), ZIP_RDONLY, &code), zip_discard);
    if (!archive) {
        return fail(
            fmt::format("{}: the zip archive is cut off or damaged ({}); copy or download it again",
                        path, reason(code)));
    }
    return archive;
}

Expected<std::unique_ptr<ByteSource>> open_member(const std::string& path, Archive archive,
                                                  const std::string& member) {
    zip_stat_t status;
    zip_stat_init(&status);
    zip_stat(archive.get(), member.c_str(), ZIP_FL_ENC_RAW, &status);
    Member file(zip_fopen(archive.get(), member.c_str(), ZIP_FL_ENC_RAW), zip_fclose);
    if (!file) {
        return fail(fmt::format("{}: its member {} cannot be read: {}", path, member,
                                zip_strerror(archive.get())));
    }
    return std::make_unique<ZipSource>(ZipSource::Place{.path = path,
                                                        .member = member,
                                                        .stored_size = status.comp_size,
                                                        .contents_size = status.size},
                                       std::move(archive), std::move(file));
}

}  // namespace

Expected<std::unique_ptr<ByteSource>> open_zip(const std::filesystem::path& path) {
    auto archive = open_archive(path.string());
    if (!archive) {
        return std::unexpected(archive.error());
    }
    const auto member = choose_member(path.string(), member_names(archive->get()));
    if (!member) {
        return std::unexpected(member.error());
    }
    return open_member(path.string(), std::move(*archive), *member);
}

}  // namespace hotpath::capture
