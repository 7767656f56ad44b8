package hotpath.peers;

import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Agrona's OneToOneRingBuffer: claims in place, commits, and is read in batches, as its documentation advises. */
final class AgronaRing {
    private static final int TYPE = 1;
    private static final int READ_LIMIT = Integer.getInteger("hotpath.agrona.read", 256);
    private static final int CAPACITY = Integer.getInteger("hotpath.agrona.ring", 1 << 18);

    private AgronaRing() {
    }

    private static OneToOneRingBuffer ring() {
        return new OneToOneRingBuffer(new UnsafeBuffer(
            BufferUtil.allocateDirectAligned(CAPACITY + RingBufferDescriptor.TRAILER_LENGTH, 128)));
    }

    private static void push(OneToOneRingBuffer ring, long k) {
        int at = ring.tryClaim(TYPE, Event.BYTES);
        while (at < 0) {
            Thread.onSpinWait();
            at = ring.tryClaim(TYPE, Event.BYTES);
        }
        put(ring.buffer(), at, k);
        ring.commit(at);
    }

    static void put(MutableDirectBuffer into, int at, long k) {
        into.putLong(at, k);
        into.putLong(at + 8, k + 1);
        into.putLong(at + 16, k + 2);
        into.putLong(at + 24, k + 3);
        into.putLong(at + 32, k + 4);
    }

    static long sum(DirectBuffer from, int at) {
        return from.getLong(at) + from.getLong(at + 8) + from.getLong(at + 16) + from.getLong(at + 24)
            + from.getLong(at + 32);
    }

    static Result throughput(int count) {
        final OneToOneRingBuffer ring = ring();
        return Race.run(count, k -> push(ring, k), () -> consume(ring, count));
    }

    private static long consume(OneToOneRingBuffer ring, int count) {
        final Delivery delivery = new Delivery();
        final MessageHandler take = (type, buffer, at, length) -> delivery.take(buffer.getLong(at), sum(buffer, at));
        int received = 0;
        while (received < count) {
            received += ring.read(take, READ_LIMIT);
        }
        return delivery.answer();
    }

    static Result roundTrip(int count) {
        final OneToOneRingBuffer ping = ring();
        final OneToOneRingBuffer pong = ring();
        final long[] back = new long[1];
        final MessageHandler take = (type, buffer, at, length) -> back[0] = buffer.getLong(at);
        return Race.roundTrips(count, k -> {
            push(ping, k);
            while (pong.read(take, 1) == 0) {
            }
            return back[0];
        }, () -> echo(ping, pong, count));
    }

    private static void echo(OneToOneRingBuffer ping, OneToOneRingBuffer pong, int count) {
        final MessageHandler sendBack = (type, buffer, at, length) -> push(pong, buffer.getLong(at));
        int received = 0;
        while (received < count) {
            received += ping.read(sendBack, 1);
        }
    }
}
