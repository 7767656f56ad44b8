package hotpath.peers;

import com.lmax.disruptor.Sequence;
import java.util.Arrays;
import org.agrona.BufferUtil;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.broadcast.BroadcastBufferDescriptor;
import org.agrona.concurrent.broadcast.BroadcastReceiver;
import org.agrona.concurrent.broadcast.BroadcastTransmitter;
import org.agrona.concurrent.broadcast.CopyBroadcastReceiver;

/**
 * Agrona's broadcast buffer (what Aeron's driver tells its clients through): records of 73 bytes, 8 MiB. The transmitter
 * never waits; so that every receiver gets every record, the test's own writer keeps within half the ring of the slowest.
 */
final class AgronaBroadcast {
    private static final int TYPE = 1;
    private static final int RECORD_BYTES = 73;
    private static final int CAPACITY = 8 << 20;
    private static final int WINDOW_RECORDS = CAPACITY / 2 / 128;
    private static final int LOOK_EVERY = 512;

    private AgronaBroadcast() {
    }

    static Result run(int count, int receivers) {
        final AtomicBuffer ring = new UnsafeBuffer(
            BufferUtil.allocateDirectAligned(CAPACITY + BroadcastBufferDescriptor.TRAILER_LENGTH, 128));
        final Sequence[] progress = new Sequence[receivers];
        final Sequence ready = new Sequence(0);
        final long[] answers = new long[receivers];
        final long[] ends = new long[receivers];
        final Thread[] threads = new Thread[receivers];
        for (int i = 0; i < receivers; i++) {
            final int reader = i;
            progress[i] = new Sequence(0);
            final BroadcastReceiver receiver = new BroadcastReceiver(ring);
            threads[i] = Cores.start("receiver", Cores.CONSUMER, () -> {
                ready.incrementAndGet();
                answers[reader] = receive(receiver, progress[reader], count);
                ends[reader] = System.nanoTime();
            });
        }
        Cores.pin(Cores.PRODUCER);
        while (ready.get() < receivers) {
            Thread.onSpinWait();
        }
        final long begin = System.nanoTime();
        transmit(new BroadcastTransmitter(ring), progress, count);
        Arrays.stream(threads).forEach(Cores::join);
        Cores.unpin();
        return Result.ofTime(Arrays.stream(answers).sum(), count, Arrays.stream(ends).max().orElse(begin) - begin);
    }

    private static void transmit(BroadcastTransmitter transmitter, Sequence[] progress, int count) {
        final UnsafeBuffer record = new UnsafeBuffer(BufferUtil.allocateDirectAligned(128, 128));
        for (int k = 0; k < count; k++) {
            if (k % LOOK_EVERY == 0) {
                awaitSlowest(progress, k - WINDOW_RECORDS);
            }
            record.putLong(0, k);
            record.setMemory(8, RECORD_BYTES - 8, (byte) k);
            transmitter.transmit(TYPE, record, 0, RECORD_BYTES);
        }
    }

    private static void awaitSlowest(Sequence[] progress, long received) {
        for (final Sequence reader : progress) {
            while (reader.get() < received) {
                Thread.onSpinWait();
            }
        }
    }

    private static long receive(BroadcastReceiver ring, Sequence progress, int count) {
        final Delivery delivery = new Delivery();
        final CopyBroadcastReceiver receiver = new CopyBroadcastReceiver(ring);
        while (delivery.received() < count) {
            final int received = receiver.receive((type, buffer, at, length) -> delivery.take(
                buffer.getLong(at), buffer.getLong(at) + (buffer.getByte(at + RECORD_BYTES - 1) & 0xff)));
            if (received == 0) {
                Thread.onSpinWait();
            } else if (delivery.received() % 64 == 0) {
                progress.set(delivery.received());
            }
        }
        progress.set(count);
        return delivery.answer();
    }
}
