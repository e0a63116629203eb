/* Tonoo in plain C: random games of three, capacity 6, one thread, "careful" play.
 *
 * Careful: uniform over the legal moves, but an empty cylinder is never lifted while anything else is legal
 * (uniform play would end most games within a few moves).  The bar for the compiled rules: what a C
 * programmer would write for this game and nothing else.  Clause ids are those of the rule sheet.
 * Usage: ./tonoo GAMES SEED
 */
#define _POSIX_C_SOURCE 199309L
#include <stdbool.h>

#include "tally.h"

enum { PLAYERS = 3, CYLINDERS = 4, CAPACITY = 6, JOKER = 4, KINDS = 5, GOAL = 4, ENTRY_LIMIT = 5000 };
enum { DRAW = CYLINDERS }; /* the choices of a turn: lift 0 to 3, or draw */

typedef struct {
    int bag[KINDS], in_bag;
    int inside[CYLINDERS][KINDS], size[CYLINDERS];
    bool out[CYLINDERS];
    int owns[PLAYERS][KINDS], score[PLAYERS];
    bool gone[PLAYERS];
    int in_play, seat, entries, decisions;
} Game;

static int draw(Game *g, Rng *rng)
{
    int r = (int)rng_below(rng, (uint32_t)g->in_bag), kind = 0;
    for (int k = 0, below = 0; k < KINDS - 1; k++) { /* no early exit: it would be mispredicted */
        below += g->bag[k];
        kind += r >= below;
    }
    g->bag[kind]--;
    g->in_bag--;
    return kind;
}

static void put_back(Game *g, int kind, int pawns)
{
    g->bag[kind] += pawns;
    g->in_bag += pawns;
}

static void keep(Game *g, int seat, int kind, int pawns)
{
    g->owns[seat][kind] += pawns;
    g->score[seat] += pawns;
}

static int choose(Game *g, const int *options, int n, Rng *rng)
{
    g->decisions++;
    return options[rng_below(rng, (uint32_t)n)];
}

static unsigned last_in_play(const Game *g)
{
    for (int seat = 0; seat < PLAYERS; seat++)
        if (!g->gone[seat])
            return 1u << seat;
    return 0;
}

/* any.1: the best score among those still in play. */
static unsigned leaders(const Game *g)
{
    int best = -1;
    unsigned winners = 0;
    for (int seat = 0; seat < PLAYERS; seat++) {
        if (g->gone[seat] || g->score[seat] < best)
            continue;
        winners = (g->score[seat] > best ? 0 : winners) | 1u << seat;
        best = g->score[seat];
    }
    return winners;
}

/* One more entry: 0, or the winners if it was the last one allowed. */
static inline unsigned entry(Game *g)
{
    return ++g->entries == ENTRY_LIMIT ? leaders(g) : 0;
}

/* The same, after someone may have reached the goal (tonoo.12), which counts first. */
static inline unsigned entry_or_goal(Game *g, int seat)
{
    unsigned limit = entry(g);
    return g->score[seat] >= GOAL ? 1u << seat : limit;
}

/* tonoo.3.  Like all parts of a turn: the winners when the game ends in it, otherwise 0. */
static unsigned draw_and_place(Game *g, Rng *rng)
{
    unsigned end = entry(g);
    if (end)
        return end;
    int kind = draw(g, rng);
    if ((end = entry(g)))
        return end;
    int options[CYLINDERS + 1], n = 0;
    for (int c = 0; c < CYLINDERS; c++) {
        options[n] = c;
        n += !g->out[c] & (g->size[c] < CAPACITY);
    }
    int c = choose(g, options, n, rng);
    g->inside[c][kind]++;
    g->size[c]++;
    return entry(g);
}

/* tonoo.7 */
static unsigned give_back(Game *g, Rng *rng)
{
    int options[KINDS + 1], n = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        options[n] = kind;
        n += g->owns[g->seat][kind] > 0;
    }
    int kind = choose(g, options, n, rng);
    keep(g, g->seat, kind, -1);
    put_back(g, kind, 1);
    return entry(g);
}

/* tonoo.8 */
static unsigned opponents_draw(Game *g, Rng *rng)
{
    unsigned end = 0;
    for (int i = 1; i < PLAYERS && g->in_bag && !end; i++) {
        int seat = (g->seat + i) % PLAYERS;
        if (g->gone[seat])
            continue;
        int kind = draw(g, rng);
        if (kind != JOKER && g->owns[seat][kind])
            put_back(g, kind, 1);
        else
            keep(g, seat, kind, 1);
        end = entry_or_goal(g, seat);
    }
    return end;
}

/* tonoo.9 */
static unsigned eliminate(Game *g)
{
    for (int kind = 0; kind < KINDS; kind++) {
        int pawns = g->owns[g->seat][kind];
        keep(g, g->seat, kind, -pawns);
        put_back(g, kind, pawns);
    }
    g->gone[g->seat] = true;
    g->in_play--;
    unsigned limit = entry(g);
    return g->in_play == 1 ? last_in_play(g) : limit;           /* tonoo.13 */
}

static unsigned lift(Game *g, int c, Rng *rng)
{
    g->out[c] = g->in_bag == 0;                                 /* tonoo.10 */
    if (g->size[c] == 0)
        return eliminate(g);
    int *inside = g->inside[c];
    bool twins = false;
    for (int kind = 0; kind < KINDS; kind++)
        twins |= inside[kind] >= 2;
    for (int kind = 0; twins && kind < KINDS; kind++) {         /* tonoo.6 */
        int kept = kind == JOKER ? inside[kind] : (inside[kind] >= 2) & (g->owns[g->seat][kind] == 0);
        keep(g, g->seat, kind, kept);
        inside[kind] -= kept;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        put_back(g, kind, inside[kind]);
        inside[kind] = 0;
    }
    g->size[c] = 0;
    if (twins)
        return entry_or_goal(g, g->seat);
    unsigned end = entry(g);
    if (end)
        return end;
    return g->score[g->seat] > 0 ? give_back(g, rng) : opponents_draw(g, rng);
}

/* Plays to the end; the winners, one bit each. */
static unsigned play(Game *g, Rng *rng)
{
    for (;;) {
        int options[CYLINDERS + 1], n = 0;
        bool room = false;
        for (int c = 0; c < CYLINDERS; c++) {
            options[n] = c;
            n += !g->out[c] & (g->size[c] > 0);
            room |= !g->out[c] & (g->size[c] < CAPACITY);
        }
        if (room && g->in_bag > 0)                              /* tonoo.4 */
            options[n++] = DRAW;
        for (int c = 0; n == 0 && c < CYLINDERS; c++)           /* nothing but empty lifts */
            if (!g->out[c])
                options[n++] = c;
        int choice = choose(g, options, n, rng);
        unsigned winners = choice == DRAW ? draw_and_place(g, rng) : lift(g, choice, rng);
        if (winners)
            return winners;
        do                                                      /* tonoo.11 */
            g->seat = g->seat + 1 == PLAYERS ? 0 : g->seat + 1;
        while (g->gone[g->seat]);
    }
}

static void play_one(Tally *tally, Rng *rng)
{
    Game g = {.bag = {6, 6, 6, 6, 3}, .in_bag = 27, .in_play = PLAYERS};
    int first = g.seat = (int)rng_below(rng, PLAYERS);          /* tonoo.2 */
    unsigned winners = play(&g, rng);
    tally_add(tally, first, winners, g.decisions, g.entries);
}

int main(int argc, char **argv)
{
    return tally_main(argc, argv, play_one);
}
