/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file
 * The fields of a lock word. This layout is part of the binary interface, and
 * the same as plock's.
 *
 *     width   application   R       S        W
 *     32      1..0          15..2   17..16   31..18
 *     64      1..0          31..2   33..32   63..34
 *
 * ONE is one unit of a field, ANY the whole field:
 *     APP  bits that the program may use; every operation keeps them
 *     R    readers, and everybody else who must be gone before a writer writes
 *     S    the seeker, the writer; the signal to start claiming
 *     W    who writes or waits to write
 */
#ifndef RSWLOCK_LAYOUT_H
#define RSWLOCK_LAYOUT_H

#include <stdint.h>

#define RSW32_APP   UINT32_C(0x00000003)
#define RSW32_R_ONE UINT32_C(0x00000004)
#define RSW32_R_ANY UINT32_C(0x0000fffc)
#define RSW32_S_ONE UINT32_C(0x00010000)
#define RSW32_S_ANY UINT32_C(0x00030000)
#define RSW32_W_ONE UINT32_C(0x00040000)
#define RSW32_W_ANY UINT32_C(0xfffc0000)

#define RSW64_APP   UINT64_C(0x0000000000000003)
#define RSW64_R_ONE UINT64_C(0x0000000000000004)
#define RSW64_R_ANY UINT64_C(0x00000000fffffffc)
#define RSW64_S_ONE UINT64_C(0x0000000100000000)
#define RSW64_S_ANY UINT64_C(0x0000000300000000)
#define RSW64_W_ONE UINT64_C(0x0000000400000000)
#define RSW64_W_ANY UINT64_C(0xfffffffc00000000)

#endif /* RSWLOCK_LAYOUT_H */
