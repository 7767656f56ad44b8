#include "hotpath/capture/decompressors.hpp"

#include <fmt/format.h>

namespace hotpath::capture {

Error cut_off(const std::string& name, std::string_view kind, DamagePlace place) {
    return {
        fmt::format("{}: the {} data is cut off at byte {} of the file (byte {} of its contents); "
                    "all before it "
                    "was read; copy or download the file again for the rest",
                    name, kind, place.stored, place.contents)};
}

Error damaged(const std::string& name, std::string_view what, DamagePlace place) {
    return {
        fmt::format("{}: {} near byte {} of the file (byte {} of its contents); all before it was "
                    "read; copy or "
                    "download the file again for the rest",
                    name, what, place.stored, place.contents)};
}

}  // namespace hotpath::capture
