/* The random numbers of every program here: sfc32, one 32-bit word a call. */
#ifndef BENCH_RNG_H
#define BENCH_RNG_H

#include <stdint.h>

typedef struct {
    uint32_t a, b, c, counter;
} Rng;

static inline uint32_t rng_next(Rng *r)
{
    uint32_t t = r->a + r->b + r->counter++;
    r->a = r->b ^ (r->b >> 9);
    r->b = r->c + (r->c << 3);
    r->c = ((r->c << 21) | (r->c >> 11)) + t;
    return t;
}

/* A number from 0 to n-1: multiply and shift, no division. */
static inline uint32_t rng_below(Rng *r, uint32_t n)
{
    return (uint32_t)(((uint64_t)rng_next(r) * n) >> 32);
}

static inline Rng rng_seed(uint64_t seed)
{
    Rng r = {(uint32_t)seed, (uint32_t)(seed >> 32), 0, 1};
    for (int i = 0; i < 12; i++)
        rng_next(&r);
    return r;
}

#endif
