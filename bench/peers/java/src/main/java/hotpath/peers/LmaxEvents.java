package hotpath.peers;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;

/** Bursts of N events from one producer to one consumer, with each wait strategy. */
final class LmaxEvents {
    private static final int SLOTS = 4096;

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

    /** A ring as large as the burst, up to SLOTS. */
    private static RingBuffer<Event> ring(int events, String waitStrategy) {
        final int slots = Math.min(SLOTS, Math.max(16, Integer.highestOneBit(events - 1) * 2));
        return RingBuffer.createSingleProducer(Event::new, slots, Lmax.waitStrategy(waitStrategy));
    }

    private static void awaitConsumed(Consumer consumer, long events) {
        while (consumer.consumed.get() < events) {
            Thread.onSpinWait();
        }
    }

    /** The consumer runs; a burst is over when the producer sees that its last event was consumed. */
    static Result running(int events, String waitStrategy) {
        final RingBuffer<Event> ring = ring(events, waitStrategy);
        final Consumer consumer = consumer(ring);
        final Thread thread = Cores.start("consumer", Cores.CONSUMER, consumer.processor);
        Cores.pin(Cores.PRODUCER);
        final int bursts = bursts(events);
        final long cpuBegin = Cores.cpuNs();
        final long begin = System.nanoTime();
        long k = 0;
        for (int burst = 0; burst < bursts; burst++) {
            for (int i = 0; i < events; i++) {
                Lmax.push(ring, k++);
            }
            awaitConsumed(consumer, k);
        }
        final long elapsed = System.nanoTime() - begin;
        final double cpu = (double) (Cores.cpuNs() - cpuBegin) / elapsed;
        consumer.processor.halt();
        Cores.join(thread);
        Cores.unpin();
        return Result.ofTime(consumer.delivery.answer(), k, elapsed).withCpuCores(cpu);
    }

    /**
     * As the published comparison did: ring and thread are made, N events go through, the thread ends; all of it
     * timed. The producer is not pinned: the new thread would start on its core and wait for it.
     */
    static Result whole(int events, String waitStrategy) {
        final int bursts = bursts(events);
        long answer = 0;
        final long begin = System.nanoTime();
        for (int burst = 0; burst < bursts; burst++) {
            final RingBuffer<Event> ring = ring(events, waitStrategy);
            final Consumer consumer = consumer(ring);
            final Thread thread = Cores.start("consumer", Cores.CONSUMER, consumer.processor);
            for (int k = 0; k < events; k++) {
                Lmax.push(ring, k);
            }
            awaitConsumed(consumer, events);
            consumer.processor.halt();
            Cores.join(thread);
            answer += consumer.delivery.answer();
        }
        final long elapsed = System.nanoTime() - begin;
        return Result.ofTime(answer, (long) events * bursts, elapsed);
    }

    /** One event every 100 us, so that every wait strategy gets to its last resort: one way, publish to handler. */
    static Result latency(int events, String waitStrategy) {
        final RingBuffer<Event> ring = ring(events, waitStrategy);
        final int[] samples = new int[events];
        final long[] answer = new long[1];
        final Sequence consumed = new Sequence(0);
        final EventHandler<Event> stamp = (event, sequence, endOfBatch) -> {
            samples[(int) sequence] = (int) (System.nanoTime() - event.b);
            answer[0] += event.a;
            consumed.set(sequence + 1);
        };
        final BatchEventProcessor<Event> processor = Lmax.processor(ring, stamp);
        ring.addGatingSequences(processor.getSequence());
        final Thread thread = Cores.start("consumer", Cores.CONSUMER, processor);
        Cores.pin(Cores.PRODUCER);
        final long cpuBegin = Cores.cpuNs();
        final long begin = System.nanoTime();
        for (int k = 0; k < events; k++) {
            final long intended = begin + 100_000L * (k + 1);
            while (System.nanoTime() < intended) {
                Thread.onSpinWait();
            }
            final long sequence = ring.next();
            final Event event = ring.get(sequence);
            event.a = k;
            event.b = intended;
            ring.publish(sequence);
        }
        while (consumed.get() < events) {
            Thread.onSpinWait();
        }
        final double cpu = (double) (Cores.cpuNs() - cpuBegin) / (System.nanoTime() - begin);
        processor.halt();
        Cores.join(thread);
        Cores.unpin();
        return Result.ofSamples(answer[0], samples).withCpuCores(cpu);
    }
}
