// SPDX-License-Identifier: MIT OR Apache-2.0
//! Plain text tables: names to the left, figures to the right, each column as wide as it needs.

pub struct Table {
    /// So many columns from the first one on are names.
    names: usize,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new<S: Into<String>>(names: usize, head: impl IntoIterator<Item = S>) -> Self {
        let mut table = Self {
            names,
            rows: Vec::new(),
        };
        table.row(head);
        table
    }

    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Whether there is more than the head.
    pub fn has_rows(&self) -> bool {
        self.rows.len() > 1
    }

    pub fn text(&self) -> String {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut text = String::new();
        for row in &self.rows {
            let cells: Vec<String> = row
                .iter()
                .zip(&widths)
                .enumerate()
                .map(|(column, (cell, &width))| {
                    if column < self.names {
                        format!("{cell:<width$}")
                    } else {
                        format!("{cell:>width$}")
                    }
                })
                .collect();
            text += cells.join("  ").trim_end();
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_take_the_width_of_their_longest_cell() {
        let mut table = Table::new(1, ["", "glibc", "x"]);
        table.row(["1/100/0/0", "1.00", "12.00"]);
        table.row(["2", "", "1.5"]);
        assert_eq!(
            table.text(),
            "           glibc      x\n1/100/0/0   1.00  12.00\n2                   1.5\n"
        );
    }
}
