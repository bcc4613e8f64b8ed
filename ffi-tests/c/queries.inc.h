/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Body of queries.c for one width. */

static void NAME(ask)(const struct row *row, WORD app)
{
    /* Asking must be possible where only reading is. */
    const WORD lock = AT(row->r, row->s, row->w) | app;

    CHECK_EQ(OP(readers)(&lock), row->readers);
    CHECK_EQ(OP(seeker)(&lock), row->seeker);
    CHECK_EQ(OP(writer)(&lock), row->writer);
    CHECK_EQ(OP(last_writer)(&lock), row->last_writer);
}
