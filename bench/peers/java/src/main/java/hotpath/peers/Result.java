package hotpath.peers;

/**
 * What one run of a test gives, as one line of JSON. Answers are unsigned 64-bit sums, written in hexadecimal because
 * JSON's numbers are not.
 */
record Result(long answer, long items, long elapsedNs, double cpuCores, long writeNs, int[] samplesNs) {
    private static final int[] NO_SAMPLES = {};

    static Result ofTime(long answer, long items, long elapsedNs) {
        return new Result(answer, items, elapsedNs, 0, 0, NO_SAMPLES);
    }

    static Result ofSamples(long answer, int[] samplesNs) {
        return new Result(answer, samplesNs.length, 0, 0, 0, samplesNs);
    }

    Result withCpuCores(double cores) {
        return new Result(answer, items, elapsedNs, cores, writeNs, samplesNs);
    }

    Result withWriteNs(long ns) {
        return new Result(answer, items, elapsedNs, cpuCores, ns, samplesNs);
    }

    String toJson(String test) {
        final StringBuilder line = new StringBuilder(256 + samplesNs.length * 5);
        line.append("{\"test\":\"").append(test)
            .append("\",\"answer\":\"").append(Long.toHexString(answer))
            .append("\",\"items\":").append(items)
            .append(",\"elapsed_ns\":").append(elapsedNs)
            .append(",\"cpu_cores\":").append(cpuCores)
            .append(",\"write_ns\":").append(writeNs)
            .append(",\"samples_ns\":[");
        for (int i = 0; i < samplesNs.length; i++) {
            line.append(i == 0 ? "" : ",").append(samplesNs[i]);
        }
        return line.append("]}").toString();
    }
}
