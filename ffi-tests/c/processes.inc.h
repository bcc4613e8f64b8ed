/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Body of processes.c for one width: three changes in four rounds. */

static void NAME(use)(struct table *table, unsigned round)
{
    WORD *lock = &table->LOCK;

    switch (round % 4) {
    case 0:
        OP(take_w)(lock);
        change(table, WHICH);
        OP(drop_w)(lock);
        break;
    case 1:
        OP(take_s)(lock);
        OP(stow)(lock);
        change(table, WHICH);
        OP(wtor)(lock);
        OP(drop_r)(lock);
        break;
    case 2:
        while (OP(take_w_until)(lock, now_ns() + ms(1)) != 0)
            ;
        change(table, WHICH);
        OP(drop_w)(lock);
        break;
    default:
        OP(take_r)(lock);
        CHECK(table->left[WHICH] == table->right[WHICH]);
        OP(drop_r)(lock);
    }
}
