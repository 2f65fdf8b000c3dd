/* SPDX-License-Identifier: MIT */
#define BETA_SIZE 8

int beta_sum(int a, int b);
int beta_table(int index);
int beta_pointer(int index);
int beta_switch(int number);
int beta_swap(void);
const char *beta_text(void);
int beta_counter(void);
int beta_zeroed(void);
int beta_size(void);
int beta_grid(void);
int beta_hidden(void);
int beta_names(int index);
int beta_prices(int index);
int gamma_hidden(void);

static inline int beta_inlined(int n) { return n * 2; }

enum beta_order { BETA_FIRST, BETA_SECOND };

struct beta_pair {
    int first, second;
};

int beta_mode(void);
int beta_weak(void);
