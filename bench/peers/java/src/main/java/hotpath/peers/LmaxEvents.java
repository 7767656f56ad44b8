package hotpath.peers;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Bursts of N events from one producer to one consumer, with each wait strategy. */
final class LmaxEvents {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long PACE_NS = 100_000;
    private static final int SLOTS_PACED = 64;
    private static final int WHOLE_BURSTS_MAX = 100;

    private LmaxEvents() {
    }

    /** How often a burst of N is repeated in one run, the same rule as the other subjects have. */
    static int bursts(int events) {
        return Math.max(1, Math.min(1_000, 20_000 / events));
    }

    private static final class Consumer implements EventHandler<Event> {
        final Sequence consumed = new Sequence(0);
        final Delivery delivery = new Delivery();
        BatchEventProcessor<Event> processor;

        @Override
        public void onEvent(Event event, long sequence, boolean endOfBatch) {
            delivery.take(event.a, event.sum());
            if (endOfBatch) {
                consumed.set(delivery.received());
            }
        }
    }

    private static Consumer consumer(RingBuffer<Event> ring) {
        final Consumer consumer = new Consumer();
        consumer.processor = Lmax.processor(ring, consumer);
        ring.addGatingSequences(consumer.processor.getSequence());
        return consumer;
    }

    /** A ring as large as the burst, up to LMAX's own size. */
    private static RingBuffer<Event> ring(int events, String waitStrategy) {
        final int slots = Math.min(Lmax.SLOTS, Math.max(16, Integer.highestOneBit(events - 1) * 2));
        return RingBuffer.createSingleProducer(Event::new, slots, Lmax.waitStrategy(waitStrategy));
    }

    private static void awaitConsumed(Consumer consumer, long events) {
        while (consumer.consumed.get() < events) {
            Thread.onSpinWait();
        }
    }

    /** What this thread has allocated so far: the JVM counts exactly, without a collection. */
    private static long allocatedBytes() {
        return THREADS.getCurrentThreadAllocatedBytes();
    }

    /** The consumer runs; a burst is over when the producer sees that its last event was consumed. */
    static Result running(int events, String waitStrategy) {
        final long before = allocatedBytes();
        final RingBuffer<Event> ring = ring(events, waitStrategy);
        final Consumer consumer = consumer(ring);
        final double kibibytes = (allocatedBytes() - before) / 1024.0;
        final Thread thread = Cores.start("consumer", Cores.CONSUMER, consumer.processor);
        Cores.pin(Cores.PRODUCER);
        awaitRunning(consumer.processor);
        final long cpuBegin = Cores.processCpuNs();
        final long begin = System.nanoTime();
        final long count = (long) events * bursts(events);
        for (long k = 0; k < count;) {
            for (int i = 0; i < events; i++) {
                Lmax.push(ring, k++);
            }
            awaitConsumed(consumer, k);
        }
        final long elapsed = System.nanoTime() - begin;
        final double cpu = 100.0 * (Cores.processCpuNs() - cpuBegin) / elapsed;
        consumer.processor.halt();
        Cores.join(thread);
        Cores.unpin();
        return Result.ofTime(consumer.delivery.answer(), count, elapsed)
            .with("cpu load", "%", cpu).with("memory", "KiB", kibibytes);
    }

    private static void awaitRunning(BatchEventProcessor<Event> processor) {
        while (!processor.isRunning()) {
            Thread.onSpinWait();
        }
    }

    /**
     * As the published comparison did: ring and thread are made, N events go through, the thread ends; all of it
     * timed. Nobody is pinned, as there.
     */
    static Result whole(int events, String waitStrategy) {
        final int bursts = Math.min(WHOLE_BURSTS_MAX, bursts(events));
        long answer = 0;
        final long cpuBegin = Cores.processCpuNs();
        final long begin = System.nanoTime();
        for (int burst = 0; burst < bursts; burst++) {
            final RingBuffer<Event> ring = ring(events, waitStrategy);
            final Consumer consumer = consumer(ring);
            final Thread thread = new Thread(consumer.processor);
            thread.start();
            for (int k = 0; k < events; k++) {
                Lmax.push(ring, k);
            }
            awaitConsumed(consumer, events);
            consumer.processor.halt();
            Cores.join(thread);
            answer += consumer.delivery.answer();
        }
        final long elapsed = System.nanoTime() - begin;
        final double cpu = 100.0 * (Cores.processCpuNs() - cpuBegin) / elapsed;
        return Result.ofTime(answer, (long) events * bursts, elapsed).with("cpu load", "%", cpu);
    }

    /** One event every 100 us, so that every wait strategy gets to its last resort: due time to handler. */
    static Result latency(int events, String waitStrategy) {
        final RingBuffer<Event> ring = ring(SLOTS_PACED, waitStrategy);
        final int[] samples = new int[events];
        final long[] answer = new long[1];
        final long[] busy = new long[1];
        final BatchEventProcessor<Event> processor = Lmax.processor(ring, (event, sequence, endOfBatch) -> {
            samples[(int) sequence] = (int) (System.nanoTime() - event.b);
            answer[0] += event.a;
        });
        ring.addGatingSequences(processor.getSequence());
        final Thread thread = Cores.start("consumer", Cores.CONSUMER, () -> {
            final long begin = Cores.threadCpuNs();
            processor.run();
            busy[0] = Cores.threadCpuNs() - begin;
        });
        Cores.pin(Cores.PRODUCER);
        awaitRunning(processor);
        final long begin = System.nanoTime();
        publishPaced(ring, begin, events);
        while (processor.getSequence().get() < events - 1) {
            Thread.onSpinWait();
        }
        final long elapsed = System.nanoTime() - begin;
        processor.halt();
        Cores.join(thread);
        Cores.unpin();
        return Result.ofSamples(answer[0], samples).with("consumer cpu load", "%", 100.0 * busy[0] / elapsed);
    }

    private static void publishPaced(RingBuffer<Event> ring, long begin, int events) {
        for (int k = 0; k < events; k++) {
            final long due = begin + PACE_NS * (k + 1);
            while (System.nanoTime() < due) {
            }
            final long sequence = ring.next();
            final Event event = ring.get(sequence);
            event.a = k;
            event.b = due;
            ring.publish(sequence);
        }
    }
}
