package hotpath.peers;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * How single calls are timed in tests c, as bench/messaging/c_shm_write.cpp and c_shm_burst.cpp do it, by System.nanoTime(): its
 * own cost is the subject timer_java.
 */
final class Sampling {
    static final int INTERVAL_NS = 500;
    static final int WARM_MESSAGES = 4 * 1024;
    static final int BURST_MESSAGES = 64;
    private static final int SINGLES_A_GROUP = 10;
    private static final int GROUP_MESSAGES = 8;
    private static final int PAUSE_NS = 1_000_000;
    private static final int OTHER_WORDS = (2 << 20) / Long.BYTES;
    private static final int WORDS_BETWEEN_LOOKS = (64 << 10) / Long.BYTES;
    private static final long[] OTHER = new long[OTHER_WORDS];

    private Sampling() {
    }

    /** Moments a fixed interval apart, counted from the first: late is late, not forgotten. */
    static final class Pace {
        private final long interval;
        private long next = System.nanoTime();

        Pace(long intervalNs) {
            interval = intervalNs;
        }

        void await() {
            while (System.nanoTime() < next) {
                // asked again at once
            }
            next += interval;
        }
    }

    /** How many messages singles() writes. */
    static int messagesOfSingles(int singles) {
        return WARM_MESSAGES + singles + singles / SINGLES_A_GROUP * GROUP_MESSAGES;
    }

    static int messagesOfBursts(int bursts) {
        return WARM_MESSAGES + bursts * BURST_MESSAGES;
    }

    /** One message every 500 ns, then eight in a row every 4 us. */
    static Result singles(int count, IntConsumer write) {
        final int[] samples = new int[count];
        final int[] groups = new int[count / SINGLES_A_GROUP];
        final Pace pace = new Pace(INTERVAL_NS);
        int k = 0;
        for (; k < WARM_MESSAGES; k++) {
            pace.await();
            write.accept(k);
        }
        for (int i = 0; i < count; i++, k++) {
            pace.await();
            final long begin = System.nanoTime();
            write.accept(k);
            samples[i] = (int) (System.nanoTime() - begin);
        }
        groups(groups, k, write);
        return Result.ofSamples(0, samples)
            .with("8 in a row p50", "ns", percentile(groups, 50) / GROUP_MESSAGES)
            .with("8 in a row p99", "ns", percentile(groups, 99) / GROUP_MESSAGES);
    }

    private static void groups(int[] groups, int first, IntConsumer write) {
        final Pace pace = new Pace((long) INTERVAL_NS * GROUP_MESSAGES);
        int k = first;
        for (int i = 0; i < groups.length; i++) {
            pace.await();
            final long begin = System.nanoTime();
            for (final int end = k + GROUP_MESSAGES; k < end; k++) {
                write.accept(k);
            }
            groups[i] = (int) (System.nanoTime() - begin);
        }
    }

    /** Bursts of 64, each after a pause: asleep, busy with other memory, or warm, which is busy with a look at the path. */
    static Result bursts(int bursts, String pause, IntConsumer write, Runnable look) {
        final int[] samples = new int[bursts * BURST_MESSAGES];
        final int[] firsts = new int[bursts];
        int k = 0;
        for (; k < WARM_MESSAGES; k++) {
            write.accept(k);
        }
        for (int burst = 0; burst < bursts; burst++) {
            pause(pause, look);
            for (int i = 0; i < BURST_MESSAGES; i++, k++) {
                final long begin = System.nanoTime();
                write.accept(k);
                samples[burst * BURST_MESSAGES + i] = (int) (System.nanoTime() - begin);
            }
            firsts[burst] = samples[burst * BURST_MESSAGES];
        }
        return Result.ofSamples(0, samples)
            .with("first p50", "ns", percentile(firsts, 50))
            .with("first p99", "ns", percentile(firsts, 99));
    }

    private static void pause(String how, Runnable look) {
        switch (how) {
            case "asleep" -> Cores.sleep(PAUSE_NS);
            case "busy" -> work(() -> { });
            case "warm" -> work(look);
            default -> throw new IllegalArgumentException("no pause is called " + how);
        }
    }

    private static void work(Runnable look) {
        final long end = System.nanoTime() + PAUSE_NS;
        int next = 0;
        while (System.nanoTime() < end) {
            for (int i = next; i < next + WORDS_BETWEEN_LOOKS; i++) {
                OTHER[i]++;
            }
            next = (next + WORDS_BETWEEN_LOOKS) % OTHER_WORDS;
            look.run();
        }
    }

    /** The nearest rank, as hotpath/measure/statistics.cpp has it. */
    static double percentile(int[] samples, int percent) {
        final int[] sorted = samples.clone();
        Arrays.sort(sorted);
        final int rank = (int) (((long) percent * sorted.length + 99) / 100);
        return sorted[Math.max(rank, 1) - 1];
    }
}
