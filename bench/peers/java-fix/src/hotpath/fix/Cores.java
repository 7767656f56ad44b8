package hotpath.fix;

import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.ptr.LongByReference;

/** Pins the calling thread, as the C++ subjects pin theirs. */
final class Cores {
    private static final int MASK_BYTES = 8;
    private static final int PR_SET_TIMERSLACK = 29;

    static {
        Native.register("c");
    }

    private Cores() {
    }

    private static native int prctl(int option, NativeLong argument);

    private static native int sched_setaffinity(int pid, NativeLong bytes, LongByReference mask);

    static void pin(int core) {
        if (sched_setaffinity(0, new NativeLong(MASK_BYTES), new LongByReference(1L << core)) != 0) {
            throw new IllegalStateException("cannot pin a thread to core " + core);
        }
    }

    /** Of this thread, and of those that it makes: a thread that sleeps wakes when it said. */
    static void wakeInTime() {
        prctl(PR_SET_TIMERSLACK, new NativeLong(1));
    }
}
