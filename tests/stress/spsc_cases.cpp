#include "hotpath/queue/spsc.hpp"
#include "tests/stress/cases.hpp"
#include "tests/stress/slot_queue.hpp"

namespace hotpath::stress {
namespace {

/// Positions wrap with Index.
template <std::size_t kBytes, class Index, std::size_t kSlotsOf, class Layout = queue::OwnLine>
class Spsc {
  public:
    static constexpr std::size_t kProducers = 1;
    static constexpr std::size_t kConsumers = 1;
    static constexpr bool kLossy = false;
    static constexpr Lengths kLengths{.least = kBytes, .most = kBytes};
    static constexpr std::size_t kSlots = kSlotsOf;

    auto producer(std::size_t) {
        return SlotProducer<kBytes, queue::SpscProducer<Message<kBytes>, Index, Layout>>(
            queue_.producer());
    }
    auto consumer(std::size_t) {
        return SlotConsumer<kBytes, queue::SpscConsumer<Message<kBytes>, Index, Layout>>(
            queue_.consumer());
    }

  private:
    queue::SpscQueue<Message<kBytes>, Index, Layout> queue_{kSlotsOf};
};

}  // namespace

Cases spsc_cases() {
    return {
        case_of<Spsc<16, std::uint64_t, 1024>>("spsc", "16_bytes", Share::Most),
        case_of<Spsc<1, std::uint16_t, 64>>("spsc", "1_byte_16_bit_positions", Share::Small),
        case_of<Spsc<8, std::uint8_t, 16>>("spsc", "8_bytes_8_bit_positions", Share::Small),
        case_of<Spsc<73, std::uint32_t, 256>>("spsc", "73_bytes", Share::Small),
        case_of<Spsc<512, std::uint64_t, 4>>("spsc", "512_bytes_4_slots", Share::Large),
        case_of<Spsc<40, std::uint64_t, 1024, queue::Packed>>("spsc_packed", "40_bytes",
                                                              Share::Most),
        case_of<Spsc<1, std::uint8_t, 16, queue::Packed>>("spsc_packed", "1_byte_8_bit_positions",
                                                          Share::Small),
        case_of<Spsc<73, std::uint32_t, 4, queue::Packed>>("spsc_packed", "73_bytes_4_slots",
                                                           Share::Small),
        case_of<Spsc<4096, std::uint8_t, 8>>("spsc", "4096_bytes_8_bit_positions", Share::Large),
    };
}

}  // namespace hotpath::stress
