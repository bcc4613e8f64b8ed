/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/**
 * @file
 * What depends on the processor and does not need the library.
 */
#ifndef RSWLOCK_ARCH_H
#define RSWLOCK_ARCH_H

/**
 * Waits for a moment inside a spin loop: PAUSE on x86, ISB on 64-bit Arm (YIELD
 * does nothing there). Also keeps the compiler from moving memory accesses
 * across, so that a loop around it reads afresh.
 */
static inline void rsw_cpu_relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__asm__ __volatile__("pause" ::: "memory");
#elif defined(__aarch64__)
	__asm__ __volatile__("isb" ::: "memory");
#elif defined(__riscv)
	/* PAUSE of the Zihintpause extension; a fence hint elsewhere. */
	__asm__ __volatile__(".4byte 0x100000f" ::: "memory");
#else
	__asm__ __volatile__("" ::: "memory");
#endif
}

#endif /* RSWLOCK_ARCH_H */
