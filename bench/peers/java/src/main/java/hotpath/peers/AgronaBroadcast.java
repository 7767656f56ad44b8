package hotpath.peers;

import com.lmax.disruptor.Sequence;
import java.util.Arrays;
import org.agrona.BufferUtil;
import org.agrona.concurrent.AtomicBuffer;
import org.agrona.concurrent.MessageHandler;
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
    private static final int WINDOW_RECORDS = 32_768;
    private static final int LOOK_EVERY = 1_024;

    private AgronaBroadcast() {
    }

    /** One thread polls all receivers in turn, up to 64 records each: a thread apiece would measure the scheduler. */
    static Result run(int count, int receivers) {
        final AtomicBuffer ring = new UnsafeBuffer(
            BufferUtil.allocateDirectAligned(CAPACITY + BroadcastBufferDescriptor.TRAILER_LENGTH, 128));
        final Receiver[] all = new Receiver[receivers];
        Arrays.setAll(all, i -> new Receiver(ring));
        final Sequence ready = new Sequence(0);
        final long[] end = new long[1];
        final Thread thread = Cores.start("receivers", Cores.CONSUMER, () -> {
            ready.set(1);
            pollAll(all, count);
            end[0] = System.nanoTime();
        });
        Cores.pin(Cores.PRODUCER);
        while (ready.get() == 0) {
            Thread.onSpinWait();
        }
        final long begin = System.nanoTime();
        final long waited = transmit(new BroadcastTransmitter(ring), all, count);
        final long written = System.nanoTime() - begin - waited;
        Cores.join(thread);
        Cores.unpin();
        final long answer = Arrays.stream(all).mapToLong(receiver -> receiver.delivery.answer()).sum();
        return Result.ofTime(answer, count, end[0] - begin).with("write", "ns/record", (double) written / count);
    }

    /** Returns the ns spent waiting for receivers. */
    private static long transmit(BroadcastTransmitter transmitter, Receiver[] receivers, int count) {
        final UnsafeBuffer record = new UnsafeBuffer(BufferUtil.allocateDirectAligned(128, 128));
        long waited = 0;
        for (int k = 0; k < count; k++) {
            if (k % LOOK_EVERY == 0) {
                waited += awaitSlowest(receivers, k + LOOK_EVERY - WINDOW_RECORDS);
            }
            record.putLong(0, k);
            record.setMemory(8, RECORD_BYTES - 8, (byte) k);
            transmitter.transmit(TYPE, record, 0, RECORD_BYTES);
        }
        return waited;
    }

    private static long awaitSlowest(Receiver[] receivers, long received) {
        final long begin = System.nanoTime();
        for (final Receiver receiver : receivers) {
            while (receiver.progress.get() < received) {
                Thread.onSpinWait();
            }
        }
        return System.nanoTime() - begin;
    }

    private static void pollAll(Receiver[] receivers, int count) {
        for (long received = 0; received < count;) {
            received = count;
            for (final Receiver receiver : receivers) {
                receiver.poll();
                received = Math.min(received, receiver.delivery.received());
            }
        }
    }

    private static final class Receiver {
        private static final int POLL_LIMIT = 64;
        final CopyBroadcastReceiver receiver;
        final Delivery delivery = new Delivery();
        final Sequence progress = new Sequence(0);
        final MessageHandler take = (type, buffer, at, length) -> delivery.take(
            buffer.getLong(at), buffer.getLong(at) + (buffer.getByte(at + RECORD_BYTES - 1) & 0xff));
        private long published;

        Receiver(AtomicBuffer ring) {
            receiver = new CopyBroadcastReceiver(new BroadcastReceiver(ring));
        }

        void poll() {
            int left = POLL_LIMIT;
            while (left > 0 && receiver.receive(take) != 0) {
                left--;
            }
            if (delivery.received() - published >= LOOK_EVERY) {
                published = delivery.received();
                progress.set(published);
            }
        }
    }
}
