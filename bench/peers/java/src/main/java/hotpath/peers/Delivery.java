package hotpath.peers;

/** What a consumer checks of what it was given: every message once and in order; the sum is the answer. */
final class Delivery {
    private long next;
    private long sum;
    private boolean inOrder = true;

    void take(long first, long sumOfWords) {
        inOrder &= first == next;
        next = first + 1;
        sum += sumOfWords;
    }

    long received() {
        return next;
    }

    /** The sum of all words, or a number that no sum is when something came twice, late or not at all. */
    long answer() {
        return inOrder ? sum : -1;
    }
}
