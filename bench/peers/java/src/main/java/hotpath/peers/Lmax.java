package hotpath.peers;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.BatchEventProcessorBuilder;
import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.PhasedBackoffWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import java.util.concurrent.TimeUnit;

/** LMAX Disruptor 4, one producer and one consumer, put together as its own performance tests do. */
final class Lmax {
    /** What LMAX's own throughput tests take. */
    static final int SLOTS = Integer.getInteger("hotpath.lmax.slots", 1 << 16);
    private static final int SLOTS_ROUND_TRIP = 1024;

    private Lmax() {
    }

    static WaitStrategy waitStrategy(String name) {
        return switch (name) {
            case "", "busy_spin" -> new BusySpinWaitStrategy();
            case "yield" -> new YieldingWaitStrategy();
            case "sleep" -> new SleepingWaitStrategy();
            case "block" -> new BlockingWaitStrategy();
            case "phased" -> PhasedBackoffWaitStrategy.withLock(10, 100, TimeUnit.MICROSECONDS);
            default -> throw new IllegalArgumentException("no wait strategy is called " + name);
        };
    }

    static void push(RingBuffer<Event> ring, long k) {
        final long sequence = ring.next();
        ring.get(sequence).set(k);
        ring.publish(sequence);
    }

    static BatchEventProcessor<Event> processor(RingBuffer<Event> ring, EventHandler<Event> handler, Sequence... after) {
        return new BatchEventProcessorBuilder().build(ring, ring.newBarrier(after), handler);
    }

    /** Runs until `done` says so: the handler halts its own processor after the last event. */
    private static final class Consumer implements EventHandler<Event> {
        final Delivery delivery = new Delivery();
        final BatchEventProcessor<Event> processor;
        final long count;

        Consumer(RingBuffer<Event> ring, long count) {
            this.count = count;
            processor = Lmax.processor(ring, this);
            ring.addGatingSequences(processor.getSequence());
        }

        @Override
        public void onEvent(Event event, long sequence, boolean endOfBatch) {
            delivery.take(event.a, event.sum());
            if (sequence == count - 1) {
                processor.halt();
            }
        }
    }

    static Result throughput(int count) {
        final RingBuffer<Event> ring = RingBuffer.createSingleProducer(Event::new, SLOTS, new BusySpinWaitStrategy());
        final Consumer consumer = new Consumer(ring, count);
        return Race.run(count, k -> push(ring, k), () -> {
            consumer.processor.run();
            return consumer.delivery.answer();
        });
    }

    static Result roundTrip(int count) {
        final WaitStrategy spin = new BusySpinWaitStrategy();
        final RingBuffer<Event> ping = RingBuffer.createSingleProducer(Event::new, SLOTS_ROUND_TRIP, spin);
        final RingBuffer<Event> pong = RingBuffer.createSingleProducer(Event::new, SLOTS_ROUND_TRIP, spin);
        final var poller = pong.newPoller();
        pong.addGatingSequences(poller.getSequence());
        final Echo echo = new Echo(ping, pong, count);
        final long[] back = {-1};
        return Race.roundTrips(count, k -> {
            push(ping, k);
            while (back[0] != k) {
                poll(poller, back);
            }
            return back[0];
        }, echo.processor::run);
    }

    private static void poll(com.lmax.disruptor.EventPoller<Event> poller, long[] back) {
        try {
            poller.poll((event, sequence, endOfBatch) -> {
                back[0] = event.a;
                return false;
            });
        } catch (Exception problem) {
            throw new IllegalStateException(problem);
        }
    }

    private static final class Echo implements EventHandler<Event> {
        final BatchEventProcessor<Event> processor;
        final RingBuffer<Event> pong;
        final long count;

        Echo(RingBuffer<Event> ping, RingBuffer<Event> pong, long count) {
            this.pong = pong;
            this.count = count;
            processor = Lmax.processor(ping, this);
            ping.addGatingSequences(processor.getSequence());
        }

        @Override
        public void onEvent(Event event, long sequence, boolean endOfBatch) {
            push(pong, event.a);
            if (sequence == count - 1) {
                processor.halt();
            }
        }
    }
}
