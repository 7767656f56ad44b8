package hotpath.peers;

import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.ptr.LongByReference;

/** Pins the calling thread, as the C++ subjects pin theirs: the first core produces, the last consumes. */
final class Cores {
    static final int PRODUCER = 0;
    static final int CONSUMER = Math.min(1, Runtime.getRuntime().availableProcessors() - 1);
    private static final int MASK_BYTES = 8;
    private static final int CLOCK_PROCESS_CPUTIME_ID = 2;
    private static final int CLOCK_THREAD_CPUTIME_ID = 3;

    static {
        Native.register("c");
    }

    private Cores() {
    }

    private static native int sched_setaffinity(int pid, NativeLong bytes, LongByReference mask);

    private static native int clock_gettime(int clock, long[] secondsAndNs);

    /** CPU time of the whole JVM; the JVM's own figure advances in steps of 10 ms. */
    static long processCpuNs() {
        return read(CLOCK_PROCESS_CPUTIME_ID);
    }

    static long threadCpuNs() {
        return read(CLOCK_THREAD_CPUTIME_ID);
    }

    private static long read(int clock) {
        final long[] time = new long[2];
        clock_gettime(clock, time);
        return time[0] * 1_000_000_000L + time[1];
    }

    private static native int nanosleep(long[] secondsAndNs, long[] left);

    /** In the kernel, as our own subjects do: the JVM's sleep takes longer to come back. */
    static void sleep(int ns) {
        nanosleep(new long[] {0, ns}, new long[2]);
    }

    static void pin(int core) {
        if (sched_setaffinity(0, new NativeLong(MASK_BYTES), new LongByReference(1L << core)) != 0) {
            throw new IllegalStateException("cannot pin a thread to core " + core);
        }
    }

    static void unpin() {
        sched_setaffinity(0, new NativeLong(MASK_BYTES), new LongByReference(-1L));
    }

    /** Started from an unpinned thread (a new thread inherits its maker's core), pinned, named; the caller joins it. */
    static Thread start(String name, int core, Runnable work) {
        final Thread thread = new Thread(() -> {
            pin(core);
            work.run();
        }, name);
        thread.start();
        return thread;
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
