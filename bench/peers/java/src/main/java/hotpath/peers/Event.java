package hotpath.peers;

/** The 40-byte message of every test: message k is five words {k, k + 1, ..., k + 4}; its answer is their sum. */
final class Event {
    static final int BYTES = 40;
    long a;
    long b;
    long c;
    long d;
    long e;

    void set(long k) {
        a = k;
        b = k + 1;
        c = k + 2;
        d = k + 3;
        e = k + 4;
    }

    long sum() {
        return a + b + c + d + e;
    }
}
