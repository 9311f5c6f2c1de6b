// Luau's `lua.h`, smaller pages for small heaps, and fuel for what is done to long texts.
//
// Luau is compiled with this folder before its own (see the readme), so that its sources find this file
// first. Luau takes memory in pages of 16 and 32 KiB, each for blocks of one
// size. There are some sixty sizes, and a room's heap is a few hundred KiB: most of what it held were
// pages with a few blocks in them. Here a page takes 2 or 4 KiB until the heap has grown.
//
// `newpage` is defined and called in Luau's `lmem.cpp` alone. Calls name template arguments first, so that
// this macro meets only the definition. It puts a function before it that makes pages smaller, and gives
// the definition another name. Should a later Luau do without such a function, pages are as Luau has
// them, and the test `rooms_are_small` fails.
//
// Comparing two texts and reading a number from one happen within single instructions, or thousands of
// times within one call of a library function, with no safepoint. Where a text is long they are charged
// for: see `fangqi_spend` in `vm/src/fuel.rs`. A test in `vm/tests/vm/costs.rs` fails if Luau comes to do it
// otherwise.
#pragma once

#include <../include/lua.h>

#include <cctype>
#include <cstdlib>
#include <cstring>

// Takes fuel for so many bytes from the script that runs on this thread, if one does. Programs that are
// linked without the host's VM have no such function.
extern "C" void fangqi_spend(size_t bytes) __attribute__((weak));

// Bytes that are not charged for.
#define FANGQI_SHORT_TEXT 128

static inline int fangqi_memcmp(const void* left, const void* right, size_t length)
{
    if (length > FANGQI_SHORT_TEXT && fangqi_spend)
        fangqi_spend(length / 8);
    return memcmp(left, right, length);
}

static inline double fangqi_strtod(const char* text, char** end)
{
    double number = strtod(text, end);
    // Luau passes over white space that follows.
    const char* last = *end;
    while (isspace((unsigned char)*last))
        last++;
    if (last - text > FANGQI_SHORT_TEXT && fangqi_spend)
        fangqi_spend(size_t(last - text));
    return number;
}

#define memcmp(left, right, length) fangqi_memcmp(left, right, length)
#define strtod(text, end) fangqi_strtod(text, end)

// Sizes of pages, less what allocators like to keep of a power of two, as Luau has it.
#define FANGQI_SMALL_PAGE (2 * 1024 - 24)
#define FANGQI_LARGE_PAGE (4 * 1024 - 24)
// Blocks above this size lie in large pages.
#define FANGQI_SMALL_BLOCK (256 + 8)
// Bytes of a heap from which Luau's own pages, which take fewer calls of the allocator, waste little.
#define FANGQI_SMALL_HEAP (8 * 1024 * 1024)

#define newpage(state, pages, size, block, count)                                                      \
    newpage(state, pages, size, block, count);                                                         \
    template<AllocationPath path, int type, bool nothrow>                                              \
    static lua_Page* newpageofsize(state, pages, size, block, count);                                  \
    template<AllocationPath path, int type, bool nothrow>                                              \
    static lua_Page* newpage(state, pages, size, block, count)                                         \
    {                                                                                                  \
        if (blockCount > 1 && L->global->totalbytes < FANGQI_SMALL_HEAP)                               \
        {                                                                                              \
            pageSize = blockSize > FANGQI_SMALL_BLOCK ? FANGQI_LARGE_PAGE : FANGQI_SMALL_PAGE;         \
            blockCount = (pageSize - int(offsetof(lua_Page, data))) / blockSize;                       \
        }                                                                                              \
        return newpageofsize<path, type, nothrow>(L, pageset, pageSize, blockSize, blockCount);        \
    }                                                                                                  \
    template<AllocationPath path, int type, bool nothrow>                                              \
    static lua_Page* newpageofsize(state, pages, size, block, count)
