#include "hotpath/process/program_checksum.hpp"

#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <system_error>

#include "hotpath/core/checksum.hpp"

namespace hotpath::process {

std::string own_executable() {
    std::error_code ignored;
    return std::filesystem::read_symlink("/proc/self/exe", ignored).string();
}

const Expected<std::uint64_t>& program_checksum() {
    static const Expected<std::uint64_t> kChecksum = []() -> Expected<std::uint64_t> {
        std::ifstream file("/proc/self/exe", std::ios::binary);
        std::ostringstream program;
        program << file.rdbuf();
        if (!file) {
            return fail("cannot read /proc/self/exe");
        }
        return hash_of_text(program.view());
    }();
    return kChecksum;
}

std::uint64_t build_id() {
    return program_checksum().value_or(hash_of_text({}));
}

std::uint64_t hash_of_text(std::string_view text) {
    Checksum checksum;
    checksum.add(std::as_bytes(std::span(text)));
    return checksum.value();
}

}  // namespace hotpath::process
