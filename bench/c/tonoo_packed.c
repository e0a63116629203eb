/* Tonoo tuned by hand: the same games as tonoo.c, move for move, on packed words.
 *
 * How far C goes when the rules bend to the machine; shown next to the plain version, which is the bar.
 * A heap of pawns (the bag, a cylinder, what a seat owns) is one word: a byte for each of the four colours,
 * then one for the jokers.  Heaps add and subtract as words.  Usage: ./tonoo_packed GAMES SEED
 */
#define _POSIX_C_SOURCE 199309L
#include "tally.h"

enum { PLAYERS = 3, CYLINDERS = 4, CAPACITY = 6, KINDS = 5, GOAL = 4, ENTRY_LIMIT = 5000 };
enum { ALL_CYLINDERS = (1 << CYLINDERS) - 1, DRAW = CYLINDERS };

typedef uint64_t Heap;
#define EACH 0x0101010101ull     /* one of each kind; also bit 0 of every byte */
#define HIGH (EACH << 7)         /* bit 7 of every byte */
#define COLOURS 0x01010101ull
#define JOKERS 0xff00000000ull
#define FULL_BAG 0x0306060606ull

typedef struct {
    Heap bag, inside[CYLINDERS], owns[PLAYERS];
    int size[CYLINDERS];
    unsigned room, filled, standing; /* cylinders, one bit each: not full, not empty, in the game */
    unsigned in_play;                /* seats, one bit each */
    int seat, entries, decisions;
} Game;

static inline Heap one(uint32_t kind) { return 1ull << (8 * kind); }
static inline int count(Heap h) { return (int)((h * EACH) >> 32 & 0xff); }

/* A bit of the mask, each as likely as the others. */
static inline uint32_t pick(unsigned mask, Rng *rng)
{
    for (uint32_t skip = rng_below(rng, (uint32_t)__builtin_popcount(mask)); skip; skip--)
        mask &= mask - 1;
    return (uint32_t)__builtin_ctz(mask);
}

/* A pawn from the bag: the first kind whose running total exceeds a random number. */
static inline uint32_t draw(Game *g, Rng *rng)
{
    Heap totals = g->bag * EACH;
    uint32_t r = rng_below(rng, (uint32_t)(totals >> 32 & 0xff));
    Heap above = ((totals | HIGH) - (r + 1) * EACH) & HIGH;
    uint32_t kind = KINDS - (uint32_t)__builtin_popcountll(above);
    g->bag -= one(kind);
    return kind;
}

/* any.1: the best score among those still in play. */
static unsigned leaders(const Game *g)
{
    int best = -1;
    unsigned winners = 0;
    for (int seat = 0; seat < PLAYERS; seat++) {
        int score = count(g->owns[seat]);
        if (!(g->in_play & 1u << seat) || score < best)
            continue;
        winners = (score > best ? 0 : winners) | 1u << seat;
        best = score;
    }
    return winners;
}

/* tonoo.3: the winners if the entry limit falls into this turn, otherwise 0; so for all that follow. */
static inline unsigned draw_and_place(Game *g, Rng *rng)
{
    if (++g->entries == ENTRY_LIMIT)
        return leaders(g);
    uint32_t kind = draw(g, rng);
    if (++g->entries == ENTRY_LIMIT)
        return leaders(g);
    uint32_t c = pick(g->room, rng);
    g->decisions++;
    g->inside[c] += one(kind);
    g->filled |= 1u << c;
    if (++g->size[c] == CAPACITY)
        g->room &= ~(1u << c);
    return ++g->entries == ENTRY_LIMIT ? leaders(g) : 0;
}

/* tonoo.8: the opponents draw, from the left. */
static unsigned opponents_draw(Game *g, Rng *rng)
{
    for (int i = 1; i < PLAYERS && g->bag; i++) {
        int seat = (g->seat + i) % PLAYERS;
        if (!(g->in_play & 1u << seat))
            continue;
        Heap pawn = one(draw(g, rng));
        if (pawn & g->owns[seat] & COLOURS)
            g->bag += pawn;
        else
            g->owns[seat] += pawn;
        g->entries++;
        if (count(g->owns[seat]) >= GOAL)           /* tonoo.12 */
            return 1u << seat;
        if (g->entries == ENTRY_LIMIT)
            return leaders(g);
    }
    return 0;
}

/* tonoo.5 to tonoo.10. */
static inline unsigned lift(Game *g, uint32_t c, Rng *rng)
{
    Heap lifted = g->inside[c], *own = &g->owns[g->seat];
    if (!g->bag)                                    /* tonoo.10 */
        g->standing &= ~(1u << c);
    g->inside[c] = 0;
    g->size[c] = 0;
    g->filled &= ~(1u << c);
    g->room = (g->room | 1u << c) & g->standing;
    g->entries++;

    if (!lifted) {                                  /* tonoo.9 */
        g->in_play &= ~(1u << g->seat);
        g->bag += *own;
        *own = 0;
        if (!(g->in_play & (g->in_play - 1)))       /* tonoo.13 */
            return g->in_play;
        return g->entries == ENTRY_LIMIT ? leaders(g) : 0;
    }
    Heap twins = (lifted + 0x7e * EACH) & HIGH;     /* kinds that are there at least twice */
    if (twins) {                                    /* tonoo.6 */
        Heap kept = (twins >> 7 & COLOURS & ~*own) | (lifted & JOKERS);
        *own += kept;
        g->bag += lifted - kept;
        if (count(*own) >= GOAL)                    /* tonoo.12 */
            return 1u << g->seat;
        return g->entries == ENTRY_LIMIT ? leaders(g) : 0;
    }
    g->bag += lifted;
    if (g->entries == ENTRY_LIMIT)
        return leaders(g);
    if (!*own)
        return opponents_draw(g, rng);
    unsigned kinds = 0;                             /* tonoo.7 */
    for (uint32_t kind = 0; kind < KINDS; kind++)
        kinds |= (unsigned)((*own >> (8 * kind) & 0xff) != 0) << kind;
    Heap pawn = one(pick(kinds, rng));
    g->decisions++;
    *own -= pawn;
    g->bag += pawn;
    return ++g->entries == ENTRY_LIMIT ? leaders(g) : 0;
}

/* Plays to the end; the winners, one bit each. */
static unsigned play(Game *g, Rng *rng)
{
    for (;;) {
        unsigned options = g->filled | (unsigned)(g->bag && g->room) << DRAW; /* tonoo.4 */
        uint32_t choice = pick(options ? options : g->standing, rng);
        g->decisions++;
        unsigned winners = choice == DRAW ? draw_and_place(g, rng) : lift(g, choice, rng);
        if (winners)
            return winners;
        do                                          /* tonoo.11 */
            g->seat = g->seat + 1 == PLAYERS ? 0 : g->seat + 1;
        while (!(g->in_play & 1u << g->seat));
    }
}

static void play_one(Tally *tally, Rng *rng)
{
    Game game = {.bag = FULL_BAG, .room = ALL_CYLINDERS, .standing = ALL_CYLINDERS, .in_play = (1u << PLAYERS) - 1};
    int first = game.seat = (int)rng_below(rng, PLAYERS); /* tonoo.2 */
    unsigned winners = play(&game, rng);
    tally_add(tally, first, winners, game.decisions, game.entries);
}

int main(int argc, char **argv)
{
    return tally_main(argc, argv, play_one);
}
