/* SPDX-License-Identifier: MIT
 * A test executable of XCTest without a test: its main passes an empty array to XCTMain(_:). */
extern void run_all(void *cases)
    __asm__("$s6XCTest7XCTMainys5NeverOSayAA0A4CaseCm04testD5Class_SaySS_yAFKctG8allTeststGF");
extern char empty_array[] __asm__("_swiftEmptyArrayStorage");

int main(void) {
    run_all(empty_array);
    return 0;
}
