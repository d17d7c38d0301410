/* SPDX-License-Identifier: MIT */
/* A program that returns at once: what starting a process costs. */
int main(void)
{
    return 0;
}
