/*
 * The latest value: hotpath/queue/seqlock.hpp, one writer and its readers, step for step.
 *
 * What must hold
 *   S1  What load() returns is one whole value that store() was given: never a mixture of two (torn).
 *   S2  It is at least as new as the last store() that had returned before the load() began (fresh).
 *   S3  One reader never sees time go backwards (monotonic).
 *   S4  The writer never waits for a reader: its steps have no guard.
 *   S5  All this also when a writer dies in the middle of a store() and the next one goes on.
 *   L1  When the writer pauses, even for ever, between two stores, every reader finishes its load().
 *
 * Bounds: WRITES stores of two words, READERS readers of LOADS loads. The version has VERSION_VALUES values: with fewer than
 * a reader can sleep through, S1 is lost; the last run shows it, the library's version has 2^64.
 *
 * run: holds safety -DREADERS=1 -DWRITES=6 -DLOADS=3 -- whole, fresh, monotonic: 6 stores, 1 reader
 * run: holds safety -DWRITES=2 -DLOADS=1 -- whole, fresh, monotonic: 2 stores, 2 readers
 * run: holds safety -DREADERS=1 -DDEATHS=2 -DLOADS=3 -- the same with a writer that dies in the middle of a store, twice
 * run: assertion safety -DREADERS=1 -DDEATHS=1 -DBROKEN_DEAD_ODD -- a writer that counts on from a dead one's odd version
 * run: holds ltl:readers_finish -DLOADS=1 -DWRITES=2 -- every reader finishes when the writer pauses
 * run: reached safety -DREACH_RETRY -- a reader does meet a store in the middle and tries again
 * run: assertion safety -DBROKEN_NO_RECHECK -- without the second look at the version a torn value is returned
 * run: assertion safety -DBROKEN_NO_ODD -- without marking the version odd first a torn value is returned
 * run: assertion safety -DBROKEN_ODD_IS_ACCEPTED -- accepting an odd version returns a torn value
 * run: assertion safety -DBROKEN_EVEN_EARLY -- making the version even before the last word returns a torn value
 * run: assertion safety -DVERSION_VALUES=4 -- a version that wraps while a reader sleeps returns a torn value
 */
#ifndef WRITES
#define WRITES 4
#endif
#ifndef LOADS
#define LOADS 2
#endif
#ifndef VERSION_VALUES
#define VERSION_VALUES 64
#endif

#ifndef DEATHS
#define DEATHS 0
#endif
#ifndef READERS
#define READERS 2
#endif

byte version;       /* Seqlock::version_ */
byte word[2];       /* the value, as words: value n is the pair (n, n) */
byte stored;        /* ghost: the last value whose store() has returned */
byte readers_done;  /* ghost */

#ifdef BROKEN_DEAD_ODD
#define WRITING ((version + 1) % VERSION_VALUES)
#else
#define WRITING (version % 2 == 1 -> version : version + 1)     /* version_ | 1 */
#endif

/* Dies here; another one goes on with the next value. */
inline may_die() {
    if
    :: deaths < DEATHS && n < WRITES -> atomic { deaths++; n++; goto next_writer }
    :: true
    fi
}

/* Seqlock::store */
proctype writer() {
    byte n = 1, writing, deaths;
next_writer:
    do
    :: n <= WRITES ->
#ifndef BROKEN_NO_ODD
        writing = WRITING;
        version = writing;
        may_die();
#else
        writing = version + 1;
#endif
        word[0] = n;
        may_die();
#ifdef BROKEN_EVEN_EARLY
        version = (writing + 1) % VERSION_VALUES;
        word[1] = n;
#else
        word[1] = n;
        may_die();
        version = (writing + 1) % VERSION_VALUES;
#endif
        atomic { stored = n; n++; writing = 0 }
    :: n > WRITES -> break
    :: true -> break   /* pauses for ever, between two stores */
    od
}

/* Seqlock::load, which repeats try_load */
proctype reader() {
    byte loads, before, after, first, second, wanted, last;
    do
    :: loads == LOADS -> break
    :: else ->
        wanted = stored;
try_again:
        before = version;
#ifndef BROKEN_ODD_IS_ACCEPTED
        if
        :: before % 2 == 1 -> goto try_again
        :: else
        fi;
#endif
        first = word[0];
        second = word[1];
        after = version;
#ifndef BROKEN_NO_RECHECK
        if
        :: before != after ->
#ifdef REACH_RETRY
            assert(false);
#endif
            goto try_again
        :: else
        fi;
#endif
        d_step {
            assert(first == second);   /* S1 */
            assert(first >= wanted);   /* S2 */
            assert(first >= last);     /* S3 */
            last = first;
            loads++
        }
    od;
    readers_done++
}

init {
    atomic {
        run writer();
        run reader();
        if
        :: READERS == 2 -> run reader()
        :: else
        fi
    }
}

ltl readers_finish { <> (readers_done == READERS) }   /* L1 */
