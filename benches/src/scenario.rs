// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is measured: threads / reads in percent / nanoseconds inside / nanoseconds outside.

use crate::ffi::{Group, Mode};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scenario {
    pub name: &'static str,
    pub mode: Mode,
    pub threads: usize,
    pub reads: u32,
    pub hold_ns: u64,
    pub outside_ns: u64,
    /// Multiplies the slice: 32 threads on 2 CPUs need several rounds of the scheduler to show their fairness.
    pub stretch: u32,
    /// Whether the rows of no lock at all mean anything here.
    pub bounds: bool,
    /// Whether waits are measured, in slices of their own.
    pub waits: bool,
    /// The one group that it is for, if it isn't for all.
    pub only: Option<Group>,
    /// When it is measured without being named.
    pub part: Part,
}

/// What a run is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// How locks compare.
    Usual,
    /// What more threads bring. For a machine with as many CPUs.
    Scaling,
    Both,
}

const fn row(
    name: &'static str,
    mode: Mode,
    threads: usize,
    reads: u32,
    hold_ns: u64,
    outside_ns: u64,
) -> Scenario {
    Scenario {
        name,
        mode,
        threads,
        reads,
        hold_ns,
        outside_ns,
        stretch: if threads > 8 {
            4
        } else if threads > 2 {
            2
        } else {
            1
        },
        bounds: hold_ns == 0 && (outside_ns == 0 || reads == 100),
        waits: threads > 1 && reads < 100,
        only: None,
        part: Part::Usual,
    }
}

const fn only(group: Group, scenario: Scenario) -> Scenario {
    Scenario {
        only: Some(group),
        ..scenario
    }
}

const fn scaling(part: Part, scenario: Scenario) -> Scenario {
    Scenario {
        part,
        ..only(Group::Preload, scenario)
    }
}

pub const SCENARIOS: [Scenario; 24] = [
    row("1/100/0/0", Mode::Read, 1, 100, 0, 0),
    row("1/0/0/0", Mode::Write, 1, 0, 0, 0),
    only(Group::Words, row("1/S/0/0", Mode::Seek, 1, 0, 0, 0)),
    row("2/100/0/0", Mode::Read, 2, 100, 0, 0),
    row("2/99/0/50", Mode::Mix, 2, 99, 0, 50),
    row("2/90/0/50", Mode::Mix, 2, 90, 0, 50),
    row("2/50/0/50", Mode::Mix, 2, 50, 0, 50),
    row("2/0/0/50", Mode::Write, 2, 0, 0, 50),
    row("2/90/500/500", Mode::Mix, 2, 90, 500, 500),
    row("8/90/500/500", Mode::Mix, 8, 90, 500, 500),
    only(
        Group::Preload,
        row("16/50/100/100", Mode::Mix, 16, 50, 100, 100),
    ),
    row("32/90/500/500", Mode::Mix, 32, 90, 500, 500),
    row("32/0/100/200", Mode::Write, 32, 0, 100, 200),
    only(Group::Preload, row("64/100/0/0", Mode::Read, 64, 100, 0, 0)),
    scaling(Part::Scaling, row("1/100/0/50", Mode::Read, 1, 100, 0, 50)),
    scaling(Part::Scaling, row("2/100/0/50", Mode::Read, 2, 100, 0, 50)),
    scaling(Part::Scaling, row("4/100/0/50", Mode::Read, 4, 100, 0, 50)),
    scaling(Part::Both, row("8/100/0/50", Mode::Read, 8, 100, 0, 50)),
    scaling(
        Part::Scaling,
        row("16/100/0/50", Mode::Read, 16, 100, 0, 50),
    ),
    scaling(Part::Scaling, row("1/99/0/500", Mode::Mix, 1, 99, 0, 500)),
    scaling(Part::Scaling, row("2/99/0/500", Mode::Mix, 2, 99, 0, 500)),
    scaling(Part::Scaling, row("4/99/0/500", Mode::Mix, 4, 99, 0, 500)),
    scaling(Part::Scaling, row("8/99/0/500", Mode::Mix, 8, 99, 0, 500)),
    scaling(Part::Scaling, row("16/99/0/500", Mode::Mix, 16, 99, 0, 500)),
];

/// Six threads that go from R to S and back without a pause, against one that wants W.
#[derive(Clone, Copy)]
pub struct Upgraders {
    pub name: &'static str,
    pub upgraders: usize,
    pub hold_ns: u64,
    pub outside_ns: u64,
}

pub const UPGRADERS: Upgraders = Upgraders {
    name: "upgraders",
    upgraders: 6,
    hold_ns: 50,
    outside_ns: 200,
};

impl Scenario {
    pub fn has(&self, group: Group) -> bool {
        self.only.is_none_or(|only| only == group)
    }

    /// Whether it belongs to a run about scaling, or to one about all else.
    pub fn is_for(&self, scaling: bool) -> bool {
        match self.part {
            Part::Usual => !scaling,
            Part::Scaling => scaling,
            Part::Both => true,
        }
    }

    /// The bound below which 32 random bits mean a read.
    pub fn read_below(&self) -> u64 {
        u64::from(self.reads) * (1 << 32) / 100
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_the_row_does() {
        for scenario in SCENARIOS {
            let reads = if scenario.mode == Mode::Seek {
                "S".to_owned()
            } else {
                scenario.reads.to_string()
            };
            let name = format!(
                "{}/{reads}/{}/{}",
                scenario.threads, scenario.hold_ns, scenario.outside_ns
            );
            assert_eq!(scenario.name, name);
        }
    }

    #[test]
    fn the_specialised_loop_fits_the_share_of_reads() {
        for scenario in SCENARIOS {
            let mode = match scenario.reads {
                100 => Mode::Read,
                0 if scenario.mode == Mode::Seek => Mode::Seek,
                0 => Mode::Write,
                _ => Mode::Mix,
            };
            assert_eq!(scenario.mode, mode, "{}", scenario.name);
        }
    }

    #[test]
    fn read_share_covers_both_ends() {
        assert_eq!(SCENARIOS[0].read_below(), 1 << 32);
        assert_eq!(SCENARIOS[1].read_below(), 0);
    }
}
