//! hotpath/queue/seqlock.hpp and atomic_words.hpp: a value of two words, stored twice, loaded meanwhile.

use hotpath_loom::{holds, refuted};
use loom::sync::atomic::{AtomicUsize, Ordering, Ordering::*};
use loom::sync::Arc;
use loom::thread;

#[derive(Clone, Copy)]
struct Orders {
    store_words: Ordering, // store_words()
    load_words: Ordering,  // load_words()
    end_store: Ordering,   // the even version, Seqlock::store
    begin_load: Ordering,  // the first look at it, Seqlock::try_copy
    is_checked: bool,      // the second look
}

const LIBRARY: Orders = Orders {
    store_words: Release,
    load_words: Acquire,
    end_store: Release,
    begin_load: Acquire,
    is_checked: true,
};

#[derive(Default)]
struct Seqlock {
    version: AtomicUsize,
    words: [AtomicUsize; 2],
}

fn port(orders: Orders) -> impl Fn() + Sync + Send + 'static {
    move || {
        let shared = Arc::new(Seqlock::default());
        let writer = {
            let shared = shared.clone();
            thread::spawn(move || {
                for value in 1..=2 {
                    let writing = 2 * value - 1; // version_ | 1: the writer's own, see src/lib.rs
                    shared.version.store(writing, Relaxed);
                    for word in &shared.words {
                        word.store(value, orders.store_words);
                    }
                    shared.version.store(writing + 1, orders.end_store);
                }
            })
        };
        let before = shared.version.load(orders.begin_load);
        let first = shared.words[0].load(orders.load_words);
        let second = shared.words[1].load(orders.load_words);
        let after = shared.version.load(Relaxed);
        if before % 2 == 0 && (before == after || !orders.is_checked) {
            assert!(first == second, "must: a whole value");
            assert!(first >= before / 2, "must: a value as new as its version");
        }
        writer.join().unwrap();
    }
}

#[test]
fn a_load_is_whole_and_as_new_as_its_version() {
    holds(port(LIBRARY));
}
#[test]
fn relaxed_stores_of_words_are_refuted() {
    refuted(port(Orders { store_words: Relaxed, ..LIBRARY }));
}
#[test]
fn relaxed_loads_of_words_are_refuted() {
    refuted(port(Orders { load_words: Relaxed, ..LIBRARY }));
}
#[test]
fn a_relaxed_even_version_is_refuted() {
    refuted(port(Orders { end_store: Relaxed, ..LIBRARY }));
}
#[test]
fn a_relaxed_first_look_is_refuted() {
    refuted(port(Orders { begin_load: Relaxed, ..LIBRARY }));
}
#[test]
fn no_second_look_is_refuted() {
    refuted(port(Orders { is_checked: false, ..LIBRARY }));
}
