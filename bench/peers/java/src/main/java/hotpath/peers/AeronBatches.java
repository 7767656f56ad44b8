package hotpath.peers;

import static io.aeron.logbuffer.FrameDescriptor.FRAME_ALIGNMENT;
import static io.aeron.protocol.DataHeaderFlyweight.HEADER_LENGTH;

import io.aeron.ExclusivePublication;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.protocol.DataHeaderFlyweight;
import java.nio.ByteOrder;
import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Test d of Aeron IPC, between two JVMs: batches of 1,024 messages, the writing alone. `claims` copies each into a claim and
 * commits it; `block` is Aeron's call for many messages at once, offerBlock: they stand in their frames already, the writer
 * stamps their headers, Aeron copies them in one piece and publishes the first frame last.
 */
final class AeronBatches {
    private static final int MESSAGES = AeronProcesses.BATCH_MESSAGES;
    private static final int FRAME_BYTES = BitUtil.align(HEADER_LENGTH + Event.BYTES, FRAME_ALIGNMENT);

    private AeronBatches() {
    }

    /** Where a batch's messages stand before they are written. */
    private interface Batch {
        void fill(int firstMessage);

        void write(ExclusivePublication publication);
    }

    static Result claims(int batches, String channel) {
        return run(batches, channel, new Claims());
    }

    static Result block(int batches, String channel) {
        return run(batches, channel, new Block());
    }

    private static Result run(int batches, String channel, Batch batch) {
        try (AeronEnd end = AeronEnd.near(channel)) {
            final ExclusivePublication publication = end.writer();
            long writing = 0;
            final long first = System.nanoTime();
            for (int i = 0; i < batches; i++) {
                batch.fill(i * MESSAGES);
                final long begin = System.nanoTime();
                batch.write(publication);
                writing += System.nanoTime() - begin;
                end.control.await(Control.DONE, i + 1);
            }
            final double whole = System.nanoTime() - first;
            final long messages = (long) batches * MESSAGES;
            return Result.ofTime(0, messages, writing).with("through", "ns/message", whole / messages);
        }
    }

    private static UnsafeBuffer room(int bytes) {
        return new UnsafeBuffer(BufferUtil.allocateDirectAligned(bytes, 128));
    }

    private static final class Claims implements Batch {
        private final UnsafeBuffer messages = room(MESSAGES * Event.BYTES);
        private final BufferClaim claim = new BufferClaim();

        @Override
        public void fill(int firstMessage) {
            for (int i = 0; i < MESSAGES; i++) {
                AgronaRing.put(messages, i * Event.BYTES, firstMessage + i);
            }
        }

        @Override
        public void write(ExclusivePublication publication) {
            for (int i = 0; i < MESSAGES; i++) {
                while (publication.tryClaim(Event.BYTES, claim) < 0) {
                    Thread.onSpinWait();
                }
                claim.buffer().putBytes(claim.offset(), messages, i * Event.BYTES, Event.BYTES);
                claim.commit();
            }
        }
    }

    private static final class Block implements Batch {
        private final UnsafeBuffer frames = room(MESSAGES * FRAME_BYTES);

        @Override
        public void fill(int firstMessage) {
            for (int i = 0; i < MESSAGES; i++) {
                AgronaRing.put(frames, i * FRAME_BYTES + HEADER_LENGTH, firstMessage + i);
            }
        }

        @Override
        public void write(ExclusivePublication publication) {
            final int termBytes = publication.termBufferLength();
            for (int written = 0; written < MESSAGES;) {
                final boolean isNextTerm = publication.termOffset() == termBytes;
                final int offset = isNextTerm ? 0 : publication.termOffset();
                final int room = (termBytes - offset) / FRAME_BYTES;
                if (room == 0) {
                    publication.appendPadding(termBytes - offset - HEADER_LENGTH);
                    continue;
                }
                final int count = Math.min(room, MESSAGES - written);
                stamp(publication, written, count, offset, publication.termId() + (isNextTerm ? 1 : 0));
                while (publication.offerBlock(frames, written * FRAME_BYTES, count * FRAME_BYTES) < 0) {
                    Thread.onSpinWait();
                }
                written += count;
            }
        }

        private void stamp(ExclusivePublication publication, int first, int count, int offset, int term) {
            for (int i = 0; i < count; i++) {
                final int at = (first + i) * FRAME_BYTES;
                frames.putInt(at, HEADER_LENGTH + Event.BYTES, ByteOrder.LITTLE_ENDIAN);
                frames.putInt(at + 4, 0x0001_C000, ByteOrder.LITTLE_ENDIAN);  // version 0, one whole message, data
                frames.putInt(at + DataHeaderFlyweight.TERM_OFFSET_FIELD_OFFSET, offset + i * FRAME_BYTES, ByteOrder.LITTLE_ENDIAN);
                frames.putInt(at + DataHeaderFlyweight.SESSION_ID_FIELD_OFFSET, publication.sessionId(), ByteOrder.LITTLE_ENDIAN);
                frames.putInt(at + DataHeaderFlyweight.STREAM_ID_FIELD_OFFSET, publication.streamId(), ByteOrder.LITTLE_ENDIAN);
                frames.putInt(at + DataHeaderFlyweight.TERM_ID_FIELD_OFFSET, term, ByteOrder.LITTLE_ENDIAN);
            }
        }
    }
}
