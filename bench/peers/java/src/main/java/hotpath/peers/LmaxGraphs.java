package hotpath.peers;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Graphs of LMAX's own performance tests: one to one, a pipeline of three, a diamond, three producers to one consumer.
 *
 * <p>Producers are pinned to the first core, processors to the last. `run` gives each processor its thread, as LMAX's DSL
 * does: with more threads than cores it takes the yielding strategy, which LMAX advises there. `runPolled` puts all
 * processors of the graph on one thread with LMAX's EventPoller.
 */
final class LmaxGraphs {
    private static final int WARM_MESSAGES = 3 * 16_384;

    private LmaxGraphs() {
    }

    /** What a graph is: its producers, and for each stage the stages it comes after (none: after the producers). */
    private record Graph(int producers, int[][] after, int slots) {
        /** "NAME SLOTS" */
        static Graph described(String description) {
            final String[] words = description.split(" ");
            final int slots = Integer.parseInt(words[1]);
            return switch (words[0]) {
                case "1_1" -> new Graph(1, new int[][] {{}}, slots);
                case "pipeline_3" -> new Graph(1, new int[][] {{}, {0}, {1}}, slots);
                case "diamond" -> new Graph(1, new int[][] {{}, {}, {0, 1}}, slots);
                case "3_1" -> new Graph(3, new int[][] {{}}, slots);
                default -> throw new IllegalArgumentException("no graph is called " + words[0]);
            };
        }

        boolean fitsTheCores() {
            return producers + after.length <= Runtime.getRuntime().availableProcessors();
        }

        WaitStrategy waitStrategy() {
            return Lmax.waitStrategy(fitsTheCores() ? "busy_spin" : "yield");
        }

        RingBuffer<Event> ring() {
            return RingBuffer.create(producers == 1 ? ProducerType.SINGLE : ProducerType.MULTI, Event::new, slots,
                waitStrategy());
        }

        /** Stages nothing comes after: they hold the producers back. */
        Sequence[] last(Sequence[] sequences) {
            final boolean[] isFollowed = new boolean[after.length];
            Arrays.stream(after).flatMapToInt(Arrays::stream).forEach(stage -> isFollowed[stage] = true);
            final List<Sequence> last = new ArrayList<>();
            for (int stage = 0; stage < after.length; stage++) {
                if (!isFollowed[stage]) {
                    last.add(sequences[stage]);
                }
            }
            return last.toArray(new Sequence[0]);
        }

        Sequence[] before(int stage, Sequence[] sequences) {
            return Arrays.stream(after[stage]).mapToObj(other -> sequences[other]).toArray(Sequence[]::new);
        }
    }

    private static final class Summing implements EventHandler<Event> {
        long sum;

        @Override
        public void onEvent(Event event, long sequence, boolean endOfBatch) {
            sum += event.sum();
        }
    }

    static Result run(int count, String description) {
        final Graph graph = Graph.described(description);
        final RingBuffer<Event> ring = graph.ring();
        final int stages = graph.after.length;
        final Summing[] handlers = new Summing[stages];
        final BatchEventProcessor<?>[] processors = new BatchEventProcessor<?>[stages];
        final Sequence[] sequences = new Sequence[stages];
        for (int stage = 0; stage < stages; stage++) {
            handlers[stage] = new Summing();
            processors[stage] = Lmax.processor(ring, handlers[stage], graph.before(stage, sequences));
            sequences[stage] = processors[stage].getSequence();
        }
        final Sequence[] last = graph.last(sequences);
        ring.addGatingSequences(last);
        final Thread[] threads = Arrays.stream(processors)
            .map(processor -> Cores.start("stage", Cores.CONSUMER, processor)).toArray(Thread[]::new);
        final long elapsed = produce(graph, ring, count, last);
        Arrays.stream(processors).forEach(BatchEventProcessor::halt);
        Arrays.stream(threads).forEach(Cores::join);
        return Result.ofTime(Arrays.stream(handlers).mapToLong(handler -> handler.sum).sum(), count - WARM_MESSAGES, elapsed);
    }

    /** Publishes the warm part, waits, publishes the rest and waits until the last stages have it; ns of the rest. */
    private static long produce(Graph graph, RingBuffer<Event> ring, int count, Sequence[] last) {
        final int share = (count - WARM_MESSAGES) / graph.producers;
        final Thread[] others = new Thread[graph.producers - 1];
        Cores.pin(Cores.PRODUCER);
        publish(ring, 0, WARM_MESSAGES);
        await(last, WARM_MESSAGES);
        final long begin = System.nanoTime();
        for (int i = 0; i < others.length; i++) {
            final int from = WARM_MESSAGES + share * i;
            others[i] = Cores.start("producer", Cores.PRODUCER, () -> publish(ring, from, from + share));
        }
        publish(ring, WARM_MESSAGES + share * others.length, count);
        Arrays.stream(others).forEach(Cores::join);
        await(last, count);
        final long elapsed = System.nanoTime() - begin;
        Cores.unpin();
        return elapsed;
    }

    private static void await(Sequence[] last, int count) {
        for (final Sequence sequence : last) {
            while (sequence.get() < count - 1) {
                Thread.onSpinWait();
            }
        }
    }

    private static void publish(RingBuffer<Event> ring, int from, int to) {
        for (int k = from; k < to; k++) {
            Lmax.push(ring, k);
        }
    }

    static Result runPolled(int count, String description) {
        final Graph graph = Graph.described(description);
        final RingBuffer<Event> ring = graph.ring();
        final int stages = graph.after.length;
        final Sequence[] sequences = new Sequence[stages];
        final List<EventPoller<Event>> pollers = new ArrayList<>();
        for (int stage = 0; stage < stages; stage++) {
            pollers.add(ring.newPoller(graph.before(stage, sequences)));
            sequences[stage] = pollers.get(stage).getSequence();
        }
        final Sequence[] last = graph.last(sequences);
        ring.addGatingSequences(last);
        final long[] answer = new long[1];
        final Thread thread = Cores.start("stages", Cores.CONSUMER, () -> answer[0] = pollAll(pollers, last, count));
        final long elapsed = produce(graph, ring, count, last);
        Cores.join(thread);
        return Result.ofTime(answer[0], count - WARM_MESSAGES, elapsed);
    }

    private static long pollAll(List<EventPoller<Event>> pollers, Sequence[] last, int count) {
        final long[] sum = new long[1];
        final EventPoller.Handler<Event> handler = (event, sequence, endOfBatch) -> {
            sum[0] += event.sum();
            return true;
        };
        try {
            while (Arrays.stream(last).anyMatch(sequence -> sequence.get() < count - 1)) {
                for (final EventPoller<Event> poller : pollers) {
                    poller.poll(handler);
                }
            }
        } catch (Exception problem) {
            throw new IllegalStateException(problem);
        }
        return sum[0];
    }
}
