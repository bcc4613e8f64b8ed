/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Becomes libbench_calls.so. */
void bench_call_take(unsigned long *l);
void bench_call_drop(unsigned long *l);

void bench_call_take(unsigned long *l) { (void)l; }
void bench_call_drop(unsigned long *l) { (void)l; }
