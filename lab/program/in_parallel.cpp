#include "lab/program/in_parallel.hpp"

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "hotpath/core/cpu.hpp"

namespace hotpath::app::lab {

Expected<void> in_parallel(std::size_t count,
                           const std::function<Expected<void>(std::size_t)>& work) {
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::optional<Error> first_error;
    const auto take = [&] {
        for (std::size_t i = next++; i < count; i = next++) {
            if (const auto done = work(i); !done) {
                next = count;
                const std::lock_guard lock(mutex);
                first_error = first_error ? first_error : std::optional(done.error());
            }
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::uint32_t core = 1; core < cpu_count(); ++core) {
            threads.emplace_back(take);
        }
        take();
    }
    return first_error ? Expected<void>(std::unexpected(*first_error)) : Expected<void>();
}

}  // namespace hotpath::app::lab
