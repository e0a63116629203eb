/* What a run of many games adds up to, and the one line that each program prints about it. */
#ifndef BENCH_TALLY_H
#define BENCH_TALLY_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "rng.h"

typedef struct {
    int64_t games, decisions, squared_decisions, entries;
    int64_t seat0_wins, first_wins, draws; /* wins are sole wins; a draw is any shared win */
} Tally;

static inline void tally_add(Tally *t, int first, unsigned winners, int decisions, int entries)
{
    t->games++;
    t->decisions += decisions;
    t->squared_decisions += (int64_t)decisions * decisions; /* for the standard error */
    t->entries += entries;
    t->seat0_wins += winners == 1u;
    t->first_wins += winners == 1u << first;
    t->draws += (winners & (winners - 1)) != 0;
}

static inline double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The whole of main: reads GAMES and SEED, plays, prints one line of JSON. */
static inline int tally_main(int argc, char **argv, void (*play_one)(Tally *, Rng *))
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s GAMES SEED\n", argv[0]);
        return 2;
    }
    int64_t games = strtoll(argv[1], NULL, 10);
    Rng rng = rng_seed(strtoull(argv[2], NULL, 10));
    Tally t = {0};
    double start = seconds_now();
    while (t.games < games)
        play_one(&t, &rng);
    double seconds = seconds_now() - start;
    double n = (double)(games > 0 ? games : 1);
    printf("{\"games\":%" PRId64 ",\"decisions\":%" PRId64 ",\"seconds\":%.6f,\"seat0_wins\":%" PRId64
           ",\"first_wins\":%" PRId64 ",\"draws\":%" PRId64 ",\"mean_entries\":%.4f,\"mean_squared_decisions\":%.4f}\n",
           t.games, t.decisions, seconds, t.seat0_wins, t.first_wins, t.draws, (double)t.entries / n,
           (double)t.squared_decisions / n);
    return 0;
}

#endif
