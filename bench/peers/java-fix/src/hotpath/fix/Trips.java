package hotpath.fix;

import java.util.concurrent.locks.LockSupport;

/** The orders of a round trip: when each is due, and how long its report took from then on. As in bench/protocols/fix_round_trip.cpp. */
final class Trips {
    static final long PATIENCE_NS = 20_000_000_000L;
    private static final long HEAD_START_NS = 1_000_000;
    private static final long AWAKE_BEFORE_NS = 60_000; // the longest that a sender spins before an order

    /** RATE 0: the next order as soon as the one before has its report. */
    record Load(int orders, int port, int warm, long rate) {
        static Load of(String[] words) {
            return new Load(Integer.parseInt(words[2]), Integer.parseInt(words[3]), Integer.parseInt(words[4]), Long.parseLong(words[5]));
        }

        boolean isClosed() {
            return rate == 0;
        }
    }

    private final Load load;
    private final long[] due;
    private final long[] samples;
    private final long interval;
    private long begin;
    private long sum;
    private volatile int answered;

    Trips(Load load) {
        this.load = load;
        due = new long[load.orders];
        samples = new long[load.orders - load.warm];
        interval = load.isClosed() ? 0 : 1_000_000_000L / load.rate;
    }

    static long cents(int number) {
        return 10_001 + number % 900;
    }

    void begin() {
        begin = System.nanoTime() + HEAD_START_NS;
    }

    boolean isDone() {
        return answered == load.orders;
    }

    /** In the closed loop it is due now. */
    void leave(int number) {
        due[number] = load.isClosed() ? System.nanoTime() : begin + number * interval;
    }

    /** For a sender that has other work: may this one leave? */
    boolean isDue(int number) {
        return number < load.orders
            && (load.isClosed() ? number == answered : System.nanoTime() - (begin + number * interval) >= 0);
    }

    /** For a sender that has none. */
    void awaitDue(int number) {
        final long at = begin + number * interval;
        final long rest = at - System.nanoTime() - Math.min(AWAKE_BEFORE_NS, interval / 4);
        if (rest > 0) {
            LockSupport.parkNanos(rest);
        }
        while (System.nanoTime() - at < 0) {
            Thread.onSpinWait();
        }
    }

    /** How many are answered now. */
    int onReport(long id, long qty, long units) {
        final long now = System.nanoTime();
        final int number = (int) (id - Order.FIRST_ID);
        sum += id + qty + units;
        if (number >= load.warm && number < load.orders) {
            samples[number - load.warm] = now - due[number];
        }
        return ++answered; // one thread writes it
    }

    String json() {
        final StringBuilder json = new StringBuilder("{\"answer\":\"").append(Long.toHexString(sum)).append("\",\"items\":").append(samples.length)
            .append(",\"elapsed_ns\":1,\"samples_ns\":[");
        for (int n = 0; n < samples.length; n++) {
            json.append(n == 0 ? "" : ",").append(Math.min(samples[n], 0xFFFF_FFFFL));
        }
        return json.append("]}").toString();
    }

    static String nothing() {
        return "{\"answer\":\"0\",\"items\":1,\"elapsed_ns\":1,\"samples_ns\":[]}";
    }
}
