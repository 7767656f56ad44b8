package hotpath.fix;

import java.nio.charset.StandardCharsets;

import uk.co.real_logic.artio.builder.Encoder;
import uk.co.real_logic.artio.builder.NewOrderSingleEncoder;
import uk.co.real_logic.artio.decoder.ExecutionReportDecoder;
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
    private final UtcTimestampDecoder timeDecoder = new UtcTimestampDecoder(true);
    private final NewOrderSingleEncoder order = new NewOrderSingleEncoder();
    private final UtcTimestampEncoder timeEncoder = new UtcTimestampEncoder(EpochFractionFormat.MILLISECONDS);
    private final byte[] room = new byte[4096];
    private final MutableAsciiBuffer buffer = new MutableAsciiBuffer(room);
    private final byte[] id = new byte[16];

    Artio() {
        order.header().senderCompID("TRADER01").targetCompID("EXCHANGE");
        order.account("HOUSE").handlInst('1').ordType('2').timeInForce('0');
    }

    static MutableAsciiBuffer[] buffers(byte[][] messages) {
        final MutableAsciiBuffer[] buffers = new MutableAsciiBuffer[messages.length];
        for (int n = 0; n < messages.length; n++) {
            buffers[n] = new MutableAsciiBuffer(messages[n]);
        }
        return buffers;
    }

    /** Of each message everything that an order manager needs, or MsgSeqNum alone. */
    long decode(MutableAsciiBuffer[] reports, boolean isWhole) {
        long sum = 0;
        for (final MutableAsciiBuffer bytes : reports) {
            report.reset();
            report.decode(bytes, 0, bytes.capacity());
            sum += isWhole ? sum() : report.header().msgSeqNum();
        }
        return sum;
    }

    /** The fields of sum_of_report in bench/protocols/fix_flow.cpp. */
    private long sum() {
        return report.header().msgSeqNum() + units(report.price(), 4) + units(report.lastPx(), 4) + units(report.avgPx(), 4)
            + number(report.clOrdID(), report.clOrdIDLength()) + units(report.orderQty(), 0) + units(report.lastQty(), 0)
            + units(report.leavesQty(), 0) + units(report.cumQty(), 0)
            + timeDecoder.decodeNanos(report.transactTime(), report.transactTimeLength()) + report.execType() + report.ordStatus()
            + report.side() + report.orderIDLength() + report.execIDLength() + report.symbolLength();
    }

    private static long units(DecimalFloat value, int decimals) {
        return value.value() * TENS[decimals - value.scale()];
    }

    private static long number(char[] digits, int length) {
        long value = 0;
        for (int n = 0; n < length; n++) {
            value = value * 10 + (digits[n] - '0');
        }
        return value;
    }

    long encode(int orders) {
        long sum = 0;
        for (int number = 0; number < orders; number++) {
            final int timeLength = timeEncoder.encode(Order.timeNs(number) / 1_000_000);
            order.header().msgSeqNum(number + 1).sendingTime(timeEncoder.buffer(), timeLength);
            order.instrument().symbol(SYMBOLS[number % SYMBOLS.length]);
            order.orderQtyData().orderQty(100 + number % 900, 0);
            order.clOrdID(id, idOf(1_000_000 + number)).side(number % 2 == 0 ? '1' : '2')
                .transactTime(timeEncoder.buffer(), timeLength).price(Order.cents(number), 2);
            final long result = order.encode(buffer, 0);
            sum += Order.answer(room, Encoder.offset(result), Encoder.length(result));
        }
        return sum;
    }

    /** The digits into `id`; how many. */
    private int idOf(int value) {
        int digits = 0;
        for (int rest = value; rest > 0; rest /= 10) {
            digits++;
        }
        for (int at = digits, rest = value; at > 0; rest /= 10) {
            id[--at] = (byte) ('0' + rest % 10);
        }
        return digits;
    }
}
