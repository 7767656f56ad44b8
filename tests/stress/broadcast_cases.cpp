#include "tests/stress/broadcast_adapter.hpp"
#include "tests/stress/cases.hpp"

namespace hotpath::stress {
namespace {

struct FromZero {
    static constexpr queue::BroadcastStart kStart{};
};
/// Positions and sequence numbers wrap within the first lap.
struct BeforeTheWrap {
    static constexpr queue::BroadcastStart kStart{.position = 0 - std::uint64_t{4096},
                                                  .seq = 0 - std::uint64_t{100}};
};

template <Lengths kLengthsOf, std::size_t kCapacity, std::size_t kReaders, class From = FromZero>
class Broadcast {
  public:
    static constexpr std::size_t kProducers = 1;
    static constexpr std::size_t kConsumers = kReaders;
    static constexpr bool kLossy = true;
    static constexpr Lengths kLengths = kLengthsOf;
    static constexpr std::size_t kSlots = kCapacity / kLengthsOf.least;

    auto producer(std::size_t) {
        return BroadcastProducer<queue::BroadcastWriter>(queue_.writer());
    }
    auto consumer(std::size_t) {
        return BroadcastConsumer<queue::BroadcastReader>(queue_.reader(), From::kStart.seq);
    }

  private:
    queue::BroadcastQueue queue_{kCapacity, From::kStart};
};

constexpr std::size_t kKiB = 1024;

}  // namespace

Cases broadcast_cases() {
    return {
        case_of<Broadcast<Lengths{16, 16}, 64 * kKiB, 1>>("broadcast", "16_bytes", Share::Most),
        case_of<Broadcast<Lengths{1, 64}, 256 * kKiB, 2, BeforeTheWrap>>(
            "broadcast", "1_to_64_bytes_2_readers_64_bit_wrap", Share::Small),
        case_of<Broadcast<Lengths{73, 73}, 1024 * kKiB, 3>>("broadcast", "73_bytes_3_readers",
                                                            Share::Small),
        case_of<Broadcast<Lengths{1, 4096}, 256 * kKiB, 2, BeforeTheWrap>>(
            "broadcast", "1_to_4096_bytes_2_readers_64_bit_wrap", Share::Large),
    };
}

}  // namespace hotpath::stress
