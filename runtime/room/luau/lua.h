// Luau's `lua.h`, and smaller pages for small heaps.
//
// Luau is compiled with this folder before its own (`LUAU_INCLUDE_DIRS` in `.cargo/config.toml`), so that
// its sources find this file first. Luau takes memory in pages of 16 and 32 KiB, each for blocks of one
// size. There are some sixty sizes, and a room's heap is a few hundred KiB: most of what it held were
// pages with a few blocks in them. Here a page takes 2 or 4 KiB until the heap has grown.
//
// `newpage` is defined and called in Luau's `lmem.cpp` alone. Calls name template arguments first, so that
// this macro meets only the definition. It puts a function before it that makes pages smaller, and gives
// the definition another name. Should a later Luau do without such a function, pages are as Luau has
// them, and the test `rooms_are_small` fails.
#pragma once

#include <../include/lua.h>

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
