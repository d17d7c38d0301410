/* SPDX-License-Identifier: MIT */
/* In host/windows/posix.h, which is in front of every source. */
