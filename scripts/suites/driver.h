/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/*
 * The main function of glibc's tests, which include this file at their end. Some
 * define TEST_FUNCTION as a call, others have a function named do_test, and some
 * set a limit in seconds.
 */
#include "support.h"

#ifndef TIMEOUT
#define TIMEOUT DEFAULT_TIMEOUT
#endif
#ifndef TEST_FUNCTION
#define TEST_FUNCTION do_test()
#endif

int main(void)
{
    int status;

    /* What a test has said when it hangs is worth as much as what it says at its end. */
    setvbuf(stdout, NULL, _IOLBF, 0);
    /* Three times as long, for machines that have other work. */
    alarm(3 * TIMEOUT);
    status = TEST_FUNCTION;
    return status != 0 ? status : failed_checks != 0;
}
