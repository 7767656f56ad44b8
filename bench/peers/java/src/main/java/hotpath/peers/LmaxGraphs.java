package hotpath.peers;

import com.lmax.disruptor.BatchEventProcessor;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import java.util.ArrayList;
import java.util.List;

/**
 * Graphs of LMAX's own performance tests: one to one, a pipeline of three, a diamond, three producers to one consumer.
 * On two cores the graphs with more threads than cores run with the yielding strategy, which LMAX advises there; `runPolled`
 * puts all processors of a graph on one thread with LMAX's EventPoller instead.
 */
final class LmaxGraphs {
    private static final int SLOTS = 4096;

    private LmaxGraphs() {
    }

    /** One stage: sums what passes; every stage of a graph must see the same. */
    private static final class Stage implements EventHandler<Event>, EventPoller.Handler<Event> {
        long sum;
        long seen;

        @Override
        public void onEvent(Event event, long sequence, boolean endOfBatch) {
            sum += event.sum();
            seen++;
        }

        @Override
        public boolean onEvent(Event event, long sequence, boolean endOfBatch, Void unused) {
            return true;
        }
    }
}
