package hotpath.fixpeers;

/** What Main commands. */
interface Peer {
    void obey(String[] words) throws Exception;

    void close();
}
