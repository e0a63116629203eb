/* Tonoo in plain C under the same contract as the rules of the house: any number of players and any capacity, one entry at a
 * time, legal moves as numbers, what was seen of the last action kept in the state.
 *
 * The same games as tonoo.c in distribution ("careful" play of three, capacity 6), shown next to it: what the contract costs,
 * apart from what the compiler costs.  Clause ids are those of the rule sheet.  Usage: ./tonoo_contract GAMES SEED
 */
#define _POSIX_C_SOURCE 199309L
#include <stdbool.h>
#include <string.h>

#include "tally.h"

enum { SEATS = 6, CYLINDERS = 4, JOKER = 4, KINDS = 5, TO_WIN = 4, ENTRY_LIMIT = 5000 };
enum { CHOOSING, DRAWING, PLACING, RETURNING, TAKING };
enum { DRAW = 0, PLACE = 1, LIFT = PLACE + CYLINDERS, RETURN = LIFT + CYLINDERS, ACTIONS = RETURN + KINDS };
enum { NOTHING, PLACED, LIFTED, RETURNED };
enum { CHANCE = -1 };
enum { RUNNING, OWN_END, BY_LIMIT };

typedef struct {
    int64_t players, first, entries, ended, capacity, turn, phase;
    int64_t bag[KINDS], in_bag, inside[CYLINDERS * KINDS], filled[CYLINDERS], owned[SEATS * KINDS], owns[SEATS];
    int64_t cylinder_out[CYLINDERS], eliminated[SEATS], drawn, taker;
    int64_t did, did_seat, did_cylinder, did_pawn, lifted[KINDS], kept[KINDS], taken[SEATS];
} State;

static inline void put_back(State *s, int64_t pawn, int64_t count)
{
    s->bag[pawn] += count;
    s->in_bag += count;
}

static inline void own(State *s, int64_t seat, int64_t pawn, int64_t count)
{
    put_back(s, pawn, -count);
    s->owned[seat * KINDS + pawn] += count;
    s->owns[seat] += count;
}

static inline bool has_room(const State *s, int c) { return !s->cylinder_out[c] && s->filled[c] < s->capacity; }

static inline int64_t to_act(const State *s) { return s->phase == DRAWING || s->phase == TAKING ? CHANCE : s->turn; }

static inline int64_t legal(const State *s, int64_t *out)
{
    int64_t n = 0;
    if (s->phase == CHOOSING) {
        if (s->in_bag > 0 && (has_room(s, 0) || has_room(s, 1) || has_room(s, 2) || has_room(s, 3))) /* tonoo.4 */
            out[n++] = DRAW;
        for (int c = 0; c < CYLINDERS; c++)
            if (!s->cylinder_out[c])                            /* tonoo.10 */
                out[n++] = LIFT + c;
    } else if (s->phase == PLACING) {
        for (int c = 0; c < CYLINDERS; c++)
            if (has_room(s, c))
                out[n++] = PLACE + c;
    } else {
        for (int pawn = 0; pawn < KINDS; pawn++) {
            out[n] = RETURN + pawn;
            n += s->owned[s->turn * KINDS + pawn] > 0;
        }
    }
    return n;
}

static inline int64_t chances(const State *s, int64_t *weights)
{
    for (int pawn = 0; pawn < KINDS; pawn++)
        weights[pawn] = s->bag[pawn];
    return s->in_bag;
}

static inline bool careless(const State *s, int64_t action)     /* tonoo.9 */
{
    return LIFT <= action && action < RETURN && s->filled[action - LIFT] == 0;
}

static inline int64_t next_playing(const State *s, int64_t seat)
{
    do
        seat = seat + 1 < s->players ? seat + 1 : 0;
    while (s->eliminated[seat]);
    return seat;
}

static inline void pass_turn(State *s)                          /* tonoo.11 */
{
    s->turn = next_playing(s, s->turn);
    s->phase = CHOOSING;
}

static inline void next_taker(State *s)                         /* tonoo.8 */
{
    s->taker = next_playing(s, s->taker);
    if (s->taker == s->turn || s->in_bag == 0)
        pass_turn(s);
}

static inline void take(State *s, int64_t pawn)                 /* tonoo.8 */
{
    if (pawn == JOKER || s->owned[s->taker * KINDS + pawn] == 0) {
        own(s, s->taker, pawn, 1);
        s->taken[s->taker] = pawn + 1;
        if (s->owns[s->taker] >= TO_WIN) {
            s->ended = OWN_END;                                 /* tonoo.12 */
            return;
        }
    } else {
        s->taken[s->taker] = -(pawn + 1);
    }
    next_taker(s);
}

static inline void place(State *s, int64_t cylinder)            /* tonoo.3 */
{
    s->inside[cylinder * KINDS + s->drawn]++;
    s->filled[cylinder]++;
    s->did = PLACED;
    s->did_seat = s->turn;
    s->did_cylinder = cylinder;
    s->did_pawn = s->drawn;
    pass_turn(s);
}

static inline void keep(State *s)                               /* tonoo.6 */
{
    for (int pawn = 0; pawn < KINDS; pawn++) {
        int64_t keeps = s->lifted[pawn];
        if (pawn != JOKER)
            keeps = (keeps >= 2) & (s->owned[s->turn * KINDS + pawn] == 0);
        s->kept[pawn] = keeps;
        own(s, s->turn, pawn, keeps);
    }
    if (s->owns[s->turn] >= TO_WIN)
        s->ended = OWN_END;                                     /* tonoo.12 */
    else
        pass_turn(s);
}

static inline void eliminate(State *s)                          /* tonoo.9 */
{
    for (int pawn = 0; pawn < KINDS; pawn++)
        own(s, s->turn, pawn, -s->owned[s->turn * KINDS + pawn]);
    s->eliminated[s->turn] = 1;
    pass_turn(s);
    if (next_playing(s, s->turn) == s->turn)
        s->ended = OWN_END;                                     /* tonoo.13 */
}

static inline void lift(State *s, int64_t cylinder)             /* tonoo.5 */
{
    s->did = LIFTED;
    s->did_seat = s->turn;
    s->did_cylinder = cylinder;
    memset(s->taken, 0, sizeof s->taken);
    if (s->in_bag == 0)
        s->cylinder_out[cylinder] = 1;                          /* tonoo.10 */
    int64_t pawns = s->filled[cylinder], most_alike = 0;
    for (int pawn = 0; pawn < KINDS; pawn++) {
        int64_t count = s->inside[cylinder * KINDS + pawn];
        s->inside[cylinder * KINDS + pawn] = 0;
        s->lifted[pawn] = count;
        s->kept[pawn] = 0;
        s->bag[pawn] += count;
        most_alike = count > most_alike ? count : most_alike;
    }
    s->in_bag += pawns;
    s->filled[cylinder] = 0;
    if (most_alike >= 2) {
        keep(s);
    } else if (pawns == 0) {
        eliminate(s);
    } else if (s->owns[s->turn] > 0) {
        s->phase = RETURNING;                                   /* tonoo.7 */
    } else {
        s->phase = TAKING;
        s->taker = s->turn;
        next_taker(s);
    }
}

static inline void apply(State *s, int64_t action)
{
    if (s->phase == DRAWING) {
        put_back(s, action, -1);
        s->drawn = action;
        s->phase = PLACING;
    } else if (s->phase == TAKING) {
        take(s, action);
    } else if (action == DRAW) {
        s->did = NOTHING;
        s->phase = DRAWING;
    } else if (action < LIFT) {
        place(s, action - PLACE);
    } else if (action < RETURN) {
        lift(s, action - LIFT);
    } else {
        own(s, s->turn, action - RETURN, -1);                   /* tonoo.7 */
        s->did = RETURNED;
        s->did_pawn = action - RETURN;
        pass_turn(s);
    }
}

static inline void step(State *s, int64_t action)
{
    apply(s, action);
    if (++s->entries >= ENTRY_LIMIT && s->ended == RUNNING)     /* any.1 */
        s->ended = BY_LIMIT;
}

static inline int64_t draw(const State *s, int64_t *weights, Rng *rng)
{
    int64_t drawn = rng_below(rng, (uint32_t)chances(s, weights)), outcome = 0, passed = 0;
    for (int i = 0; i < KINDS - 1; i++) {
        passed += weights[i];
        outcome += drawn >= passed;
    }
    return outcome;
}

static inline int64_t choose(const State *s, int64_t *out, Rng *rng)
{
    int64_t count = legal(s, out), action = out[rng_below(rng, (uint32_t)count)];
    if (careless(s, action)) {
        int64_t kept = 0;
        for (int64_t i = 0; i < count; i++)
            if (!careless(s, out[i]))
                out[kept++] = out[i];
        if (kept > 0)
            action = out[rng_below(rng, (uint32_t)kept)];
    }
    return action;
}

static unsigned winners(const State *s)
{
    unsigned found = 0;
    int64_t best = -1;
    for (int seat = 0; seat < s->players; seat++)
        if (!s->eliminated[seat] && s->owns[seat] > best)
            best = s->owns[seat];
    for (int seat = 0; seat < s->players; seat++) {
        bool alone = next_playing(s, seat) == seat;
        bool won = s->ended == BY_LIMIT ? s->owns[seat] == best : s->owns[seat] >= TO_WIN || alone;
        found |= (unsigned)(!s->eliminated[seat] && won) << seat;
    }
    return found;
}

static void play_one(Tally *tally, Rng *rng)
{
    static volatile int64_t players = 3, capacity = 6; /* not known to the compiler */
    State s = {.players = players, .capacity = capacity, .bag = {6, 6, 6, 6, 3}, .in_bag = 27};
    int64_t out[ACTIONS];
    int decisions = 0;
    s.first = s.turn = rng_below(rng, (uint32_t)s.players);     /* tonoo.2 */
    while (s.ended == RUNNING) {
        if (to_act(&s) == CHANCE) {
            step(&s, draw(&s, out, rng));
        } else {
            step(&s, choose(&s, out, rng));
            decisions++;
        }
    }
    tally_add(tally, (int)s.first, winners(&s), decisions, (int)s.entries);
}

int main(int argc, char **argv)
{
    return tally_main(argc, argv, play_one);
}
