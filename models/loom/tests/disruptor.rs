//! hotpath/queue/disruptor/: publication and sequences of a pipeline and a diamond, the free end that several producers
//! share, and the signal of the blocking wait.

use hotpath_loom::{holds, refuted, Plain};
use loom::sync::atomic::{AtomicUsize, Ordering, Ordering::*};
use loom::sync::Arc;
use loom::thread;

#[derive(Clone, Copy)]
struct Orders {
    publish: Ordering,          // EventRing::publish
    is_published: Ordering,     // EventRing::is_published
    sequence_publish: Ordering, // Sequence::publish
    sequence_next: Ordering,    // Sequence::next
    free_end_store: Ordering,   // MultiProducer::is_free
    free_end_load: Ordering,
}

const LIBRARY: Orders = Orders {
    publish: Release,
    is_published: Acquire,
    sequence_publish: Release,
    sequence_next: Acquire,
    free_end_store: Release,
    free_end_load: Acquire,
};

#[derive(Default)]
struct Pipeline {
    published: AtomicUsize,
    event: Plain,
    mark: Plain,
    sequences: [AtomicUsize; 2],
}

/// P - a - b over one slot: a looks for the publication, b at a's sequence alone, the producer of the next lap (another
/// one, or loom leaves the case out) at b's: b has a's work and, through it, the event; that producer is behind both.
/// Nobody waits here: who finds nothing is done, and the executions in which everybody finds something are among the
/// others.
fn pipeline(orders: Orders) -> impl Fn() + Sync + Send + 'static {
    move || {
        let shared = Arc::new(Pipeline::default());
        let first = {
            let shared = shared.clone();
            thread::spawn(move || {
                if shared.published.load(orders.is_published) != 1 {
                    return;
                }
                assert!(shared.event.get() == 7, "must: the event that was published");
                shared.mark.set(8);
                shared.sequences[0].store(1, orders.sequence_publish);
            })
        };
        let last = {
            let shared = shared.clone();
            thread::spawn(move || {
                if shared.sequences[0].load(orders.sequence_next) == 0 {
                    return;
                }
                assert!(shared.event.get() == 7, "must: the event, though its publication was not looked at");
                assert!(shared.mark.get() == 8, "must: the work of the stage before");
                shared.sequences[1].store(1, orders.sequence_publish);
            })
        };
        let next_lap = {
            let shared = shared.clone();
            thread::spawn(move || {
                if shared.sequences[1].load(orders.sequence_next) == 1 {
                    shared.event.set(9); // a data race with whoever still reads
                    shared.mark.set(0);
                }
            })
        };
        shared.event.set(7);
        shared.published.store(1, orders.publish);
        first.join().unwrap();
        last.join().unwrap();
        next_lap.join().unwrap();
    }
}

/// A stage, and the producer of the next lap behind it: what the gate's order holds apart.
fn next_lap(orders: Orders) -> impl Fn() + Sync + Send + 'static {
    move || {
        let shared = Arc::new(Pipeline::default());
        shared.event.set(7);
        let stage = {
            let shared = shared.clone();
            thread::spawn(move || {
                assert!(shared.event.get() == 7, "must: the event of this lap");
                shared.sequences[1].store(1, orders.sequence_publish);
            })
        };
        if shared.sequences[1].load(orders.sequence_next) == 1 {
            shared.event.set(9); // a data race with the stage
        }
        stage.join().unwrap();
    }
}

#[derive(Default)]
struct Diamond {
    published: AtomicUsize,
    event: Plain,
    marks: [Plain; 2],
    sequences: [AtomicUsize; 3],
}

/// P - (a, b) - c over one slot: c looks at the sequences of both, the producer writes the slot again behind c's.
fn diamond(orders: Orders) -> impl Fn() + Sync + Send + 'static {
    move || {
        let shared = Arc::new(Diamond::default());
        let sides: Vec<_> = (0..2)
            .map(|side| {
                let shared = shared.clone();
                thread::spawn(move || {
                    if shared.published.load(orders.is_published) != 1 {
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
                if shared.sequences[..2].iter().any(|sequence| sequence.load(orders.sequence_next) == 0) {
                    return;
                }
                assert!(shared.marks[0].get() + shared.marks[1].get() == 14, "must: both stages' work");
                shared.sequences[2].store(1, orders.sequence_publish);
            })
        };
        shared.event.set(7);
        shared.published.store(1, orders.publish);
        if shared.sequences[2].load(orders.sequence_next) == 1 {
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
    sequence: AtomicUsize,
    events: [Plain; 2],
    next: AtomicUsize,
    free_end: AtomicUsize,
}

/// MultiProducer::take and is_free by two producers, while the last stage is done with both slots, one after the other.
fn producers(orders: Orders) -> impl Fn() + Sync + Send + 'static {
    move || {
        let shared = Arc::new(FreeEnd::default());
        let produce = move |shared: &FreeEnd| {
            let first = shared.next.fetch_add(1, Relaxed);
            if shared.free_end.load(orders.free_end_load) <= first {
                let free = shared.sequence.load(orders.sequence_next);
                if free <= first {
                    return;
                }
                shared.free_end.store(free, orders.free_end_store);
            }
            shared.events[first].set(first + 1);
        };
        let stage = {
            let shared = shared.clone();
            thread::spawn(move || {
                for seq in 0..2 {
                    assert!(shared.events[seq].get() == 0, "must: the event of this lap");
                    shared.sequence.store(seq + 1, orders.sequence_publish);
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
        let published = Arc::new(AtomicUsize::new(0));
        let sleepers = Arc::new(AtomicUsize::new(0));
        let wakes = Arc::new(AtomicUsize::new(0));
        let stage = {
            let (published, sleepers, wakes) = (published.clone(), sleepers.clone(), wakes.clone());
            thread::spawn(move || {
                if orders.is_counted_first {
                    sleepers.fetch_add(1, orders.count);
                }
                let seen = wakes.load(orders.wakes_load);
                let is_ready = published.load(Acquire) == 1;
                if !orders.is_counted_first {
                    sleepers.fetch_add(1, orders.count);
                }
                (!is_ready).then_some(seen)
            })
        };
        published.store(1, Release); // EventRing::publish
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
fn relaxed_looks_for_publication_in_a_pipeline_are_refuted() {
    refuted(pipeline(Orders { is_published: Relaxed, ..LIBRARY }));
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
fn the_next_lap_holds() {
    holds(next_lap(LIBRARY));
}
#[test]
fn a_relaxed_sequence_of_the_last_stage_is_refuted() {
    refuted(next_lap(Orders { sequence_publish: Relaxed, ..LIBRARY }));
}
#[test]
fn a_relaxed_gate_is_refuted() {
    refuted(next_lap(Orders { sequence_next: Relaxed, ..LIBRARY }));
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
fn relaxed_looks_for_publication_are_refuted() {
    refuted(diamond(Orders { is_published: Relaxed, ..LIBRARY }));
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
