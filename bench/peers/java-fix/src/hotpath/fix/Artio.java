package hotpath.fix;

import java.nio.charset.StandardCharsets;

import uk.co.real_logic.artio.builder.Encoder;
import uk.co.real_logic.artio.builder.ExecutionReportEncoder;
import uk.co.real_logic.artio.builder.NewOrderSingleEncoder;
import uk.co.real_logic.artio.decoder.ExecutionReportDecoder;
import uk.co.real_logic.artio.decoder.NewOrderSingleDecoder;
import uk.co.real_logic.artio.fields.DecimalFloat;
import uk.co.real_logic.artio.fields.EpochFractionFormat;
import uk.co.real_logic.artio.fields.UtcTimestampDecoder;
import uk.co.real_logic.artio.fields.UtcTimestampEncoder;
import uk.co.real_logic.artio.util.MutableAsciiBuffer;

/** Artio 0.175's generated codecs of FIX 4.4 as its samples use them: flyweights over a buffer, reset between messages. */
final class Artio {
    private static final long[] TENS = {1, 10, 100, 1_000, 10_000};
    private static final byte[][] SYMBOLS = new byte[Order.SYMBOLS.length][];

    static {
        for (int n = 0; n < SYMBOLS.length; n++) {
            SYMBOLS[n] = Order.SYMBOLS[n].getBytes(StandardCharsets.US_ASCII);
        }
    }

    private final ExecutionReportDecoder report = new ExecutionReportDecoder();
    private final NewOrderSingleDecoder order = new NewOrderSingleDecoder();
    private final UtcTimestampDecoder timeDecoder = new UtcTimestampDecoder(true);
    private final NewOrderSingleEncoder orderEncoder = new NewOrderSingleEncoder();
    private final ExecutionReportEncoder reportEncoder = new ExecutionReportEncoder();
    private final UtcTimestampEncoder timeEncoder = new UtcTimestampEncoder(EpochFractionFormat.MILLISECONDS);
    private final byte[] room = new byte[4096];
    private final MutableAsciiBuffer buffer = new MutableAsciiBuffer(room);
    private final byte[] id = new byte[16];
    private final byte[] orderId = {'O', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    private final byte[] execId = {'E', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    Artio() {
        orderEncoder.header().senderCompID("TRADER01").targetCompID("EXCHANGE");
        orderEncoder.account("HOUSE").handlInst('1').ordType('2').timeInForce('0');
        reportEncoder.header().senderCompID("EXCHANGE").targetCompID("TRADER01");
        reportEncoder.account("HOUSE").execType('F').ordType('2').timeInForce('0');
    }

    static MutableAsciiBuffer[] buffers(byte[][] messages) {
        final MutableAsciiBuffer[] buffers = new MutableAsciiBuffer[messages.length];
        for (int n = 0; n < messages.length; n++) {
            buffers[n] = new MutableAsciiBuffer(messages[n]);
        }
        return buffers;
    }

    /** What is read of a message that was decoded. */
    interface Read {
        long now();
    }

    long decodeReports(MutableAsciiBuffer[] reports, Read read) {
        long sum = 0;
        for (final MutableAsciiBuffer bytes : reports) {
            report.reset();
            report.decode(bytes, 0, bytes.capacity());
            sum += read.now();
        }
        return sum;
    }

    long decodeOrders(MutableAsciiBuffer[] orders) {
        long sum = 0;
        for (final MutableAsciiBuffer bytes : orders) {
            order.reset();
            order.decode(bytes, 0, bytes.capacity());
            sum += sumOfOrder();
        }
        return sum;
    }

    long numberOfReport() {
        return report.header().msgSeqNum();
    }

    /** The fields of sum_of_report in bench/protocols/fix_flow.cpp. */
    long sumOfReport() {
        return report.header().msgSeqNum() + units(report.price(), 4) + units(report.lastPx(), 4) + units(report.avgPx(), 4)
            + number(report.clOrdID(), report.clOrdIDLength()) + units(report.orderQty(), 0) + units(report.lastQty(), 0)
            + units(report.leavesQty(), 0) + units(report.cumQty(), 0)
            + timeDecoder.decodeNanos(report.transactTime(), report.transactTimeLength()) + report.execType() + report.ordStatus()
            + report.side() + report.orderIDLength() + report.execIDLength() + report.symbolLength();
    }

    /** Those of sum_of_order. */
    private long sumOfOrder() {
        return order.header().msgSeqNum() + units(order.price(), 4) + number(order.clOrdID(), order.clOrdIDLength()) + units(order.orderQty(), 0)
            + timeDecoder.decodeNanos(order.transactTime(), order.transactTimeLength()) + order.side() + order.ordType() + order.timeInForce()
            + order.accountLength() + order.symbolLength();
    }

    static long units(DecimalFloat value, int decimals) {
        return value.value() * TENS[decimals - value.scale()];
    }

    static long number(char[] digits, int length) {
        long value = 0;
        for (int n = 0; n < length; n++) {
            value = value * 10 + (digits[n] - '0');
        }
        return value;
    }

    long encodeOrders(int orders) {
        long sum = 0;
        for (int number = 0; number < orders; number++) {
            final int timeLength = timeEncoder.encode(Order.timeNs(number) / 1_000_000);
            orderEncoder.header().msgSeqNum(number + 1).sendingTime(timeEncoder.buffer(), timeLength);
            orderEncoder.instrument().symbol(SYMBOLS[number % SYMBOLS.length]);
            orderEncoder.orderQtyData().orderQty(Order.qty(number), 0);
            orderEncoder.clOrdID(id, digits(Order.id(number), id, 0)).side(Order.side(number)).transactTime(timeEncoder.buffer(), timeLength)
                .price(Order.cents(number), 2);
            sum += answer(orderEncoder);
        }
        return sum;
    }

    long encodeReports(int reports) {
        long sum = 0;
        for (int number = 0; number < reports; number++) {
            final int timeLength = timeEncoder.encode(Order.timeNs(number) / 1_000_000);
            final int qty = Order.qty(number);
            final int done = Order.done(number);
            final long cents = Order.cents(number);
            reportEncoder.header().msgSeqNum(number + 1).sendingTime(timeEncoder.buffer(), timeLength);
            reportEncoder.instrument().symbol(SYMBOLS[number % SYMBOLS.length]);
            reportEncoder.orderQtyData().orderQty(qty, 0);
            reportEncoder.orderID(orderId, digits(Order.id(number), orderId, 1)).clOrdID(id, digits(Order.id(number), id, 0))
                .execID(execId, digits(number, execId, 1)).ordStatus(done == qty ? '2' : '1').side(Order.side(number)).price(cents, 2)
                .lastQty(done, 0).lastPx(cents, 2).leavesQty(qty - done, 0).cumQty(done, 0).avgPx(cents, 2)
                .transactTime(timeEncoder.buffer(), timeLength);
            sum += answer(reportEncoder);
        }
        return sum;
    }

    private long answer(Encoder message) {
        final long result = message.encode(buffer, 0);
        return Order.answer(room, Encoder.offset(result), Encoder.length(result));
    }

    /** The digits from `begin` on; where they end. */
    private static int digits(int value, byte[] into, int begin) {
        int end = begin + 1;
        for (int rest = value / 10; rest > 0; rest /= 10) {
            end++;
        }
        for (int at = end, rest = value; at > begin; rest /= 10) {
            into[--at] = (byte) ('0' + rest % 10);
        }
        return end;
    }
}
