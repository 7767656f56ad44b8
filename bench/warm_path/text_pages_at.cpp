// text-pages WAY SITUATION: ns from packet to order, of packets that make the engine send, with the
// program's instructions in pages of 4 KiB or 2 MiB; bench/warm_path/text_pages.py runs it in turns.
// `text-pages advise FILE` reads FILE anew, in huge pages if its file system has them: a program
// started from it has its instructions there.
//
//   plain        as the program was started
//   copied       copied into anonymous huge pages, which are put in the place of the file's
//
//   at_once      packets follow one another
//   spin         before each: 1 ms of polling a socket that has nothing
//   other_code   before each: a function on each of 2,048 other pages, more than any TLB knows
//   cold         before each: that, and a walk through 32 MiB of other memory

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench/messaging/stopwatch.hpp"
#include "bench/tick_to_order/recorded_inputs.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/measure/statistics.hpp"
#include "hotpath/net/udp_socket.hpp"
#include "hotpath/timing/tsc_clock.hpp"

// A file's huge page is mapped only where instructions fill it: 2 MiB more, behind all others.
asm(".pushsection .text_filler, \"ax\", @progbits\n.zero 2097152\n.popsection");

namespace hotpath::bench {
namespace {

constexpr std::uint64_t kMessages = 100'000;
constexpr std::size_t kPacketsBefore = 2'000;
constexpr std::size_t kPacketsBetween = 20;
constexpr std::size_t kSamplesMax = 200;
constexpr std::size_t kPage = 4'096;
constexpr std::size_t kHugePage = std::size_t{2} << 20U;
constexpr std::size_t kOtherPages = 2'048;
constexpr std::size_t kWalkedBytes = std::size_t{32} << 20U;
constexpr std::uint64_t kSpinNs = 1'000'000;
constexpr std::size_t kPacketMax = 2'048;

constexpr std::size_t to_huge(std::size_t bytes) {
    return (bytes + kHugePage - 1) / kHugePage * kHugePage;
}

/// The mapping that holds this program's instructions, and how much of it is in huge pages.
struct Text {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
    std::size_t huge_kib = 0;
};

std::size_t kib_of(const std::string& line) {
    return std::strtoull(line.c_str() + line.find(':') + 1, nullptr, 10);
}

Text find_text() {
    const auto here = reinterpret_cast<std::uintptr_t>(&find_text);
    Text text;
    bool is_text = false;
    std::ifstream maps("/proc/self/smaps");
    for (std::string line; std::getline(maps, line);) {
        std::uintptr_t begin = 0;
        std::uintptr_t end = 0;
        if (std::sscanf(line.c_str(), "%lx-%lx ", &begin, &end) == 2) {
            is_text = begin <= here && here < end;
            if (is_text) {
                text = {.begin = begin, .end = end};
            }
        } else if (is_text &&
                   (line.starts_with("AnonHugePages:") || line.starts_with("FilePmdMapped:"))) {
            text.huge_kib += kib_of(line);
        }
    }
    return text;
}

/// What runs is replaced by the same bytes in one call: it goes on in the copy.
bool copy_text_to_huge_pages() {
    const Text text = find_text();
    const std::size_t bytes = to_huge(text.end - text.begin);
    if (text.begin % kHugePage != 0) {
        return false;
    }
    void* const mapping = ::mmap(nullptr, bytes + kHugePage, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping == MAP_FAILED) {
        return false;
    }
    // NOLINTBEGIN(performance-no-int-to-ptr)
    auto* const copy =
        reinterpret_cast<std::byte*>(to_huge(reinterpret_cast<std::uintptr_t>(mapping)));
    auto* const original = reinterpret_cast<std::byte*>(text.begin);
    // NOLINTEND(performance-no-int-to-ptr)
    return ::madvise(copy, bytes, MADV_HUGEPAGE) == 0 &&
           std::copy(original, original + (text.end - text.begin), copy) != nullptr &&
           ::mprotect(copy, bytes, PROT_READ | PROT_EXEC) == 0 &&
           ::mremap(copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, original) != MAP_FAILED;
}

/// A return instruction on each of many pages, at another line of each.
class OtherCode {
  public:
    OtherCode() {
        HOTPATH_ASSERT(mapping_ != MAP_FAILED, "2,048 pages can be mapped");
        constexpr std::byte kReturn{0xc3};
        ::madvise(mapping_, kOtherPages * kPage, MADV_NOHUGEPAGE);
        for (std::size_t i = 0; i < kOtherPages; ++i) {
            static_cast<std::byte*>(mapping_)[offset(i)] = kReturn;
        }
        HOTPATH_ASSERT(::mprotect(mapping_, kOtherPages * kPage, PROT_READ | PROT_EXEC) == 0,
                       "written pages may become executable");
    }
    OtherCode(const OtherCode&) = delete;
    OtherCode& operator=(const OtherCode&) = delete;
    ~OtherCode() { ::munmap(mapping_, kOtherPages * kPage); }

    void run() const {
        for (std::size_t i = 0; i < kOtherPages; ++i) {
            reinterpret_cast<void (*)()>(static_cast<std::byte*>(mapping_) + offset(i))();
        }
    }

  private:
    static constexpr std::size_t offset(std::size_t page) {
        return page * kPage + page % (kPage / kCacheLine) * kCacheLine;
    }

    void* mapping_ = ::mmap(nullptr, kOtherPages* kPage, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
};

/// What happens before a sampled packet.
class Situation {
  public:
    Situation(std::string_view name, net::UdpSocket socket, const timing::TscClock& clock)
        : name_(name),
          socket_(std::move(socket)),
          spin_ticks_(ticks_of(clock, kSpinNs)),
          walked_(kWalkedBytes / sizeof(std::uint64_t), 1) {}

    [[nodiscard]] static bool is_known(std::string_view name) {
        constexpr std::array<std::string_view, 4> kNames{"at_once", "spin", "other_code", "cold"};
        return std::ranges::find(kNames, name) != kNames.end();
    }

    void pass() {
        if (name_ == "spin") {
            for (const std::uint64_t until = timing::SystemClocks::ticks() + spin_ticks_;
                 timing::SystemClocks::ticks() < until;) {
                static_cast<void>(socket_.receive(received_));
            }
        }
        if (name_ == "cold") {
            for (std::size_t i = 0; i < walked_.size(); i += kCacheLine / sizeof(std::uint64_t)) {
                sum_ += walked_[i];
            }
        }
        if (name_ == "cold" || name_ == "other_code") {
            code_.run();
        }
    }
    [[nodiscard]] std::uint64_t sum() const { return sum_; }

  private:
    std::string_view name_;
    net::UdpSocket socket_;
    std::uint64_t spin_ticks_;
    std::vector<std::uint64_t> walked_;
    OtherCode code_;
    std::array<std::byte, kPacketMax> received_{};
    std::uint64_t sum_ = 0;
};

BenchEngine new_engine() {
    auto engine = make_engine();
    HOTPATH_ASSERT(engine.has_value(), "a small engine fits in memory");
    return std::move(*engine);
}

/// By input: a packet that makes the engine send.
std::vector<bool> packets_that_send(const InputJournal& journal) {
    BenchEngine engine = new_engine();
    std::vector<bool> sends;
    for (const Input& input : journal.inputs) {
        const bool has_sent = deliver(engine, input, journal.bytes_of(input)) != 0;
        engine.for_each_outgoing([](Bytes) {});
        sends.push_back(has_sent && input.kind == InputKind::Packet);
    }
    return sends;
}

struct Sampled {
    std::vector<std::uint32_t> ticks;
    std::uint64_t orders = 0;  // a checksum of all that was sent
};

Sampled sample(const InputJournal& journal, const std::vector<bool>& sends, Situation& situation) {
    BenchEngine engine = new_engine();
    Checksum orders;
    Sampled sampled;
    std::size_t packets = 0;
    std::size_t next = kPacketsBefore;
    for (std::size_t k = 0; k < journal.inputs.size(); ++k) {
        const Input& input = journal.inputs[k];
        const Bytes bytes = journal.bytes_of(input);
        packets += input.kind == InputKind::Packet ? 1U : 0U;
        if (sends[k] && packets >= next && sampled.ticks.size() < kSamplesMax) {
            next = packets + kPacketsBetween;
            situation.pass();
            const std::uint64_t begin = Stopwatch::begin();
            deliver(engine, input, bytes);
            sampled.ticks.push_back(static_cast<std::uint32_t>(Stopwatch::end() - begin));
        } else {
            deliver(engine, input, bytes);
        }
        engine.for_each_outgoing([&](Bytes message) { orders.add(message); });
    }
    sampled.orders = orders.value();
    return sampled;
}

int measure(std::string_view way, std::string_view name) {
    auto clock = timing::TscClock::create();
    auto socket = net::UdpSocket::bind({net::kLoopback, 0});
    const auto journal = record_session({}, kMessages);
    if (!clock || !socket || !journal) {
        std::fputs("text-pages needs an invariant counter, a socket and 200 MB of memory\n",
                   stderr);
        return 1;
    }
    if (way == "copied" && !copy_text_to_huge_pages()) {
        std::fputs(
            "text-pages: the kernel gives no anonymous huge pages, or the program is not linked "
            "for them\n",
            stderr);
        return 1;
    }
    Situation situation(name, std::move(*socket), *clock);
    Sampled sampled = sample(*journal, packets_that_send(*journal), situation);
    HOTPATH_ASSERT(sampled.ticks.size() == kSamplesMax,
                   "the session has enough packets that make the engine send");
    to_nanoseconds(*clock, sampled.ticks);
    std::ranges::sort(sampled.ticks);
    std::printf("huge %zu p50 %.0f p90 %.0f orders %016llx walked %llu\n", find_text().huge_kib,
                measure::percentile(sampled.ticks, 50.0), measure::percentile(sampled.ticks, 90.0),
                static_cast<unsigned long long>(sampled.orders),
                static_cast<unsigned long long>(situation.sum()));
    return 0;
}

/// Out of the page cache, then back by a read that asks for huge pages.
int advise(const char* file) {
    const int descriptor = ::open(file, O_RDONLY | O_CLOEXEC);
    struct stat status{};
    if (descriptor < 0 || ::fstat(descriptor, &status) != 0 || status.st_size == 0) {
        std::fprintf(stderr, "text-pages: cannot read %s: %s\n", file, std::strerror(errno));
        return 1;
    }
    const auto bytes = static_cast<std::size_t>(status.st_size);
    ::fsync(descriptor);  // what is not on the disk stays in the cache
    ::posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED);
    void* const mapping = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, descriptor, 0);
    HOTPATH_ASSERT(mapping != MAP_FAILED, "a file that can be read can be mapped");
    ::madvise(mapping, bytes, MADV_HUGEPAGE);
    unsigned sum = 0;
    for (std::size_t at = 0; at < bytes; at += kPage) {
        sum += static_cast<unsigned>(
            *static_cast<const volatile std::byte*>(static_cast<std::byte*>(mapping) + at));
    }
    ::munmap(mapping, bytes);
    ::close(descriptor);
    return sum == 0 ? 1 : 0;
}

}  // namespace
}  // namespace hotpath::bench

int main(int argc, char** argv) {
    using namespace hotpath::bench;
    const std::span arguments(argv, static_cast<std::size_t>(argc));
    const std::string_view way = argc == 3 ? arguments[1] : "";
    if (way == "advise") {
        return advise(arguments[2]);
    }
    if ((way == "plain" || way == "copied") && Situation::is_known(arguments[2])) {
        return measure(way, arguments[2]);
    }
    std::fputs(
        "usage: text-pages plain|copied at_once|spin|other_code|cold, or text-pages advise FILE\n",
        stderr);
    return 2;
}
