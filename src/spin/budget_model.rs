// SPDX-License-Identifier: MIT OR Apache-2.0
//! No spinning under loom: a spinner does nothing that a sleeper which is woken
//! does not do as well.

pub(crate) struct Budget;

impl Budget {
    pub(crate) const fn new(_: u32, _: u32) -> Self {
        Self
    }

    pub(crate) fn spend(&mut self) -> bool {
        false
    }
}
