// SPDX-License-Identifier: MIT OR Apache-2.0
//! Medians, fairness, percentiles. Nothing here knows what was measured.

use crate::ffi::{Hist, SUB_BUCKETS};

/// Median; for an even count the mean of the two in the middle. 0 for an empty slice.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    match sorted.len() {
        0 => 0.0,
        even if even % 2 == 0 => f64::midpoint(sorted[half - 1], sorted[half]),
        _ => sorted[half],
    }
}

/// Smallest and largest value. (0, 0) for an empty slice.
pub fn range(values: &[f64]) -> (f64, f64) {
    let pick = |choose: fn(f64, f64) -> f64| values.iter().copied().reduce(choose).unwrap_or(0.0);
    (pick(f64::min), pick(f64::max))
}

/// Jain's index: 1 if all threads got the same, 1/n if one got everything.
pub fn jain(shares: &[u64]) -> f64 {
    let sum: f64 = shares.iter().map(|&share| share as f64).sum();
    let squares: f64 = shares
        .iter()
        .map(|&share| (share as f64) * (share as f64))
        .sum();
    // Nobody got anything, and nobody got more than another.
    if squares == 0.0 {
        1.0
    } else {
        sum * sum / (shares.len() as f64 * squares)
    }
}

/// The largest value that falls into a bucket of `bench_hist`.
pub fn bucket_end(index: usize) -> u64 {
    if index < SUB_BUCKETS {
        return index as u64;
    }
    let shift = index / SUB_BUCKETS - 1;
    let start = (index % SUB_BUCKETS + SUB_BUCKETS) as u64;
    ((start + 1) << shift).wrapping_sub(1)
}

/// The value that `share` (0 to 1) of the samples do not exceed, to the width of a bucket.
pub fn percentile(hist: &Hist, share: f64) -> u64 {
    let total: u64 = hist.count.iter().sum();
    let wanted = ((total as f64 * share).ceil() as u64).clamp(1, total.max(1));
    let mut seen = 0;
    for (index, count) in hist.count.iter().enumerate() {
        seen += count;
        if seen >= wanted {
            return bucket_end(index).min(hist.max);
        }
    }
    hist.max
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::hist_index;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn median_of_odd_even_and_none() {
        assert!(close(median(&[3.0, 1.0, 2.0]), 2.0));
        assert!(close(median(&[4.0, 1.0, 2.0, 10.0]), 3.0));
        assert!(close(median(&[]), 0.0));
    }

    #[test]
    fn one_wild_round_does_not_move_the_median_far() {
        assert!(close(median(&[1.0, 1.1, 0.9, 1.0, 400.0]), 1.0));
    }

    #[test]
    fn range_finds_both_ends() {
        assert_eq!(range(&[2.0, 0.5, 1.0]), (0.5, 2.0));
        assert_eq!(range(&[]), (0.0, 0.0));
    }

    #[test]
    fn jain_of_equal_single_and_known_shares() {
        assert!(close(jain(&[7, 7, 7, 7]), 1.0));
        assert!(close(jain(&[100, 0, 0, 0]), 0.25));
        // (1 + 2 + 3)^2 / (3 * (1 + 4 + 9))
        assert!(close(jain(&[1, 2, 3]), 36.0 / 42.0));
        assert!(close(jain(&[0, 0]), 1.0));
    }

    #[test]
    fn every_value_lies_in_its_bucket_and_not_in_the_one_before() {
        let mut values: Vec<u64> = (0..5000).collect();
        for bit in 5..64 {
            let power = 1_u64 << bit;
            values.extend([power - 1, power, power + 1, power + power / 3]);
        }
        values.push(u64::MAX);
        for value in values {
            let index = hist_index(value);
            assert!(
                value <= bucket_end(index),
                "{value} is beyond bucket {index}"
            );
            assert!(
                index == 0 || value > bucket_end(index - 1),
                "{value} belongs before bucket {index}"
            );
        }
    }

    #[test]
    fn percentiles_of_a_ramp() {
        let mut hist = Hist::zeroed();
        for value in 1..=1000 {
            hist.count[hist_index(value)] += 1;
            hist.max = value;
        }
        for (share, exact) in [(0.5, 500.0), (0.99, 990.0), (0.999, 999.0)] {
            let found = percentile(&hist, share) as f64;
            assert!(
                found >= exact && found <= exact * (1.0 + 1.0 / 32.0),
                "{share}: {found}"
            );
        }
        assert_eq!(percentile(&hist, 1.0), 1000);
        assert_eq!(percentile(&Hist::zeroed(), 0.5), 0);
    }
}
