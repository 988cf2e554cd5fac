// Stands in for the chip's boot ROM, which no package has: what pico-sdk looks up in it (RP2040 datasheet, 2.8.3), with the
// times that a flash chip takes (W25Q16JV datasheet, 9.6: 45 ms a sector, 0.7 ms a page).
#include <stdint.h>

#define FLASH 0x10000000u
#define MICROSECONDS (*(volatile uint32_t *)0x40054028)

static void wait(uint32_t microseconds) {
    for (uint32_t begun = MICROSECONDS; MICROSECONDS - begun < microseconds;) {
    }
}

static volatile uint32_t *word(uint32_t at) { return (volatile uint32_t *)(FLASH + at); }

uint32_t popcount(uint32_t value) {
    uint32_t bits = 0;
    for (; value; value &= value - 1) bits++;
    return bits;
}

uint32_t reverse(uint32_t value) {
    uint32_t turned = 0;
    for (int bit = 0; bit < 32; bit++, value >>= 1) turned = turned << 1 | (value & 1);
    return turned;
}

uint32_t leading_zeros(uint32_t value) {
    uint32_t zeros = 32;
    for (; value; value >>= 1) zeros--;
    return zeros;
}

uint32_t trailing_zeros(uint32_t value) { return value ? 31 - leading_zeros(value & -value) : 32; }

uint8_t *set(uint8_t *to, uint8_t value, uint32_t count) {
    for (volatile uint8_t *at = to; count--;) *at++ = value;
    return to;
}

uint8_t *copy(uint8_t *to, const uint8_t *from, uint32_t count) {
    for (volatile uint8_t *at = to; count--;) *at++ = *from++;
    return to;
}

void nothing(void) {}

void erase(uint32_t at, uint32_t count, uint32_t block, uint8_t command) {
    for (uint32_t done = 0; done < count; done += 4096) {
        wait(45000);
        for (uint32_t k = 0; k < 4096; k += 4) *word(at + done + k) = 0xffffffff;
    }
}

void program(uint32_t at, const uint8_t *data, uint32_t count) {
    for (uint32_t k = 0; k < count; k += 4) {
        if (k % 256 == 0) wait(700);
        // A flash chip only clears bits.
        *word(at + k) &= data[k] | data[k + 1] << 8 | data[k + 2] << 16 | (uint32_t)data[k + 3] << 24;
    }
}

void stop(void) {
    for (;;) __asm volatile("bkpt #0");
}

void *lookup(const uint16_t *table, uint32_t code) {
    for (; *table; table += 2)
        if (table[0] == code) return (void *)(uint32_t)table[1];
    return 0;
}

#define ENTRY(code, name) ".ascii \"" code "\"\n .2byte " name " + 1\n"
__asm__(".section .header, \"a\"\n"
        ".word 0x20042000, stop + 1, stop + 1, stop + 1\n"
        ".ascii \"Mu\"\n .byte 1, 3\n"
        ".2byte functions, data, lookup + 1\n"
        "functions:\n" ENTRY("P3", "popcount") ENTRY("R3", "reverse") ENTRY("L3", "leading_zeros")
        ENTRY("T3", "trailing_zeros") ENTRY("MS", "set") ENTRY("S4", "set") ENTRY("MC", "copy") ENTRY("C4", "copy")
        ENTRY("IF", "nothing") ENTRY("EX", "nothing") ENTRY("RE", "erase") ENTRY("RP", "program")
        ENTRY("FC", "nothing") ENTRY("CX", "nothing") ENTRY("UB", "stop") ENTRY("WV", "stop") ENTRY("DT", "stop")
        "data: .word 0\n .text\n");
