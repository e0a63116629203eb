/* Novem in plain C: uniformly random matches of two games, one thread.
 *
 * The bar for the compiled rules: what a C programmer would write for this game and nothing else.
 * Clause ids are those of the rule sheet.  Usage: ./novem GAMES SEED
 */
#define _POSIX_C_SOURCE 199309L
#include "tally.h"

enum { LINES = 3, CELLS = 9, LEVELS = 2, LAYOUTS = 72, GAMES_PER_MATCH = 2, ENTRY_LIMIT = 5000 };

/* What a crossing is worth, by layout and by the tiles left there: none, the lower one, both. */
static int points[LAYOUTS][LEVELS + 1][CELLS];
static int layouts;

/* The 72 upper levels whose rows and columns sum to 15 (novem.2). */
static void find_layouts(int *upper, int cell, unsigned used)
{
    if (cell == CELLS) {
        for (int i = 0; i < CELLS; i++) {
            points[layouts][1][i] = 10 - upper[i];
            points[layouts][2][i] = upper[i];
        }
        layouts++;
        return;
    }
    for (int value = 1; value <= CELLS; value++) {
        if (used & 1u << value)
            continue;
        upper[cell] = value;
        if (cell % LINES == 2 && upper[cell - 2] + upper[cell - 1] + value != 15)
            continue;
        if (cell >= 2 * LINES && upper[cell - 6] + upper[cell - 3] + value != 15)
            continue;
        find_layouts(upper, cell + 1, used | 1u << value);
    }
}

typedef struct {
    int tiles[CELLS];             /* left on each crossing */
    int rows[LINES], cols[LINES]; /* tiles left in each line */
    int score[2], entries;
} Match;

/* One game, from its layout to the first empty line (novem.9) or the limit of entries (any.1). */
static void play_game(Match *m, int attacker, Rng *rng)
{
    const int (*worth)[CELLS] = points[rng_below(rng, LAYOUTS)];
    for (int cell = 0; cell < CELLS; cell++)
        m->tiles[cell] = LEVELS;
    for (int i = 0; i < LINES; i++)
        m->rows[i] = m->cols[i] = LEVELS * LINES;

    /* A round is two entries and the limit is even: it cannot fall inside a round. */
    while (m->entries < ENTRY_LIMIT) {
        uint32_t line[2];
        line[attacker] = rng_below(rng, LINES);                 /* novem.5 */
        line[1 - attacker] = rng_below(rng, LINES);
        m->entries += 2;

        uint32_t cell = line[0] * LINES + line[1];
        int tiles = m->tiles[cell], taken = tiles > 0;
        m->score[attacker] += worth[tiles][cell];               /* novem.6, novem.7 */
        m->tiles[cell] = tiles - taken;
        int row = m->rows[line[0]] -= taken;
        int col = m->cols[line[1]] -= taken;
        if (row == 0 || col == 0)                               /* novem.9 */
            return;
        attacker = 1 - attacker;                                /* novem.8 */
    }
}

static void play_one(Tally *tally, Rng *rng)
{
    Match m = {.entries = 0};
    int first = (int)rng_below(rng, 2);                         /* novem.4 */
    for (int game = 0; game < GAMES_PER_MATCH; game++)
        play_game(&m, first ^ game, rng);                       /* novem.11 */
    unsigned winners = (m.score[0] >= m.score[1] ? 1u : 0u) | (m.score[1] >= m.score[0] ? 2u : 0u);
    tally_add(tally, first, winners, m.entries, m.entries);     /* no chance in play: every entry is a decision */
}

int main(int argc, char **argv)
{
    find_layouts((int[CELLS]){0}, 0, 0);
    return tally_main(argc, argv, play_one);
}
