package hotpath.peers;

import com.lmax.disruptor.Sequence;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;

/**
 * A producer on the first core against a consumer on the last, timed from the message after the warm part to the last one
 * consumed: how every throughput test here is run.
 */
final class Race {
    static final int WARM_MESSAGES = 3 * 4096;

    private Race() {
    }

    /** `push` sends message k; `consume` takes messages until it has them all and returns the answer. */
    static Result run(int count, IntConsumer push, LongSupplier consume) {
        final Sequence ready = new Sequence(0);
        final long[] answer = new long[1];
        final long[] end = new long[1];
        final Thread consumer = Cores.start("consumer", Cores.CONSUMER, () -> {
            ready.set(1);
            answer[0] = consume.getAsLong();
            end[0] = System.nanoTime();
        });
        Cores.pin(Cores.PRODUCER);
        while (ready.get() == 0) {
            Thread.onSpinWait();
        }
        final int warm = Math.min(WARM_MESSAGES, count / 2);
        pushAll(push, 0, warm);
        final long begin = System.nanoTime();
        pushAll(push, warm, count);
        Cores.join(consumer);
        Cores.unpin();
        return Result.ofTime(answer[0], count - warm, end[0] - begin);
    }

    private static void pushAll(IntConsumer push, int from, int to) {
        for (int k = from; k < to; k++) {
            push.accept(k);
        }
    }

    /** Sends message k and waits until it came back; returns its first word. */
    interface RoundTrip {
        long send(int k);
    }

    /** One at a time; the first tenth is not sampled. */
    static Result roundTrips(int count, RoundTrip trip, Runnable echo) {
        final Sequence ready = new Sequence(0);
        final int warm = count / 10;
        final int[] samples = new int[count - warm];
        final Thread echoing = Cores.start("echo", Cores.CONSUMER, () -> {
            ready.set(1);
            echo.run();
        });
        Cores.pin(Cores.PRODUCER);
        while (ready.get() == 0) {
            Thread.onSpinWait();
        }
        long answer = 0;
        for (int k = 0; k < count; k++) {
            final long begin = System.nanoTime();
            final long back = trip.send(k);
            if (k >= warm) {
                samples[k - warm] = (int) (System.nanoTime() - begin);
            }
            answer += back;
        }
        Cores.join(echoing);
        Cores.unpin();
        return Result.ofSamples(answer, samples);
    }
}
