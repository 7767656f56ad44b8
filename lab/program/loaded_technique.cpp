#include "lab/program/loaded_technique.hpp"

#include <algorithm>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>

namespace hotpath::app::lab {

void LoadedTechnique::Close::operator()(void* handle) const noexcept {
    ::dlclose(handle);
}

Expected<LoadedTechnique> LoadedTechnique::load(const std::filesystem::path& object) {
    LoadedTechnique loaded;
    loaded.handle_.reset(::dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL));
    if (!loaded.handle_) {
        return fail(fmt::format("cannot load {}", ::dlerror()));
    }
    const auto entry = reinterpret_cast<decltype(&hotpath_technique)>(
        ::dlsym(loaded.handle_.get(), "hotpath_technique"));
    if (entry == nullptr) {
        return fail(fmt::format("{} exports no hotpath_technique()", object.string()));
    }
    loaded.technique_ = entry();
    return loaded;
}

std::uint64_t answer_of(const hotpath::lab::Variant& variant, std::uint64_t items) {
    if (variant.work != nullptr) {
        return variant.work(items);
    }
    std::vector<std::uint32_t> ticks(items);
    return variant.timed_work(ticks);
}

std::uint64_t items_counted(const hotpath::lab::Comparison& comparison) noexcept {
    constexpr std::uint64_t kValgrindIsSlowerBy = 50;
    return comparison.items_counted != 0
               ? comparison.items_counted
               : std::max<std::uint64_t>(1, comparison.items / kValgrindIsSlowerBy);
}

}  // namespace hotpath::app::lab
