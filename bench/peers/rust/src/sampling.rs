//! How single calls are timed in tests c, as bench/messaging/c_shm_write.cpp and c_shm_burst.cpp do it, with the fenced time-stamp
//! counter of bench/messaging/stopwatch.hpp (std's Instant where there is none). Its own cost is the subject timer_rust.

use crate::{Measured, Outcome};
use std::time::{Duration, Instant};

pub const INTERVAL: Duration = Duration::from_nanos(500);
pub const WARM_MESSAGES: u64 = 4 * 1024;
const BURST_MESSAGES: u64 = 64;
const SINGLES_A_GROUP: u64 = 10;
const GROUP_MESSAGES: u64 = 8;
const PAUSE: Duration = Duration::from_millis(1);
const OTHER_WORDS: usize = (2 << 20) / 8;
const WORDS_BETWEEN_LOOKS: usize = (64 << 10) / 8;

#[cfg(target_arch = "x86_64")]
mod counter {
    use std::arch::x86_64::{__rdtscp, _mm_lfence, _rdtsc};

    pub fn begin() -> u64 {
        // SAFETY: every x86-64 processor has these instructions.
        unsafe {
            _mm_lfence();
            let ticks = _rdtsc();
            _mm_lfence();
            ticks
        }
    }

    pub fn end() -> u64 {
        let mut core = 0;
        // SAFETY: as above.
        unsafe {
            let ticks = __rdtscp(&mut core);
            _mm_lfence();
            ticks
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod counter {
    use std::sync::OnceLock;
    use std::time::Instant;

    static FIRST: OnceLock<Instant> = OnceLock::new();

    pub fn begin() -> u64 {
        FIRST.get_or_init(Instant::now).elapsed().as_nanos() as u64
    }

    pub fn end() -> u64 {
        begin()
    }
}

pub use counter::{begin, end};

/// Ticks to nanoseconds, learnt over the whole test.
pub struct Scale {
    instant: Instant,
    ticks: u64,
}

impl Scale {
    pub fn start() -> Self {
        Scale { instant: Instant::now(), ticks: begin() }
    }

    pub fn ns_a_tick(&self) -> f64 {
        self.instant.elapsed().as_nanos() as f64 / (end() - self.ticks) as f64
    }
}

/// Moments a fixed interval apart, counted from the first: late is late, not forgotten.
pub struct Pace {
    next: Instant,
    interval: Duration,
}

impl Pace {
    pub fn new(interval: Duration) -> Self {
        Pace { next: Instant::now(), interval }
    }

    pub fn wait(&mut self) {
        while Instant::now() < self.next {}
        self.next += self.interval;
    }
}

/// The ticks of one call.
pub fn timed(work: impl FnOnce() -> Outcome<()>) -> Outcome<u32> {
    let first = begin();
    work()?;
    Ok((end() - first) as u32)
}

pub fn to_ns(scale: &Scale, ticks: &mut [u32]) {
    let ns_a_tick = scale.ns_a_tick();
    ticks.iter_mut().for_each(|ticks| *ticks = (f64::from(*ticks) * ns_a_tick) as u32);
}

/// The nearest rank, as hotpath/measure/statistics.cpp has it.
pub fn percentile(samples: &[u32], percent: usize) -> f64 {
    let mut sorted = samples.to_vec();
    sorted.sort_unstable();
    f64::from(sorted[(percent * sorted.len()).div_ceil(100).max(1) - 1])
}

pub fn measured(answer: u64, samples_ns: Vec<u32>, metrics: Vec<(&'static str, &'static str, f64)>) -> Measured {
    Measured { answer, items: samples_ns.len() as u64, elapsed_ns: 0, samples_ns, metrics }
}

/// One message every 500 ns, then eight in a row every 4 us.
pub fn singles(count: u64, mut write: impl FnMut(u64) -> Outcome<()>) -> Outcome<Measured> {
    let scale = Scale::start();
    let mut samples = vec![0u32; count as usize];
    let mut groups = vec![0u32; (count / SINGLES_A_GROUP) as usize];
    let mut pace = Pace::new(INTERVAL);
    for k in 0..WARM_MESSAGES {
        pace.wait();
        write(k)?;
    }
    let mut k = WARM_MESSAGES;
    for sample in samples.iter_mut() {
        pace.wait();
        *sample = timed(|| write(k))?;
        k += 1;
    }
    let mut pace = Pace::new(INTERVAL * GROUP_MESSAGES as u32);
    for group in groups.iter_mut() {
        pace.wait();
        *group = timed(|| (k..k + GROUP_MESSAGES).try_for_each(&mut write))?;
        k += GROUP_MESSAGES;
    }
    to_ns(&scale, &mut samples);
    to_ns(&scale, &mut groups);
    let of_each = |percent| percentile(&groups, percent) / GROUP_MESSAGES as f64;
    let metrics = vec![("8 in a row p50", "ns", of_each(50)), ("8 in a row p99", "ns", of_each(99))];
    Ok(measured(0, samples, metrics))
}

/// Writes message k, or looks at the path without publishing.
pub trait Path {
    fn write(&mut self, k: u64) -> Outcome<()>;
    fn look(&mut self) -> Outcome<()>;
}

/// Bursts of 64, each after a pause: asleep, busy with other memory, or warm, which is busy with a look at the path.
pub fn bursts(count: u64, pause: &str, path: &mut impl Path) -> Outcome<Measured> {
    let scale = Scale::start();
    let mut samples = vec![0u32; (count * BURST_MESSAGES) as usize];
    let mut other = vec![0u64; OTHER_WORDS];
    (0..WARM_MESSAGES).try_for_each(|k| path.write(k))?;
    let mut k = WARM_MESSAGES;
    for burst in samples.chunks_mut(BURST_MESSAGES as usize) {
        match pause {
            "asleep" => std::thread::sleep(PAUSE),
            "busy" => work(&mut other, || Ok(()))?,
            "warm" => work(&mut other, || path.look())?,
            _ => return Err(format!("no pause is called {pause}").into()),
        }
        for sample in burst.iter_mut() {
            *sample = timed(|| path.write(k))?;
            k += 1;
        }
    }
    to_ns(&scale, &mut samples);
    let firsts: Vec<u32> = samples.iter().step_by(BURST_MESSAGES as usize).copied().collect();
    let metrics = vec![("first p50", "ns", percentile(&firsts, 50)), ("first p99", "ns", percentile(&firsts, 99))];
    Ok(measured(0, samples, metrics))
}

fn work(other: &mut [u64], mut look: impl FnMut() -> Outcome<()>) -> Outcome<()> {
    let end = Instant::now() + PAUSE;
    for part in (0..OTHER_WORDS / WORDS_BETWEEN_LOOKS).cycle() {
        if Instant::now() >= end {
            break;
        }
        let words = &mut other[part * WORDS_BETWEEN_LOOKS..][..WORDS_BETWEEN_LOOKS];
        words.iter_mut().for_each(|word| *word = std::hint::black_box(*word + 1));
        look()?;
    }
    Ok(())
}
