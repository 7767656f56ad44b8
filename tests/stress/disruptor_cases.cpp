#include <type_traits>

#include "hotpath/queue/disruptor/graph.hpp"
#include "tests/stress/cases.hpp"
#include "tests/stress/message.hpp"

namespace hotpath::stress {
namespace {

namespace dis = queue::disruptor;

/// A stage's work: checking its events.
template <std::size_t kBytes>
struct CheckEvents {
    Checker* checker = nullptr;

    void operator()(const Message<kBytes>& event) const { checker->take(event.bytes); }
};

enum class Shape : std::uint8_t { Single, Pipeline, Multicast, Diamond };

[[nodiscard]] constexpr std::size_t stages_of(Shape shape) noexcept {
    return shape == Shape::Single ? 1 : shape == Shape::Diamond ? 3 : 2;
}

template <std::size_t kBytes, class Index, class EventLayout = queue::OwnLine>
struct Form {
    static constexpr std::size_t kMessageBytes = kBytes;
    using Seq = Index;
    using Layout = EventLayout;
};

/// Every stage sees every event. The last sequence numbers before Index wraps are the first here.
template <class F, Shape kShape, std::size_t kSlotsOf, std::size_t kProducersOf>
class Disruptor {
    using Event = Message<F::kMessageBytes>;
    template <template <class> class Sequencer>
    using GraphOf = std::type_identity<
        dis::Graph<Event, dis::PauseSpin, Sequencer, typename F::Layout, typename F::Seq>>;
    using Graph = typename std::conditional_t<kProducersOf == 1, GraphOf<dis::SingleProducer>,
                                              GraphOf<dis::MultiProducer>>::type;
    using Work = CheckEvents<F::kMessageBytes>;
    using StageOf = dis::Stage<Graph, Work>;

  public:
    static constexpr std::size_t kProducers = kProducersOf;
    static constexpr std::size_t kConsumers = stages_of(kShape);
    static constexpr bool kLossy = false;
    static constexpr Lengths kLengths{.least = F::kMessageBytes, .most = F::kMessageBytes};
    static constexpr std::size_t kSlots = kSlotsOf;

    struct Producer {
        dis::Producer<Graph> end;

        std::size_t send(const Source& source, Request request) {
            auto claimed = end.try_claim(std::min(request.messages, kSlots));
            if (!claimed) {
                return 0;
            }
            for (std::size_t i = 0; i < claimed.size(); ++i) {
                source.write(claimed[i].bytes, i);
            }
            end.publish(claimed);
            return claimed.size();
        }
    };

    struct Consumer {
        StageOf* stage;

        bool receive(Checker& checker, Request request) {
            stage->work().checker = &checker;
            return stage->poll(request.messages) != 0;
        }
    };

    Disruptor() {
        for (std::size_t i = 0; i < kConsumers; ++i) {
            stages_.emplace_back(graph_, Work{});
        }
        if constexpr (kShape == Shape::Pipeline) {
            graph_.first(stages_[0]).then(stages_[1]);
        } else if constexpr (kShape == Shape::Diamond) {
            graph_.first(stages_[0], stages_[1]).then(stages_[2]);
        }
        graph_.seal();
    }

    Producer producer(std::size_t) { return {graph_.producer()}; }
    Consumer consumer(std::size_t i) { return {&stages_[i]}; }

  private:
    Graph graph_{
        {.slots = kSlotsOf, .wait = {}, .first = static_cast<typename F::Seq>(0 - 3 * kSlotsOf)}};
    std::deque<StageOf> stages_;
};

using Bytes16 = Form<16, std::uint64_t>;

}  // namespace

Cases disruptor_cases() {
    const std::string single = "disruptor_single";
    const std::string multi = "disruptor_multi";
    const std::string packed = "disruptor_packed";
    using Packed40 = Form<40, std::uint64_t, queue::Packed>;
    using PackedWrapping = Form<8, std::uint8_t, queue::PackedBy<4>>;
    using PackedPairs = Form<73, std::uint64_t, queue::PackedBy<2>>;
    // Smaller ones could come round while the scheduler stops a producer in the middle of a claim.
    using Tiny = Form<1, std::uint32_t>;
    using Wrapping = Form<8, std::uint8_t>;
    using Line = Form<73, std::uint64_t>;
    using Page = Form<4096, std::uint64_t>;
    return {
        case_of<Disruptor<Bytes16, Shape::Single, 1024, 1>>(single, "16_bytes", Share::Most),
        case_of<Disruptor<Tiny, Shape::Pipeline, 64, 1>>(single, "1_byte_pipeline", Share::Small),
        case_of<Disruptor<Wrapping, Shape::Multicast, 16, 1>>(
            single, "8_bytes_multicast_8_bit_positions", Share::Small),
        case_of<Disruptor<Line, Shape::Diamond, 4, 1>>(single, "73_bytes_diamond_4_slots",
                                                       Share::Small),
        case_of<Disruptor<Page, Shape::Pipeline, 16, 1>>(single, "4096_bytes_pipeline",
                                                         Share::Large),
        case_of<Disruptor<Packed40, Shape::Single, 1024, 1>>(packed, "40_bytes", Share::Most),
        case_of<Disruptor<PackedWrapping, Shape::Multicast, 16, 1>>(
            packed, "8_bytes_multicast_8_bit_positions", Share::Small),
        case_of<Disruptor<PackedPairs, Shape::Diamond, 4, 1>>(
            packed, "73_bytes_diamond_4_slots_2_a_word", Share::Small),
        case_of<Disruptor<PackedPairs, Shape::Pipeline, 256, 1>>(
            packed, "73_bytes_pipeline_2_a_word", Share::Small),
        case_of<Disruptor<Bytes16, Shape::Single, 1024, 2>>(multi, "16_bytes", Share::Most),
        case_of<Disruptor<Tiny, Shape::Multicast, 64, 2>>(
            multi, "1_byte_multicast_32_bit_positions", Share::Small),
        case_of<Disruptor<Line, Shape::Diamond, 256, 3>>(multi, "73_bytes_diamond_3_producers",
                                                         Share::Small),
        case_of<Disruptor<Page, Shape::Pipeline, 8, 2>>(multi, "4096_bytes_pipeline", Share::Large),
    };
}

}  // namespace hotpath::stress
