package hotpath.exchange;

import exchange.core2.collections.objpool.ObjectsPool;
import exchange.core2.core.common.CoreSymbolSpecification;
import exchange.core2.core.common.MatcherEventType;
import exchange.core2.core.common.MatcherTradeEvent;
import exchange.core2.core.common.OrderAction;
import exchange.core2.core.common.OrderType;
import exchange.core2.core.common.SymbolType;
import exchange.core2.core.common.cmd.CommandResultCode;
import exchange.core2.core.common.cmd.OrderCommand;
import exchange.core2.core.common.cmd.OrderCommandType;
import exchange.core2.core.common.config.LoggingConfiguration;
import exchange.core2.core.orderbook.IOrderBook;
import exchange.core2.core.orderbook.OrderBookDirectImpl;
import exchange.core2.core.orderbook.OrderBookEventsHelper;
import java.util.HashMap;
import java.util.Map;

/** One run of a flow through exchange-core's direct order book, its reports handed to a thread on the other core. */
final class Matching {
    private static final int NO_SAMPLES = 0;
    private static final int PACKET = 32;  // commands; bench/exchange/matching.cpp has the same
    private static final long UID = 1;
    private static final CoreSymbolSpecification SYMBOL = CoreSymbolSpecification.builder()
        .symbolId(1).type(SymbolType.CURRENCY_EXCHANGE_PAIR).baseCurrency(1).quoteCurrency(2).baseScaleK(1).quoteScaleK(1)
        .build();

    private final IOrderBook book = new OrderBookDirectImpl(
        SYMBOL, pool(), OrderBookEventsHelper.NON_POOLED_EVENTS_HELPER, LoggingConfiguration.DEFAULT);
    private final OrderCommand order = new OrderCommand();
    private final Reports reports;

    private Matching(Reports reports) {
        this.reports = reports;
        order.uid = UID;
        order.symbol = 1;
    }

    /** The sizes that exchange-core's own matching engine takes. */
    private static ObjectsPool pool() {
        final Map<Integer, Integer> sizes = new HashMap<>();
        sizes.put(ObjectsPool.DIRECT_ORDER, 1024 * 1024);
        sizes.put(ObjectsPool.DIRECT_BUCKET, 1024 * 64);
        sizes.put(ObjectsPool.ART_NODE_4, 1024 * 32);
        sizes.put(ObjectsPool.ART_NODE_16, 1024 * 16);
        sizes.put(ObjectsPool.ART_NODE_48, 1024 * 8);
        sizes.put(ObjectsPool.ART_NODE_256, 1024 * 4);
        return new ObjectsPool(sizes);
    }

    static String run(long[] commands, boolean isLatency) {
        final Reports reports = new Reports();
        final int count = commands.length / Flow.WORDS;
        final int[] samples = new int[isLatency ? count : NO_SAMPLES];
        final Matching matching = new Matching(reports);
        final long[] begin = new long[1];
        final Thread matcher = Cores.start("matcher", Cores.PRODUCER, () -> {
            begin[0] = System.nanoTime();
            if (isLatency) {
                matching.carryOutTimed(commands, samples);
            } else {
                matching.carryOut(commands);
            }
            reports.write(0, 0, 0, Reports.END);
            reports.publish();
        });
        Cores.pin(Cores.CONSUMER);
        final long answer = reports.readAll();
        final long end = System.nanoTime();
        Cores.unpin();
        Cores.join(matcher);
        return toJson(answer, count, end - begin[0], samples);
    }

    /** The reports of a packet of commands are handed over together. */
    private void carryOut(long[] commands) {
        for (int at = 0, n = 1; at < commands.length; at += Flow.WORDS, n++) {
            carryOut(commands, at);
            if (n % PACKET == 0) {
                reports.publish();
            }
        }
    }

    /** Those of each command by themselves. */
    private void carryOutTimed(long[] commands, int[] samples) {
        for (int at = 0, n = 0; at < commands.length; at += Flow.WORDS, n++) {
            final long begin = System.nanoTime();
            carryOut(commands, at);
            reports.publish();
            samples[n] = (int) (System.nanoTime() - begin);
        }
    }

    private void carryOut(long[] commands, int at) {
        final long kind = commands[at];
        order.orderId = commands[at + 2];
        order.price = commands[at + 3];
        order.reserveBidPrice = order.price;
        order.size = commands[at + 4];
        order.action = commands[at + 1] == 1 ? OrderAction.ASK : OrderAction.BID;
        order.matcherEvent = null;
        order.resultCode = CommandResultCode.VALID_FOR_MATCHING_ENGINE;
        if (kind == Flow.LIMIT || kind == Flow.IOC) {
            order.command = OrderCommandType.PLACE_ORDER;
            order.orderType = kind == Flow.IOC ? OrderType.IOC : OrderType.GTC;
        } else {
            order.command = kind == Flow.CANCEL ? OrderCommandType.CANCEL_ORDER : OrderCommandType.REDUCE_ORDER;
        }
        final CommandResultCode result = IOrderBook.processCommand(book, order);
        report(result, kind);
    }

    private void report(CommandResultCode result, long kind) {
        if (result != CommandResultCode.SUCCESS) {
            write(order.orderId, 0, 0, 0, Reports.REFUSED);
        } else if (kind == Flow.LIMIT) {
            write(order.orderId, 0, order.price, order.size, Reports.ACCEPTED);
        }
        for (MatcherTradeEvent event = order.matcherEvent; event != null; event = event.nextEvent) {
            if (event.eventType == MatcherEventType.TRADE) {
                write(event.matchedOrderId, order.orderId, event.price, event.size, Reports.EXECUTED);
            } else {
                write(order.orderId, 0, event.price, event.size, Reports.CANCELED);
            }
        }
    }

    private void write(long id, long incoming, long price, long qty, long kind) {
        if (reports.isFull()) {
            reports.publish();
        }
        reports.write(id, incoming, price << 32 | qty, kind);
    }

    private static String toJson(long answer, int items, long elapsedNs, int[] samples) {
        final StringBuilder line = new StringBuilder(256 + samples.length * 5);
        line.append("{\"answer\":\"").append(Long.toHexString(answer)).append("\",\"items\":").append(items)
            .append(",\"elapsed_ns\":").append(elapsedNs).append(",\"metrics\":[],\"samples_ns\":[");
        for (int i = 0; i < samples.length; i++) {
            line.append(i == 0 ? "" : ",").append(samples[i]);
        }
        return line.append("]}").toString();
    }
}
