/*
 * The disruptor: hotpath/queue/disruptor/ (sequencer.hpp, producer.hpp, barrier.hpp, event_processor.hpp,
 * wait_strategy.hpp, run_state.hpp), step for step: producers, stages in a graph, gating, the blocking wait, drain, halt.
 *
 * What must hold
 *   S1  A stage sees every event once, in order, as its producer and the stages before it left it.
 *   S2  In a diamond the last stage sees an event only after both stages before it.
 *   S3  The slowest stage holds the producers: no event is overwritten before every stage is done with it.
 *   S4  Two producers never have the same sequence number, and what one publishes is not passed over.
 *   L1  Nobody sleeps for ever: every event comes through, and after drain() every stage returns, after halt() every
 *       stage and every producer. With the blocking wait this is the proof that no wake-up is lost. (In the model a wait
 *       is a guard, so a lost wake-up is an invalid end state; nothing waits outside a wait strategy.)
 *
 * Graphs: PIPELINE P-a-b (a looks for publication, b at a's sequence, the producer at b's), DIAMOND P-(a,b)-c (c looks at
 * two sequences, the producer at c's), MULTICAST P-(a,b) (the producers look at two sequences). Bounds: SLOTS slots;
 * EVENTS events by PRODUCERS producers in claims of 1..CLAIM; stages in batches of 1 or 2. Every access to a shared word is
 * a step; sequence numbers do not wrap here. PACKED: so many events a word (hotpath/queue/layout.hpp).
 *
 * run: holds safety -DPIPELINE -DSLOTS=4 -DEVENTS=7 -DCLAIM=2 -- one producer, pipeline
 * run: holds safety -DDIAMOND -DSLOTS=4 -DEVENTS=5 -DSMALL -- one producer, diamond
 * run: holds safety -DMULTICAST -DSLOTS=4 -DEVENTS=6 -DCLAIM=2 -- one producer, multicast
 * run: holds safety -DPIPELINE -DSLOTS=2 -DEVENTS=6 -DCLAIM=2 -- one producer, pipeline, as many slots as stages
 * run: holds safety -DPIPELINE -DSLOTS=3 -DEVENTS=4 -DPRODUCERS=2 -- two producers, pipeline
 * run: holds safety -DMULTICAST -DSLOTS=3 -DEVENTS=4 -DPRODUCERS=2 -- two producers, multicast
 * run: holds safety -DDIAMOND -DSLOTS=4 -DEVENTS=3 -DPRODUCERS=2 -DSMALL -- two producers, diamond
 * run: holds safety -DPIPELINE -DSLOTS=3 -DEVENTS=3 -DBLOCK -DSMALL -- blocking wait, one producer, pipeline
 * run: holds safety -DMULTICAST -DSLOTS=2 -DEVENTS=3 -DBLOCK -DSMALL -- blocking wait, one producer, multicast
 * run: holds safety -DLONE -DSLOTS=2 -DEVENTS=4 -DPRODUCERS=2 -DBLOCK -- blocking wait, two producers
 * run: holds safety -DPIPELINE -DSLOTS=2 -DEVENTS=4 -DHALT -- a halt at any moment, pipeline
 * run: holds safety -DLONE -DSLOTS=2 -DEVENTS=4 -DBLOCK -DHALT -- blocking wait, a halt at any moment
 * run: holds safety -DPIPELINE -DSLOTS=4 -DEVENTS=7 -DCLAIM=2 -DPACKED=2 -- packed events, two a word, pipeline
 * run: holds safety -DMULTICAST -DSLOTS=4 -DEVENTS=6 -DCLAIM=2 -DPACKED=4 -- packed events, one word, multicast
 * run: holds safety -DDIAMOND -DSLOTS=4 -DEVENTS=5 -DSMALL -DPACKED=2 -- packed events, two a word, diamond
 * run: holds safety -DLONE -DSLOTS=2 -DEVENTS=4 -DCLAIM=2 -DPACKED=2 -DBLOCK -- packed events, blocking wait
 * run: reached safety -DLONE -DSLOTS=2 -DEVENTS=4 -DBLOCK -DREACH_SLEEP -- somebody does sleep and is woken
 * run: reached safety -DLONE -DSLOTS=2 -DEVENTS=4 -DPRODUCERS=2 -DREACH_AHEAD -- a later claim is published first
 * run: refuted safety -DPIPELINE -DSLOTS=4 -DEVENTS=7 -DBROKEN_NO_GATE -- producers that do not look at the gate
 * run: assertion safety -DPIPELINE -DSLOTS=4 -DEVENTS=7 -DBROKEN_PUBLISH_FIRST -- publishing before the event is written
 * run: assertion safety -DPIPELINE -DSLOTS=4 -DEVENTS=7 -DBROKEN_GATE_ON_FIRST -- producers that look at the first stage, with one behind it
 * run: assertion safety -DLONE -DSLOTS=2 -DEVENTS=4 -DBROKEN_SEQUENCE_FIRST -- a sequence published before the work, which frees the slot
 * run: assertion safety -DDIAMOND -DSLOTS=4 -DEVENTS=6 -DBROKEN_ONE_SEQUENCE -- a diamond's last stage that looks at one sequence
 * run: assertion safety -DMULTICAST -DSLOTS=4 -DEVENTS=6 -DBROKEN_ONE_SEQUENCE -- producers that look at one stage of two
 * run: assertion safety -DMULTICAST -DSLOTS=4 -DEVENTS=6 -DBROKEN_SEQUENCE_FIRST -- the same of two last stages
 * run: assertion safety -DPIPELINE -DSLOTS=4 -DEVENTS=7 -DBROKEN_SEQUENCE_FIRST -- a sequence published before the work, which another waits for
 * run: refuted safety -DPIPELINE -DSLOTS=3 -DEVENTS=4 -DPRODUCERS=2 -DBROKEN_TAKE -- two producers taking numbers by load and store
 * run: refuted safety -DLONE -DSLOTS=2 -DEVENTS=4 -DPRODUCERS=2 -DBROKEN_FREE_END -- keeping a free end that nobody saw free
 * run: deadlock safety -DLONE -DSLOTS=2 -DEVENTS=4 -DBLOCK -DBROKEN_WAKES_LATE -- reading the wake count after asking whether to sleep
 * run: deadlock safety -DLONE -DSLOTS=2 -DEVENTS=4 -DBLOCK -DBROKEN_UNCOUNTED -- asking before being counted as a sleeper
 * run: deadlock safety -DLONE -DSLOTS=2 -DEVENTS=4 -DBLOCK -DBROKEN_WAKE_FIRST -- waking before publishing
 * run: deadlock safety -DLONE -DSLOTS=2 -DEVENTS=4 -DBLOCK -DBROKEN_DRAIN_SILENT -- a drain that wakes nobody
 * run: deadlock safety -DPIPELINE -DSLOTS=2 -DEVENTS=4 -DBLOCK -DHALT -DSMALL -DBROKEN_HALT_SILENT -- a halt that wakes nobody
 * run: refuted safety -DPIPELINE -DSLOTS=2 -DEVENTS=4 -DBROKEN_NO_LAP -- a publication that does not say of which lap
 * run: refuted safety -DLONE -DSLOTS=4 -DEVENTS=4 -DPRODUCERS=2 -DPACKED=4 -- packed events of two producers
 * run: refuted safety -DLONE -DSLOTS=4 -DEVENTS=6 -DCLAIM=2 -DPACKED=4 -DBROKEN_BACKWARDS -- a packed claim that ends with its first event's number
 */
#ifdef SMALL                /* events of one word, stages without batches */
#define ONE_WORD
#define NO_BATCH
#endif
#ifndef PRODUCERS
#define PRODUCERS 1
#endif
#ifndef CLAIM
#define CLAIM 1
#endif
#define AT(seq) ((seq) % SLOTS)
/* PACKED events: so many share one word of publication, the one before the first of them. */
#ifdef PACKED
#define WORD(seq) (AT(seq) / PACKED)
#else
#define WORD(seq) AT(seq)
#endif

/* Stages; who waits for what is at the end. */
#define A 0
#define B 1
#define C 2
#ifdef LONE
#define STAGES 1
#endif
#ifdef PIPELINE
#define STAGES 2
#endif
#ifdef MULTICAST
#define STAGES 2
#endif
#ifdef DIAMOND
#define STAGES 3
#endif
/* The ring. An event: what its producer wrote, in two words, and a mark of each stage. */
byte published[SLOTS];      /* 1 + the number of the event that was published last, of those of a word; 0: none */
byte first_word[SLOTS];
byte second_word[SLOTS];
byte mark[SLOTS * STAGES];
#ifdef BROKEN_NO_LAP
#define IS_PUBLISHED(seq) (published[WORD(seq)] != 0)
#else
#define IS_PUBLISHED(seq) (published[WORD(seq)] >= (seq) + 1)
#endif
#define MARK(seq, stage) mark[AT(seq) * STAGES + (stage)]

/* Sequence::next_ of each stage; MultiProducer::next_ and free_end_; RunState. */
byte sequence[STAGES];
byte taken;
byte free_end;
bool draining;
bool halted;

/* Signals: 0 is Graph::published_, 1 + stage is that stage's. A sleeper is a process: its bit in asleep. */
#define SIGNALS (1 + STAGES)
byte sleepers[SIGNALS];
byte wakes[SIGNALS];
bool asleep[SIGNALS * 8];

/* Ghosts. */
byte done[STAGES];        /* events that this stage is done with */
byte events_left = EVENTS;
byte producers_done;

/* Signal::wake_all, wake_sleepers: the read-modify-write, then the count, then the kernel. */
inline notify_all(signal) {
    atomic {
        sleeper = 0;
        do
        :: sleeper < 8 -> asleep[(signal) * 8 + sleeper] = false; sleeper++
        :: else -> sleeper = 0; break
        od
    }
}
inline wake_sleepers(signal) {
#ifdef BLOCK
    if
    :: sleepers[signal] != 0 -> wakes[signal]++; notify_all(signal)
    :: else
    fi
#else
    skip
#endif
}

/* Signal::sleep_until(ready); without BLOCK a wait is the guard alone. `ready` may look at several words: they only
 * ever change towards ready, so one step stands for it. */
inline wait(signal, ready) {
#ifdef BLOCK
    if
    :: ready
    :: else ->
#ifndef BROKEN_UNCOUNTED
        sleepers[signal]++;
#endif
#ifndef BROKEN_WAKES_LATE
        wakes_seen = wakes[signal];
#endif
        do
        :: ready -> break
        :: else ->
#ifdef BROKEN_UNCOUNTED
            sleepers[signal]++;
#endif
#ifdef BROKEN_WAKES_LATE
            wakes_seen = wakes[signal];
#endif
            atomic {                                     /* std::atomic::wait: sleeps if the value is still that */
                if
                :: wakes[signal] == wakes_seen -> asleep[(signal) * 8 + me] = true
                :: else
                fi
            };
            !asleep[(signal) * 8 + me];
#ifdef REACH_SLEEP
            assert(false);
#endif
            wakes_seen = wakes[signal]
#ifdef BROKEN_UNCOUNTED
            ; sleepers[signal]--
#endif
        od;
#ifndef BROKEN_UNCOUNTED
        sleepers[signal]--;
#endif
        wakes_seen = 0
    fi
#else
    (ready)
#endif
}

/* Barrier::free_from(seq, ...) of the producers: is the slot of `seq` free? */
#define PASSED(stage, seq) (sequence[stage] + SLOTS > (seq))
#if defined(MULTICAST) && !defined(BROKEN_ONE_SEQUENCE)
#define IS_FREE(seq) (PASSED(A, seq) && PASSED(B, seq))
#elif defined(MULTICAST) || defined(BROKEN_GATE_ON_FIRST)
#define IS_FREE(seq) (PASSED(A, seq))
#else
#define IS_FREE(seq) (PASSED(STAGES - 1, seq))
#endif

/* Barrier::wait of a producer, whose last slot is `seq`. */
inline wait_for_slot(seq) {
#ifdef MULTICAST
    wait(1 + A, (PASSED(A, seq) || halted));
#ifndef BROKEN_ONE_SEQUENCE
    wait(1 + B, (PASSED(B, seq) || halted))
#endif
#else
    wait(STAGES, (IS_FREE(seq) || halted))               /* the last stage's signal */
#endif
}

/* Producer::claim, the events, Producer::publish. */
proctype producer(byte me) {
    byte first, claimed, i, wakes_seen, sleeper;
    do
    :: atomic { events_left == 0 -> break }
    :: atomic { events_left > 0 ->
            if
            :: claimed = 1
            :: CLAIM > 1 && events_left > 1 -> claimed = 2
            fi;
            events_left = events_left - claimed
        };
#ifdef BROKEN_TAKE
        first = taken;
        taken = first + claimed;
#else
        atomic { first = taken; taken = first + claimed };   /* take(): fetch_add */
#endif
#ifndef BROKEN_NO_GATE
        /* is_free(): free_end_ when that is enough, else the gate; a wait when the slots are not free. */
        if
        :: free_end >= first + claimed
        :: else ->
            wait_for_slot(first + claimed - 1);
#ifdef HALT
            if
            :: IS_FREE(first + claimed - 1)
            :: else ->                                   /* halted: give_back() */
                atomic {
                    if
                    :: taken == first + claimed -> taken = first
                    :: else
                    fi
                };
                break
            fi;
#endif
#ifdef BROKEN_FREE_END
            free_end = first + claimed + 1
#else
            if
            :: free_end = first + claimed
            :: IS_FREE(first + claimed) -> free_end = first + claimed + 1
            fi
#endif
        fi;
#endif
        i = 0;
        do
        :: i < claimed ->
            atomic {                                     /* S3: all are done with the event of the lap before */
                sleeper = 0;
                do
                :: sleeper < STAGES -> assert(done[sleeper] + SLOTS > first + i); sleeper++
                :: else -> sleeper = 0; break
                od
            };
#ifdef BROKEN_PUBLISH_FIRST
            published[WORD(first + i)] = first + i + 1;
#endif
            first_word[AT(first + i)] = first + i + 1;
#ifndef ONE_WORD
            second_word[AT(first + i)] = first + i + 1;
#endif
            i++
        :: else -> break
        od;
#ifdef BROKEN_WAKE_FIRST
        wake_sleepers(0);
#endif
        do                                               /* publish: the last one first */
        :: i > 0 -> i--;
#ifndef BROKEN_PUBLISH_FIRST
#ifndef PACKED
            atomic { assert(published[AT(first + i)] != first + i + 1) };  /* S4 */
            published[AT(first + i)] = first + i + 1
#elif defined(BROKEN_BACKWARDS)
            published[WORD(first + i)] = first + i + 1
#else                                                    /* publish_packed(): never back */
            if
            :: IS_PUBLISHED(first + i)
            :: else -> published[WORD(first + i)] = first + i + 1
            fi
#endif
#endif
#ifdef REACH_AHEAD
            ; assert(first != 1 || published[AT(0)] != 0)
#endif
        :: else -> break
        od;
#ifndef BROKEN_WAKE_FIRST
        wake_sleepers(0);
#endif
        atomic { first = 0; claimed = 0 }
    od;
    producers_done++
}

/* RunState::is_over for a stage that is done with `next` events. */
#define IS_OVER (halted || (draining && next >= EVENTS))

#ifdef BROKEN_SEQUENCE_FIRST
#define EARLY(stage) sequence[stage] = next + i + 1
#else
#define EARLY(stage) skip
#endif
#define IS_MARKED(stage) (MARK(next + i, stage) == next + i + 1)

/* Stage::run. `ready` and `ready_second` are is_ready(next), is_ready(next + 1) of its barrier. */
inline run_stage(stage, signal, ready, ready_second, before) {
    do
    :: IS_OVER -> break
    :: else ->
        wait(signal, (ready || IS_OVER));
        if
        :: ready ->
            batch = 1;
            if
#ifndef NO_BATCH
            :: ready_second && next + 1 < EVENTS -> batch = 2
#endif
            :: skip
            fi;
            i = 0;
            do
            :: i < batch ->
                assert(first_word[AT(next + i)] == next + i + 1);   /* S1 */
                assert(before);                                     /* S1, S2 */
                EARLY(stage);
#ifdef ONE_WORD
                atomic { MARK(next + i, stage) = next + i + 1; done[stage]++ };
#else
                MARK(next + i, stage) = next + i + 1;
                assert(second_word[AT(next + i)] == next + i + 1);  /* S1 */
                done[stage]++;
#endif
                i++
            :: else -> break
            od;
            sequence[stage] = next + batch;
            wake_sleepers(1 + stage);
            atomic { next = next + batch; batch = 0; i = 0 }
        :: else
        fi
    od
}

proctype stage_a() {
    byte next, batch, i, wakes_seen, sleeper;
    byte me = 2;
    run_stage(A, 0, IS_PUBLISHED(next), IS_PUBLISHED(next + 1), true)
}

#if STAGES > 1
proctype stage_b() {
    byte next, batch, i, wakes_seen, sleeper;
    byte me = 3;
#ifdef PIPELINE
    run_stage(B, 1 + A, (sequence[A] > next), (sequence[A] > next + 1), IS_MARKED(A))
#else
    run_stage(B, 0, IS_PUBLISHED(next), IS_PUBLISHED(next + 1), true)
#endif
}
#endif

#ifdef DIAMOND
proctype stage_c() {
    byte next, batch, i, wakes_seen, sleeper;
    byte me = 4;
#ifdef BROKEN_ONE_SEQUENCE
    run_stage(C, 1 + A, (sequence[A] > next), (sequence[A] > next + 1), (IS_MARKED(A) && IS_MARKED(B)))
#else
    run_stage(C, 1 + A, (sequence[A] > next && sequence[B] > next), (sequence[A] > next + 1 && sequence[B] > next + 1),
              (IS_MARKED(A) && IS_MARKED(B)))
#endif
}
#endif

init {
    byte i, sleeper;
    atomic {
        do
        :: i < PRODUCERS -> run producer(i); i++
        :: else -> break
        od;
        run stage_a();
#if STAGES > 1
        run stage_b();
#endif
#ifdef DIAMOND
        run stage_c()
#endif
    };
#ifdef HALT
    halted = true;                                       /* Graph::halt, wake_everybody */
#else
    (producers_done == PRODUCERS);
    if                                                   /* a drain may come early; events come through without it */
    :: skip
    :: skip -> (done[A] == EVENTS && done[STAGES - 1] == EVENTS)
    fi;
    draining = true;                                     /* Graph::drain, wake_everybody */
#endif
#if defined(BLOCK) && !defined(BROKEN_DRAIN_SILENT) && !defined(BROKEN_HALT_SILENT)
    i = 0;
    do
    :: i < SIGNALS -> wakes[i]++; notify_all(i); i++
    :: else -> break
    od
#endif
}
