package hotpath.peers;

import java.io.File;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A page that the two processes of a test share beside their channel: who is there, what was asked for, how far it is done.
 * The benchmark makes the file new for each run, all zero; bench/peers/rust/src/control.rs is the same.
 */
final class Control implements AutoCloseable {
    static final int NEAR_READY = 0;
    static final int FAR_READY = 128;
    static final int ASKED = 256;
    static final int DONE = 384;
    static final long GONE = 2;
    private final UnsafeBuffer page;

    Control(String channel) {
        page = new UnsafeBuffer(IoUtil.mapExistingFile(new File(channel + ".control"), "control"));
    }

    void set(int word, long value) {
        page.putLongRelease(word, value);
    }

    void await(int word, long value) {
        while (page.getLongVolatile(word) < value) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        IoUtil.unmap(page.byteBuffer());
    }
}
