package hotpath.peers;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;

/**
 * One end of an Aeron IPC stream between two processes: the near one is measured and runs on the last core; the far one, on the
 * first, also has the media driver. All of Aeron's own threads are on the far core, which leaves the measured one alone.
 */
final class AeronEnd implements AutoCloseable {
    private static final int STREAM = 1;
    final Control control;
    private final boolean isNear;
    private final MediaDriver driver;
    private final Aeron aeron;

    private AeronEnd(String channel, boolean isNear) {
        this.isNear = isNear;
        control = new Control(channel);
        Cores.pin(Cores.PRODUCER);
        final String folder = channel + ".aeron";
        driver = isNear ? null : MediaDriver.launch(AeronIpc.driverContext(folder));
        aeron = Aeron.connect(AeronIpc.clientContext(folder));
        Cores.pin(isNear ? Cores.CONSUMER : Cores.PRODUCER);
    }

    static AeronEnd near(String channel) {
        return new AeronEnd(channel, true);
    }

    static AeronEnd far(String channel) {
        return new AeronEnd(channel, false);
    }

    /** Connected: what is written from now on arrives. */
    ExclusivePublication writer() {
        final ExclusivePublication publication = aeron.addExclusivePublication(AeronIpc.CHANNEL, STREAM);
        while (!publication.isConnected()) {
            Thread.yield();
        }
        meet();
        return publication;
    }

    Image reader() {
        final Subscription subscription = aeron.addSubscription(AeronIpc.CHANNEL, STREAM);
        while (subscription.imageCount() == 0) {
            Thread.yield();
        }
        meet();
        return subscription.imageAtIndex(0);
    }

    private void meet() {
        control.set(isNear ? Control.NEAR_READY : Control.FAR_READY, 1);
        control.await(isNear ? Control.FAR_READY : Control.NEAR_READY, 1);
    }

    /** The driver goes last. */
    @Override
    public void close() {
        if (isNear) {
            aeron.close();
            control.set(Control.NEAR_READY, Control.GONE);
        } else {
            control.await(Control.NEAR_READY, Control.GONE);
            aeron.close();
            driver.close();
        }
        control.close();
        Cores.unpin();
    }
}
