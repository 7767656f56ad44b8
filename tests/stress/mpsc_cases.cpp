#include "hotpath/queue/mpsc.hpp"
#include "tests/stress/cases.hpp"
#include "tests/stress/slot_queue.hpp"

namespace hotpath::stress {
namespace {

/// Small positions would wrap within one call of a producer that the scheduler stopped
/// (MpscProducer says so): 16 bits are as few as a run of many threads can take.
template <std::size_t kBytes, class Index, std::size_t kSlotsOf, std::size_t kProducersOf = 2>
class Mpsc {
  public:
    static constexpr std::size_t kProducers = kProducersOf;
    static constexpr std::size_t kConsumers = 1;
    static constexpr bool kLossy = false;
    static constexpr Lengths kLengths{.least = kBytes, .most = kBytes};
    static constexpr std::size_t kSlots = kSlotsOf;

    auto producer(std::size_t) {
        return SlotProducer<kBytes, queue::MpscProducer<Message<kBytes>, Index>>(queue_.producer());
    }
    auto consumer(std::size_t) {
        return SlotConsumer<kBytes, queue::MpscConsumer<Message<kBytes>, Index>>(queue_.consumer());
    }

  private:
    queue::MpscQueue<Message<kBytes>, Index> queue_{kSlotsOf};
};

}  // namespace

Cases mpsc_cases() {
    return {
        case_of<Mpsc<16, std::uint64_t, 1024>>("mpsc", "16_bytes", Share::Most),
        case_of<Mpsc<1, std::uint64_t, 4>>("mpsc", "1_byte_4_slots", Share::Small),
        case_of<Mpsc<8, std::uint32_t, 64, 8>>("mpsc", "8_bytes_8_producers", Share::Small),
        case_of<Mpsc<73, std::uint64_t, 256, 3>>("mpsc", "73_bytes_3_producers", Share::Small),
        case_of<Mpsc<512, std::uint64_t, 64>>("mpsc", "512_bytes", Share::Large),
        case_of<Mpsc<4096, std::uint64_t, 8, 1>>("mpsc", "4096_bytes_1_producer", Share::Large),
        case_of<Mpsc<40, std::uint8_t, 16, 1>>("mpsc", "40_bytes_8_bit_positions", Share::Small),
    };
}

}  // namespace hotpath::stress
