/* SPDX-License-Identifier: MIT */
#include "beta.h"

static const int table[] = {3, 5, 7};
static const int grid[] = {11, 12, 13};
static const int *const corner = &grid[1];
static int counter = 4;
static int zeroed;

static int one(void) { return 1; }
static int two(void) { return 2; }
static int (*const functions[])(void) = {one, two};
static int first(void) { return 1; }
static int second(void) { return 2; }
/* As in gamma.c. */
static int hidden(void) { return 99; }

int beta_sum(int a, int b) { return a + b; }
int beta_table(int index) { return table[index % 3]; }
int beta_pointer(int index) { return functions[index % 2](); }

int beta_switch(int number) {
    switch (number) {
    case 0: return 5;
    case 1: return 10;
    case 2: return 20;
    case 3: return 40;
    case 4: return 80;
    default: return 0;
    }
}

int beta_swap(void) { return first() * 10 + second(); }
const char *beta_text(void) { return "beta"; }
int beta_counter(void) { return counter++; }
int beta_zeroed(void) { return zeroed++; }
int beta_size(void) { return BETA_SIZE; }
int beta_grid(void) { return *corner; }
int beta_hidden(void) { return hidden(); }

/* Without names of their own, with pointers first, and too large to be copied by single instructions. */
int beta_names(int index) {
    const char *names[] = {
        "anna", "beta", "carl", "dora", "emil", "faye", "gina", "hugo", "ines", "jack", "kate", "liam",
        "mary", "noah", "olga", "paul", "quin", "rose", "seth", "tina"};
    return names[index % 20][0];
}

int beta_prices(int index) {
    const struct {
        const char *name;
        int price;
    } goods[40] = {{"apple", 30}, {"berry", 40}};
    return goods[index % 2].price;
}

int beta_weak_other;
