//! hotpath/queue/disruptor/: turns and sequences of a pipeline and a diamond, the free end that several producers share, and
//! the signal of the blocking wait.

use hotpath_loom::{holds, refuted, Plain};
use loom::sync::atomic::{AtomicUsize, Ordering, Ordering::*};
use loom::sync::Arc;
use loom::thread;

#[derive(Clone, Copy)]
struct Orders {
    publish: Ordering,          // EventRing::publish
    free: Ordering,             // EventRing::free
    has_turn: Ordering,         // EventRing::has_turn
    sequence_publish: Ordering, // Sequence::publish
    sequence_next: Ordering,    // Sequence::next
    free_end_store: Ordering,   // MultiProducer::is_free
    free_end_load: Ordering,
}

const LIBRARY: Orders = Orders {
    publish: Release,
    free: Release,
    has_turn: Acquire,
    sequence_publish: Release,
    sequence_next: Acquire,
    free_end_store: Release,
    free_end_load: Acquire,
};

// The turn of the slot of sequence number 0 in a ring of two slots.
const PUBLISHED: usize = 1;
const FREED: usize = 2;

#[derive(Default)]
struct Pipeline {
    turn: AtomicUsize,
    event: Plain,
    mark: Plain,
    sequence: AtomicUsize,
}

/// P - a - b over one slot: a looks at the producer's turn, b at a's sequence alone, the producer of the
/// next lap (another one, or loom leaves the case out) at the turn that b gives back: b has a's work and, through it, the
/// event; that producer is behind both.
fn pipeline(orders: Orders) -> impl Fn() + Sync + Send + 'static {
    move || {
        let shared = Arc::new(Pipeline::default());
        let first = {
            let shared = shared.clone();
            thread::spawn(move || {
                if shared.turn.load(orders.has_turn) != PUBLISHED {
                    return;
                }
                assert!(shared.event.get() == 7, "must: the event that was published");
                shared.mark.set(8);
                shared.sequence.store(1, orders.sequence_publish);
            })
        };
        let last = {
            let shared = shared.clone();
            thread::spawn(move || {
                if shared.sequence.load(orders.sequence_next) == 0 {
                    return;
                }
                assert!(shared.event.get() == 7, "must: the event, though its turn was not looked at");
                assert!(shared.mark.get() == 8, "must: the work of the stage before");
                shared.turn.store(FREED, orders.free);
            })
        };
        let next_lap = {
            let shared = shared.clone();
            thread::spawn(move || {
                if shared.turn.load(orders.has_turn) == FREED {
                    shared.event.set(9); // a data race with whoever still reads
                    shared.mark.set(0);
                }
            })
        };
        shared.event.set(7);
        shared.turn.store(PUBLISHED, orders.publish);
        first.join().unwrap();
        last.join().unwrap();
        next_lap.join().unwrap();
    }
}

#[derive(Default)]
struct Diamond {
    turn: AtomicUsize,
    event: Plain,
    marks: [Plain; 2],
    sequences: [AtomicUsize; 2],
}

/// P - (a, b) - c over one slot: c frees it, the producer writes it again. Nobody waits here: who finds nothing is done, and
/// the executions in which everybody finds something are among the others.
fn diamond(orders: Orders) -> impl Fn() + Sync + Send + 'static {
    move || {
        let shared = Arc::new(Diamond::default());
        let sides: Vec<_> = (0..2)
            .map(|side| {
                let shared = shared.clone();
                thread::spawn(move || {
                    if shared.turn.load(orders.has_turn) != PUBLISHED {
                        return;
                    }
                    assert!(shared.event.get() == 7, "must: the event that was published");
                    shared.marks[side].set(7);
                    shared.sequences[side].store(1, orders.sequence_publish);
                })
            })
            .collect();
        let last = {
            let shared = shared.clone();
            thread::spawn(move || {
                if shared.sequences.iter().any(|sequence| sequence.load(orders.sequence_next) == 0) {
                    return;
                }
                assert!(shared.marks[0].get() + shared.marks[1].get() == 14, "must: both stages' work");
                shared.turn.store(FREED, orders.free);
            })
        };
        shared.event.set(7);
        shared.turn.store(PUBLISHED, orders.publish);
        if shared.turn.load(orders.has_turn) == FREED {
            shared.event.set(8); // a data race with whoever still reads
        }
        for side in sides {
            side.join().unwrap();
        }
        last.join().unwrap();
    }
}

#[derive(Default)]
struct FreeEnd {
    turns: [AtomicUsize; 2],
    events: [Plain; 2],
    next: AtomicUsize,
    free_end: AtomicUsize,
}

/// MultiProducer::take and is_free by two producers, after a stage has freed both slots (turn 1: free).
fn producers(orders: Orders) -> impl Fn() + Sync + Send + 'static {
    move || {
        let shared = Arc::new(FreeEnd::default());
        let produce = move |shared: &FreeEnd| {
            let first = shared.next.fetch_add(1, Relaxed);
            if shared.free_end.load(orders.free_end_load) <= first {
                if shared.turns[1].load(orders.has_turn) != 1 {
                    return; // the farthest slot: when it is free, both are
                }
                shared.free_end.store(2, orders.free_end_store);
            }
            shared.events[first].set(first + 1);
        };
        let stage = {
            let shared = shared.clone();
            thread::spawn(move || {
                for seq in 0..2 {
                    assert!(shared.events[seq].get() == 0, "must: the event of this lap");
                    shared.turns[seq].store(1, orders.free);
                }
            })
        };
        let other = {
            let shared = shared.clone();
            thread::spawn(move || produce(&shared))
        };
        produce(&shared);
        stage.join().unwrap();
        other.join().unwrap();
    }
}

#[derive(Clone, Copy)]
struct SignalOrders {
    count: Ordering,           // sleepers_.fetch_add(1), fetch_add(0)
    wakes_load: Ordering,      // Signal::sleep_until
    wakes_add: Ordering,       // Signal::wake_all
    is_read_modify_write: bool, // wake_sleepers: not a plain load of sleepers_
    is_counted_first: bool,    // sleep_until: counted, then wakes_, then ready()
}

const LIBRARY_SIGNAL: SignalOrders = SignalOrders {
    count: AcqRel,
    wakes_load: Acquire,
    wakes_add: Release,
    is_read_modify_write: true,
    is_counted_first: true,
};

/// Whether a stage falls asleep on the count of wakes that it has seen while the event is there and nobody will wake it.
fn signal(orders: SignalOrders) -> impl Fn() + Sync + Send + 'static {
    move || {
        let turn = Arc::new(AtomicUsize::new(0));
        let sleepers = Arc::new(AtomicUsize::new(0));
        let wakes = Arc::new(AtomicUsize::new(0));
        let stage = {
            let (turn, sleepers, wakes) = (turn.clone(), sleepers.clone(), wakes.clone());
            thread::spawn(move || {
                if orders.is_counted_first {
                    sleepers.fetch_add(1, orders.count);
                }
                let seen = wakes.load(orders.wakes_load);
                let is_ready = turn.load(Acquire) == 1;
                if !orders.is_counted_first {
                    sleepers.fetch_add(1, orders.count);
                }
                (!is_ready).then_some(seen)
            })
        };
        turn.store(1, Release); // EventRing::publish
        let counted = if orders.is_read_modify_write {
            sleepers.fetch_add(0, orders.count)
        } else {
            sleepers.load(Acquire)
        };
        if counted != 0 {
            wakes.fetch_add(1, orders.wakes_add);
        }
        if let Some(seen) = stage.join().unwrap() {
            assert!(wakes.load(Acquire) != seen, "must: who sleeps is woken");
        }
    }
}

#[test]
fn a_pipeline_holds() {
    holds(pipeline(LIBRARY));
}
#[test]
fn relaxed_publishing_to_a_pipeline_is_refuted() {
    refuted(pipeline(Orders { publish: Relaxed, ..LIBRARY }));
}
#[test]
fn relaxed_freeing_by_the_end_of_a_pipeline_is_refuted() {
    refuted(pipeline(Orders { free: Relaxed, ..LIBRARY }));
}
#[test]
fn relaxed_looks_at_the_turns_of_a_pipeline_are_refuted() {
    refuted(pipeline(Orders { has_turn: Relaxed, ..LIBRARY }));
}
#[test]
fn relaxed_sequences_published_within_a_pipeline_are_refuted() {
    refuted(pipeline(Orders { sequence_publish: Relaxed, ..LIBRARY }));
}
#[test]
fn relaxed_looks_at_sequences_within_a_pipeline_are_refuted() {
    refuted(pipeline(Orders { sequence_next: Relaxed, ..LIBRARY }));
}

#[test]
fn a_diamond_holds() {
    holds(diamond(LIBRARY));
}
#[test]
fn relaxed_publishing_is_refuted() {
    refuted(diamond(Orders { publish: Relaxed, ..LIBRARY }));
}
#[test]
fn relaxed_looks_at_turns_are_refuted() {
    refuted(diamond(Orders { has_turn: Relaxed, ..LIBRARY }));
}
#[test]
fn relaxed_sequences_published_are_refuted() {
    refuted(diamond(Orders { sequence_publish: Relaxed, ..LIBRARY }));
}
#[test]
fn relaxed_looks_at_sequences_are_refuted() {
    refuted(diamond(Orders { sequence_next: Relaxed, ..LIBRARY }));
}

#[test]
fn producers_share_what_one_saw_free() {
    holds(producers(LIBRARY));
}
#[test]
fn a_relaxed_store_of_the_free_end_is_refuted() {
    refuted(producers(Orders { free_end_store: Relaxed, ..LIBRARY }));
}
#[test]
fn a_relaxed_look_at_the_free_end_is_refuted() {
    refuted(producers(Orders { free_end_load: Relaxed, ..LIBRARY }));
}

#[test]
fn no_wake_up_is_lost() {
    holds(signal(LIBRARY_SIGNAL));
}
#[test]
fn a_plain_look_at_the_sleepers_loses_a_wake_up() {
    refuted(signal(SignalOrders { is_read_modify_write: false, ..LIBRARY_SIGNAL }));
}
#[test]
fn a_relaxed_count_of_sleepers_loses_a_wake_up() {
    refuted(signal(SignalOrders { count: Relaxed, ..LIBRARY_SIGNAL }));
}
#[test]
fn a_relaxed_look_at_the_wakes_loses_a_wake_up() {
    refuted(signal(SignalOrders { wakes_load: Relaxed, ..LIBRARY_SIGNAL }));
}
#[test]
fn a_relaxed_wake_is_lost() {
    refuted(signal(SignalOrders { wakes_add: Relaxed, ..LIBRARY_SIGNAL }));
}
#[test]
fn counting_oneself_after_the_question_loses_a_wake_up() {
    refuted(signal(SignalOrders { is_counted_first: false, ..LIBRARY_SIGNAL }));
}
