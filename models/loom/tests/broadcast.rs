//! hotpath/queue/broadcast_*.hpp: records of a header and one word of payload in a ring of three records; the payload of a
//! lap looks like a header. The reader's check (is_intact) and the checkpoints.

use hotpath_loom::{holds, refuted};
use loom::sync::atomic::{AtomicUsize, Ordering, Ordering::*};
use loom::sync::Arc;
use loom::thread;

const WORDS: usize = 6; // a ring of three records; one and a word fit in front of the writer
const STRIDE: usize = 2;
const RECORDS: usize = 4;
const PUBLISHED: usize = 1;

#[derive(Clone, Copy)]
struct Orders {
    payload_store: Ordering, // store_words(): all words of the ring are stored alike; taken apart here
    header_store: Ordering,
    payload_load: Ordering,
    header_load: Ordering,
    is_checked: bool,      // is_intact() after the copy
    is_next_zeroed: bool,  // publish(): first the word behind the record
}

const LIBRARY: Orders = Orders {
    payload_store: Release,
    header_store: Release,
    payload_load: Acquire,
    header_load: Acquire,
    is_checked: true,
    is_next_zeroed: true,
};

#[derive(Default)]
struct Ring {
    reserved_until: AtomicUsize,
    words: [AtomicUsize; WORDS],
}

impl Ring {
    fn at(&self, position: usize) -> &AtomicUsize {
        &self.words[position % WORDS]
    }
    fn is_intact(&self, position: usize) -> bool {
        self.reserved_until.load(Acquire) - position <= WORDS
    }
}

fn payload_of(seq: usize) -> usize {
    10 + seq
}

/// BroadcastWriter::write
fn write(ring: &Ring, seq: usize, orders: Orders) {
    let position = seq * STRIDE;
    ring.reserved_until.store(position + STRIDE + 1, Release);
    ring.at(position + 1).store(payload_of(seq), orders.payload_store);
    if orders.is_next_zeroed {
        ring.at(position + STRIDE).store(0, Release);
    }
    ring.at(position).store(PUBLISHED, orders.header_store);
}

/// The writer goes once around; a reader tries to read the first two records meanwhile.
fn port(orders: Orders) -> impl Fn() + Sync + Send + 'static {
    move || {
        let ring = Arc::new(Ring::default());
        ring.reserved_until.store(1, Relaxed);
        let writer = {
            let ring = ring.clone();
            thread::spawn(move || {
                for seq in 0..RECORDS {
                    write(&ring, seq, orders);
                }
            })
        };
        // BroadcastReader::try_read
        for seq in 0..2 {
            let position = seq * STRIDE;
            let header = ring.at(position).load(orders.header_load);
            if !ring.is_intact(position) || header == 0 {
                break;
            }
            assert!(header == PUBLISHED, "must: a header is a header");
            let payload = ring.at(position + 1).load(orders.payload_load);
            if orders.is_checked && !ring.is_intact(position) {
                break;
            }
            assert!(payload == payload_of(seq), "must: the record that is due");
        }
        writer.join().unwrap();
    }
}

/// A reader that is at the second record's end when the writer is a lap further: only the zero keeps it from taking the
/// payload there for a header. Records of a different stride, so that payload lies where a header is waited for.
fn next_header(orders: Orders) -> impl Fn() + Sync + Send + 'static {
    move || {
        let ring = Arc::new(Ring::default());
        // The lap before left payload in the word behind the record that is written now (position WORDS).
        ring.at(WORDS + 1).store(payload_of(0), Relaxed);
        ring.reserved_until.store(WORDS + 1, Relaxed);
        let writer = {
            let ring = ring.clone();
            thread::spawn(move || {
                ring.reserved_until.store(WORDS + 2, Release);
                if orders.is_next_zeroed {
                    ring.at(WORDS + 1).store(0, Release);
                }
                ring.at(WORDS).store(PUBLISHED, orders.header_store); // an empty record
            })
        };
        if ring.at(WORDS).load(orders.header_load) == PUBLISHED && ring.is_intact(WORDS) {
            let next = ring.at(WORDS + 1).load(orders.header_load);
            assert!(next == 0 || !ring.is_intact(WORDS + 1), "must: nothing unpublished is read");
        }
        writer.join().unwrap();
    }
}

#[derive(Clone, Copy)]
struct CheckpointOrders {
    seq_store: Ordering,
    position_store: Ordering,
    position_load: Ordering,
    seq_load: Ordering,
}

const LIBRARY_CHECKPOINT: CheckpointOrders = CheckpointOrders {
    seq_store: Release,
    position_store: Release,
    position_load: Acquire,
    seq_load: Acquire,
};

/// BroadcastRing::store_checkpoint over one of a lap ago, and checkpoint(): {0, 0} becomes {WORDS + 1, 5}.
fn checkpoint(orders: CheckpointOrders) -> impl Fn() + Sync + Send + 'static {
    move || {
        let ring = Arc::new(Ring::default());
        let seq = Arc::new(AtomicUsize::new(0));
        let position = Arc::new(AtomicUsize::new(0));
        ring.reserved_until.store(2, Relaxed);
        let writer = {
            let (ring, seq, position) = (ring.clone(), seq.clone(), position.clone());
            thread::spawn(move || {
                ring.reserved_until.store(WORDS + 2, Release);
                seq.store(5, orders.seq_store);
                position.store(WORDS + 1, orders.position_store);
            })
        };
        let found = position.load(orders.position_load);
        let found_seq = seq.load(orders.seq_load);
        // reserved_until() may be older than a position that is seen out of order; not in the library's orders.
        let is_intact = ring.reserved_until.load(Acquire).wrapping_sub(found) <= WORDS;
        if is_intact {
            assert!(found_seq == if found == 0 { 0 } else { 5 }, "must: the seq of that position");
        }
        writer.join().unwrap();
    }
}

#[test]
fn what_is_delivered_is_whole() {
    holds(port(LIBRARY));
}
#[test]
fn relaxed_stores_of_payload_are_refuted() {
    refuted(port(Orders { payload_store: Relaxed, ..LIBRARY }));
}
#[test]
fn relaxed_stores_of_headers_are_refuted() {
    refuted(port(Orders { header_store: Relaxed, ..LIBRARY }));
}
#[test]
fn relaxed_loads_of_payload_are_refuted() {
    refuted(port(Orders { payload_load: Relaxed, ..LIBRARY }));
}
#[test]
fn relaxed_loads_of_headers_are_refuted() {
    refuted(port(Orders { header_load: Relaxed, ..LIBRARY }));
}
#[test]
fn no_check_after_the_copy_is_refuted() {
    refuted(port(Orders { is_checked: false, ..LIBRARY }));
}
#[test]
fn the_next_header_is_zero_before_this_one_is_seen() {
    holds(next_header(LIBRARY));
}
#[test]
fn a_relaxed_header_shows_the_lap_before_behind_it() {
    refuted(next_header(Orders { header_store: Relaxed, ..LIBRARY }));
}
#[test]
fn relaxed_polling_shows_the_lap_before_behind_the_record() {
    refuted(next_header(Orders { header_load: Relaxed, ..LIBRARY }));
}
#[test]
fn not_zeroing_the_next_header_is_refuted() {
    refuted(next_header(Orders { is_next_zeroed: false, ..LIBRARY }));
}

#[test]
fn a_checkpoint_has_the_seq_of_its_position() {
    holds(checkpoint(LIBRARY_CHECKPOINT));
}
#[test]
fn a_relaxed_seq_of_a_checkpoint_is_refuted() {
    refuted(checkpoint(CheckpointOrders { seq_store: Relaxed, ..LIBRARY_CHECKPOINT }));
}
#[test]
fn a_relaxed_position_of_a_checkpoint_is_refuted() {
    refuted(checkpoint(CheckpointOrders { position_store: Relaxed, ..LIBRARY_CHECKPOINT }));
}
#[test]
fn a_relaxed_look_at_a_checkpoints_position_is_refuted() {
    refuted(checkpoint(CheckpointOrders { position_load: Relaxed, ..LIBRARY_CHECKPOINT }));
}
#[test]
fn a_relaxed_look_at_a_checkpoints_seq_is_refuted() {
    refuted(checkpoint(CheckpointOrders { seq_load: Relaxed, ..LIBRARY_CHECKPOINT }));
}
