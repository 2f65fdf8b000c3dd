// SPDX-License-Identifier: MIT
#include "plus.h"

namespace {
struct First { int value = 1; };
struct Second { int value = 2; };
struct Base {
    virtual ~Base() = default;
    virtual int number() const { return 2; }
};
struct Derived : Base {
    int number() const override { return 3; }
};
void fail() { throw First(); }
}

int plus_catch(void) {
    try {
        fail();
    } catch (const First &) {
        return 1;
    } catch (...) {
        return 0;
    }
    return 9;
}

int plus_virtual(void) {
    Base *base = new Derived;
    int result = base->number();
    delete base;
    return result;
}
