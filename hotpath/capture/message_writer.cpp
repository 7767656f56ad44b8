#include "hotpath/capture/message_writer.hpp"

#include "hotpath/capture/itch_file_writer.hpp"
#include "hotpath/capture/pcap_writer.hpp"

namespace hotpath::capture {

namespace {

bool is_pcap_name(const std::filesystem::path& path) {
    const bool is_compressed = path.extension() == ".gz" || path.extension() == ".zst";
    return (is_compressed ? path.stem() : path).extension() == ".pcap";
}

template <class Writer>
Expected<std::unique_ptr<MessageWriter>> created(const std::filesystem::path& path) {
    auto writer = Writer::create(path);
    if (!writer) {
        return std::unexpected(writer.error());
    }
    return std::move(*writer);
}

}  // namespace

Expected<std::unique_ptr<MessageWriter>> create(const std::filesystem::path& path) {
    return is_pcap_name(path) ? created<PcapWriter>(path) : created<ItchFileWriter>(path);
}

}  // namespace hotpath::capture
