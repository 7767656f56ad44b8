package hotpath.peers;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

/**
 * Aeron over IPC with an embedded media driver: exclusive publication, claims in place, the image polled in batches.
 *
 * <p>Two cores for publisher and subscriber, so the driver's conductor, which moves the publisher's limit, sleeps between its
 * duties; the term is long enough that the publisher does not meet the limit in between (16 MiB is the best,
 * or level with the best, of those tried: docs/results/messaging.md).
 */
final class AeronIpc {
    private static final int FRAGMENT_LIMIT = 256;
    static final String CHANNEL = "aeron:ipc?term-length="
        + System.getProperty("hotpath.aeron.term", "16m");
    private static final String FOLDER = "/dev/shm/hotpath-aeron-" + ProcessHandle.current().pid();
    private static MediaDriver driver;
    private static Aeron aeron;
    private static int streams;

    private AeronIpc() {
    }

    private static Aeron client() {
        if (aeron == null) {
            driver = MediaDriver.launch(driverContext(FOLDER));
            aeron = Aeron.connect(clientContext(FOLDER));
        }
        return aeron;
    }

    static MediaDriver.Context driverContext(String folder) {
        return new MediaDriver.Context()
            .aeronDirectoryName(folder)
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true)
            .termBufferSparseFile(false)
            .threadingMode(ThreadingMode.SHARED)
            .sharedIdleStrategy(new BackoffIdleStrategy(1, 1, 1_000, 100_000));
    }

    static Aeron.Context clientContext(String folder) {
        return new Aeron.Context()
            .aeronDirectoryName(folder)
            .preTouchMappedMemory(true)
            .idleStrategy(new SleepingMillisIdleStrategy(10));
    }

    /** Message k, written in place. */
    static void push(ExclusivePublication publication, BufferClaim claim, long k) {
        while (publication.tryClaim(Event.BYTES, claim) < 0) {
            Thread.onSpinWait();
        }
        AgronaRing.put(claim.buffer(), claim.offset(), k);
        claim.commit();
    }

    /** Nothing of Aeron's runs between two tests: its conductors would wake up beside the other subjects. */
    static void close() {
        if (aeron != null) {
            aeron.close();
            driver.close();
            aeron = null;
        }
    }

    /** One stream with both its ends. */
    private static final class Stream implements AutoCloseable {
        final int id = ++streams;
        final Subscription subscription = client().addSubscription(CHANNEL, id);
        final ExclusivePublication publication = client().addExclusivePublication(CHANNEL, id);
        final BufferClaim claim = new BufferClaim();
        final Image image;

        Stream() {
            while (subscription.imageCount() == 0) {
                Thread.yield();
            }
            image = subscription.imageAtIndex(0);
        }

        void push(long k) {
            AeronIpc.push(publication, claim, k);
        }

        @Override
        public void close() {
            publication.close();
            subscription.close();
        }
    }

    static Result throughput(int count) {
        try (Stream stream = new Stream()) {
            return Race.run(count, stream::push, () -> consume(stream.image, count));
        } finally {
            close();
        }
    }

    private static long consume(Image image, int count) {
        final Delivery delivery = new Delivery();
        final FragmentHandler take =
            (buffer, at, length, header) -> delivery.take(buffer.getLong(at), AgronaRing.sum(buffer, at));
        int received = 0;
        while (received < count) {
            received += image.poll(take, FRAGMENT_LIMIT);
        }
        return delivery.answer();
    }

    static Result roundTrip(int count) {
        try (Stream ping = new Stream(); Stream pong = new Stream()) {
            final long[] back = new long[1];
            final FragmentHandler take = (buffer, at, length, header) -> back[0] = buffer.getLong(at);
            return Race.roundTrips(count, k -> {
                ping.push(k);
                while (pong.image.poll(take, 1) == 0) {
                }
                return back[0];
            }, () -> echo(ping, pong, count));
        } finally {
            close();
        }
    }

    private static void echo(Stream ping, Stream pong, int count) {
        final FragmentHandler sendBack = (buffer, at, length, header) -> pong.push(buffer.getLong(at));
        int received = 0;
        while (received < count) {
            received += ping.image.poll(sendBack, 1);
        }
    }
}
