package hotpath.exchange;

import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.ptr.LongByReference;

/** Pins the calling thread, as the C++ subjects pin theirs: matching on the first core, reading reports on the last. */
final class Cores {
    static final int PRODUCER = 0;
    static final int CONSUMER = Math.min(1, Runtime.getRuntime().availableProcessors() - 1);
    private static final int MASK_BYTES = 8;

    static {
        Native.register("c");
    }

    private Cores() {
    }

    private static native int sched_setaffinity(int pid, NativeLong bytes, LongByReference mask);

    static void pin(int core) {
        if (sched_setaffinity(0, new NativeLong(MASK_BYTES), new LongByReference(1L << core)) != 0) {
            throw new IllegalStateException("cannot pin a thread to core " + core);
        }
    }

    static void unpin() {
        sched_setaffinity(0, new NativeLong(MASK_BYTES), new LongByReference(-1L));
    }

    /** Started from an unpinned thread (a new thread inherits its maker's core), pinned; the caller joins it. */
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
