#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "hotpath/core/assert.hpp"
#include "hotpath/shm/broadcast_channel.hpp"
#include "hotpath/shm/spsc_channel.hpp"
#include "tests/stress/broadcast_adapter.hpp"
#include "tests/stress/cases.hpp"
#include "tests/stress/slot_queue.hpp"

namespace hotpath::stress {
namespace {

/// A place of this run's own, gone with it.
class OwnPlace {
  public:
    OwnPlace() {
        std::string pattern = "/dev/shm/hotpath-stress-XXXXXX";
        const char* const made = mkdtemp(pattern.data());
        HOTPATH_ASSERT(made != nullptr, "shared memory can be written to");
        place_.folder = made;
    }
    OwnPlace(const OwnPlace&) = delete;
    OwnPlace& operator=(const OwnPlace&) = delete;
    ~OwnPlace() {
        std::error_code ignored;
        std::filesystem::remove_all(place_.folder, ignored);
    }

    [[nodiscard]] const shm::ChannelFolder& place() const noexcept { return place_; }

  private:
    shm::ChannelFolder place_;
};

constexpr Time kSomeTime{1};

template <class T>
T made(Expected<T> expected) {
    HOTPATH_ASSERT(expected.has_value(), "a fresh channel is made and attached to");
    return std::move(*expected);
}

/// Each end opens the channel by its name and maps it for itself, as processes do.
template <std::size_t kBytes, std::size_t kSlotsOf>
class ShmSpsc {
    using Channel = shm::SpscChannel<Message<kBytes>>;

  public:
    static constexpr std::size_t kProducers = 1;
    static constexpr std::size_t kConsumers = 1;
    static constexpr bool kLossy = false;
    static constexpr Lengths kLengths{.least = kBytes, .most = kBytes};
    static constexpr std::size_t kSlots = kSlotsOf;

    ShmSpsc() {
        made(Channel::create(own_.place(), {.name = "stress", .slots = kSlots, .now = kSomeTime}));
    }

    auto producer(std::size_t) {
        return SlotProducer<kBytes, typename Channel::Producer>(
            made(made(Channel::open(own_.place(), {.name = "stress"})).attach_producer(kSomeTime)));
    }
    auto consumer(std::size_t) {
        return SlotConsumer<kBytes, typename Channel::Consumer>(
            made(made(Channel::open(own_.place(), {.name = "stress"})).attach_consumer(kSomeTime)));
    }

  private:
    OwnPlace own_;
};

template <Lengths kLengthsOf, std::size_t kCapacity, std::size_t kReaders>
class ShmBroadcast {
    using Channel = shm::BroadcastChannel;

  public:
    static constexpr std::size_t kProducers = 1;
    static constexpr std::size_t kConsumers = kReaders;
    static constexpr bool kLossy = true;
    static constexpr Lengths kLengths = kLengthsOf;
    static constexpr std::size_t kSlots = kCapacity / kLengthsOf.least;

    ShmBroadcast() {
        made(Channel::create(own_.place(),
                             {.name = "stress", .capacity_bytes = kCapacity, .now = kSomeTime}));
    }

    auto producer(std::size_t) {
        return BroadcastProducer<Channel::Writer>(
            made(made(Channel::open(own_.place(), {.name = "stress"})).attach_writer(kSomeTime)));
    }
    auto consumer(std::size_t) {
        return BroadcastConsumer<Channel::Reader>(
            made(made(Channel::open(own_.place(), {.name = "stress"}))
                     .attach_reader(kSomeTime, queue::StartAt::Newest)),
            0);
    }

  private:
    OwnPlace own_;
};

constexpr std::size_t kKiB = 1024;

}  // namespace

Cases shm_cases() {
    return {
        case_of<ShmSpsc<16, 1024>>("shm_spsc", "16_bytes", Share::Most),
        case_of<ShmSpsc<1, 64>>("shm_spsc", "1_byte", Share::Small),
        case_of<ShmSpsc<4096, 8>>("shm_spsc", "4096_bytes", Share::Large),
        case_of<ShmBroadcast<Lengths{16, 16}, 64 * kKiB, 1>>("shm_broadcast", "16_bytes",
                                                             Share::Most),
        case_of<ShmBroadcast<Lengths{1, 64}, 256 * kKiB, 2>>(
            "shm_broadcast", "1_to_64_bytes_2_readers", Share::Small),
        case_of<ShmBroadcast<Lengths{1, 4096}, 256 * kKiB, 3>>(
            "shm_broadcast", "1_to_4096_bytes_3_readers", Share::Large),
    };
}

}  // namespace hotpath::stress
