package hotpath.peers;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;

/**
 * Tests c of Aeron IPC, between two JVMs: what a call costs the one that is measured, and what the far one does meanwhile.
 * Each method is one process's part of one run; `channel` is the name under which both meet.
 */
final class AeronProcesses {
    static final int GROUP_MESSAGES = 512;
    static final int BATCH_MESSAGES = 1024;
    private static final int FRAGMENT_LIMIT = 256;
    private static final int WARM_GROUPS = Sampling.WARM_MESSAGES / GROUP_MESSAGES;

    private AeronProcesses() {
    }

    static Result write(int count, String channel) {
        try (AeronEnd end = AeronEnd.near(channel)) {
            final ExclusivePublication publication = end.writer();
            final BufferClaim claim = new BufferClaim();
            return Sampling.singles(count, k -> AeronIpc.push(publication, claim, k));
        }
    }

    /** Keeps the path warm by a claim that is given up: a padding frame, which the reader skips. */
    static Result burst(int bursts, String channelAndPause) {
        final String[] words = channelAndPause.split(" ");
        try (AeronEnd end = AeronEnd.near(words[0])) {
            final ExclusivePublication publication = end.writer();
            final BufferClaim claim = new BufferClaim();
            return Sampling.bursts(bursts, words[1], k -> AeronIpc.push(publication, claim, k), () -> {
                if (publication.tryClaim(Event.BYTES, claim) > 0) {
                    claim.abort();
                }
            });
        }
    }

    static Result timer(int count) {
        Cores.pin(Cores.CONSUMER);
        final Result timed = Sampling.singles(count, k -> { });
        Cores.unpin();
        return timed;
    }

    static Result timerInBursts(int bursts) {
        Cores.pin(Cores.CONSUMER);
        final Result timed = Sampling.bursts(bursts, "asleep", k -> { }, () -> { });
        Cores.unpin();
        return timed;
    }

    /** Takes messages of one image and adds them up. */
    private static final class Taker {
        final Delivery delivery = new Delivery();
        private final Image image;
        private final FragmentHandler take =
            (buffer, at, length, header) -> delivery.take(buffer.getLong(at), AgronaRing.sum(buffer, at));

        Taker(Image image) {
            this.image = image;
        }

        void poll(int limit) {
            image.poll(take, limit);
        }

        /** The ns of the call that brought the message. */
        int timedPop() {
            long begin;
            long end;
            int taken;
            do {
                begin = System.nanoTime();
                taken = image.poll(take, 1);
                end = System.nanoTime();
            } while (taken == 0);
            return (int) (end - begin);
        }

        void popAll(int count) {
            for (int left = count; left > 0;) {
                left -= image.poll(take, Math.min(left, FRAGMENT_LIMIT));
            }
        }
    }

    static Result read(int count, String channel) {
        try (AeronEnd end = AeronEnd.near(channel)) {
            final Taker taker = new Taker(end.reader());
            final int[] samples = new int[count];
            taker.popAll(Sampling.WARM_MESSAGES);
            for (int i = 0; i < count; i++) {
                samples[i] = taker.timedPop();
            }
            return Result.ofSamples(taker.delivery.answer(), samples);
        }
    }

    static int groupsOfBacklog(int count) {
        return WARM_GROUPS + count / GROUP_MESSAGES * 2;
    }

    /** Reads 512 that are there already: half of the groups one by one, the other half timed as a whole. */
    static Result backlog(int count, String channel) {
        try (AeronEnd end = AeronEnd.near(channel)) {
            final Taker taker = new Taker(end.reader());
            final int[] singles = new int[count / GROUP_MESSAGES * GROUP_MESSAGES];
            final int[] wholes = new int[count / GROUP_MESSAGES];
            long group = 0;
            for (int i = 0; i < WARM_GROUPS; i++) {
                ask(end, ++group);
                taker.popAll(GROUP_MESSAGES);
            }
            for (int whole = 0; whole < wholes.length; whole++) {
                ask(end, ++group);
                for (int i = 0; i < GROUP_MESSAGES; i++) {
                    singles[whole * GROUP_MESSAGES + i] = taker.timedPop();
                }
                ask(end, ++group);
                final long begin = System.nanoTime();
                taker.popAll(GROUP_MESSAGES);
                wholes[whole] = (int) (System.nanoTime() - begin);
            }
            return Result.ofSamples(taker.delivery.answer(), singles)
                .with("mean of 512 p50", "ns", Sampling.percentile(wholes, 50) / GROUP_MESSAGES)
                .with("mean of 512 p99", "ns", Sampling.percentile(wholes, 99) / GROUP_MESSAGES);
        }
    }

    private static void ask(AeronEnd end, long group) {
        end.control.set(Control.ASKED, group);
        end.control.await(Control.DONE, group);
    }

    /** The buffer's length is iceoryx2's matter. Reads so many messages and says after each whole batch how many batches there were. */
    static Result farRead(int count, String channelAndBuffer) {
        try (AeronEnd end = AeronEnd.far(channelAndBuffer.split(" ")[0])) {
            final Taker taker = new Taker(end.reader());
            long told = 0;
            while (taker.delivery.received() < count) {
                taker.poll(FRAGMENT_LIMIT);
                final long batches = taker.delivery.received() / BATCH_MESSAGES;
                if (batches != told) {
                    told = batches;
                    end.control.set(Control.DONE, told);
                }
            }
            return Result.ofTime(taker.delivery.answer(), count, 0);
        }
    }

    /** One message every 500 ns. */
    static Result farWrite(int count, String channel) {
        try (AeronEnd end = AeronEnd.far(channel)) {
            final ExclusivePublication publication = end.writer();
            final BufferClaim claim = new BufferClaim();
            final Sampling.Pace pace = new Sampling.Pace(Sampling.INTERVAL_NS);
            for (int k = 0; k < count; k++) {
                pace.await();
                AeronIpc.push(publication, claim, k);
            }
            return Result.ofTime(0, count, 0);
        }
    }

    /** Groups of 512, each when it is asked for. */
    static Result farWriteGroups(int groups, String channel) {
        try (AeronEnd end = AeronEnd.far(channel)) {
            final ExclusivePublication publication = end.writer();
            final BufferClaim claim = new BufferClaim();
            int k = 0;
            for (long group = 1; group <= groups; group++) {
                end.control.await(Control.ASKED, group);
                for (final int last = k + GROUP_MESSAGES; k < last; k++) {
                    AeronIpc.push(publication, claim, k);
                }
                end.control.set(Control.DONE, group);
            }
            return Result.ofTime(0, groups, 0);
        }
    }
}
