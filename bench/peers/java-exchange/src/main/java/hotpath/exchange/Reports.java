package hotpath.exchange;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One producer, one consumer: a ring of reports of four words (id, incoming, price and quantity, kind). Each end keeps a
 * copy of the other's counter and reads the shared one only when the copy says full or empty.
 */
final class Reports {
    static final long ACCEPTED = 0;
    static final long EXECUTED = 1;
    static final long CANCELED = 2;
    static final long REFUSED = 3;
    static final long END = 4;

    private static final int SLOTS = 8192;
    private static final int WORDS = 4;
    private static final int PAD = 16;  // words: counters on lines of their own
    private static final VarHandle COUNTERS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] ring = new long[SLOTS * WORDS];
    private final long[] counters = new long[PAD * 3];  // written at PAD, read at 2 * PAD
    private long written;
    private long readSeen;

    void write(long id, long incoming, long priceAndQty, long kind) {
        while (written - readSeen == SLOTS) {
            readSeen = (long) COUNTERS.getAcquire(counters, 2 * PAD);
        }
        final int at = (int) (written & (SLOTS - 1)) * WORDS;
        ring[at] = id;
        ring[at + 1] = incoming;
        ring[at + 2] = priceAndQty;
        ring[at + 3] = kind;
        written++;
    }

    /** Hands over what was written. */
    void publish() {
        COUNTERS.setRelease(counters, PAD, written);
    }

    /** Publishes first when the ring is full: the consumer must get what it waits for. */
    boolean isFull() {
        return written - readSeen == SLOTS && written - (readSeen = (long) COUNTERS.getAcquire(counters, 2 * PAD)) == SLOTS;
    }

    /** Reads until END; the sum over the trades. */
    long readAll() {
        long answer = 0;
        long read = 0;
        while (true) {
            final long available = (long) COUNTERS.getAcquire(counters, PAD);
            for (; read < available; read++) {
                final int at = (int) (read & (SLOTS - 1)) * WORDS;
                if (ring[at + 3] == EXECUTED) {
                    answer += mixed(ring[at], ring[at + 1], ring[at + 2]);
                } else if (ring[at + 3] == END) {
                    return answer;
                }
            }
            COUNTERS.setRelease(counters, 2 * PAD, read);
        }
    }

    private static long mixed(long id, long incoming, long priceAndQty) {
        long sum = id * 0x9e3779b97f4a7c15L;
        sum ^= incoming * 0xc2b2ae3d27d4eb4fL;
        sum ^= (priceAndQty >>> 32) * 0x165667b19e3779f9L;
        sum ^= (priceAndQty & 0xffffffffL) * 0xd6e8feb86659fd93L;
        return sum * 0x9e3779b97f4a7c15L;
    }
}
