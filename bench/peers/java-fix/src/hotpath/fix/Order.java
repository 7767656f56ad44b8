package hotpath.fix;

import java.time.Instant;

/** The orders of encode_order in bench/protocols/fix_flow.cpp, and the trades that encode_report reports. */
final class Order {
    static final String[] SYMBOLS = {"IBM", "AAPL", "GOOGL", "F", "BRK.B"};
    static final int FIRST_ID = 1_000_000;
    private static final long FIRST_TIME_NS = 1_709_210_096_789_123_456L;

    private Order() {
    }

    static long timeNs(int number) {
        return FIRST_TIME_NS + number * 1_234_567L;
    }

    /** Without a trailing zero, which Artio leaves out. */
    static long cents(int number) {
        return 10_001 + number % 900 / 9 * 10 + number % 9;
    }

    static Instant time(int number) {
        return Instant.ofEpochSecond(0, timeNs(number));
    }

    static int id(int number) {
        return FIRST_ID + number;
    }

    static char side(int number) {
        return number % 2 == 0 ? '1' : '2';
    }

    static int qty(int number) {
        return 100 + number % 900;
    }

    static int done(int number) {
        return number % 3 == 0 ? qty(number) : 1 + number % 100;
    }

    /** Length and CheckSum: the same for the same fields, whatever their order. */
    static long answer(byte[] bytes, int begin, int length) {
        final int digits = begin + length - 4;
        return length + (bytes[digits] - '0') * 100 + (bytes[digits + 1] - '0') * 10 + (bytes[digits + 2] - '0');
    }
}
