import { describe, expect, it } from 'vitest'
import { parseError } from '../failure-messages.ts'
import { type PageRange, readInRanges } from './page-ranges.ts'
import { carriedMax } from './protocol.ts'

/** A file of so many pages, of which some exceed the limits; a process reads `perPart` pages. */
function fileOf({ pages, heavy = [], perPart = 100 }: { pages: number; heavy?: number[]; perPart?: number }) {
  const ranges: PageRange[] = []
  const readPart = async ({ from, to = pages }: PageRange) => {
    ranges.push({ from, to })
    const last = Math.min(to, from + perPart - 1)
    const stuck = heavy.find((page) => page >= from && page <= last)
    if (stuck !== undefined)
      return { failure: parseError('time_limit'), reached: { page: stuck, of: pages } } as const
    const numbers = Array.from({ length: last - from + 1 }, (_, index) => from + index)
    return {
      ...{ blocks: [], carried: numbers.join(' '), pages, parser: 'test' },
      ...(last < to && { nextPage: last + 1 }),
    }
  }
  const joinParts = async (carried: readonly string[]) => {
    const numbers = carried.join(' ').split(' ').map(Number)
    const blocks = numbers.map((page) => ({ kind: 'paragraph' as const, text: `Page ${page}`, page }))
    return { blocks, unreadPages: [], parser: 'test' }
  }
  return { readPart, joinParts, ranges }
}

describe('a PDF that is read in parts', () => {
  it('is read to its end, page by page in order, whatever one process can read', async () => {
    const file = fileOf({ pages: 25, perPart: 10 })
    const { blocks, ...rest } = await readInRanges(file)
    expect(blocks.map(({ page }) => page)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
    expect(rest).toEqual({ pages: 25, unreadPages: [], parser: 'test' })
    expect(file.ranges).toHaveLength(3)
  })

  it.each([[[1]], [[12]], [[25]], [[1, 25]]])(
    'loses only the pages that are too heavy: %j',
    async (heavy) => {
      const file = fileOf({ pages: 25, heavy })
      const { blocks, unreadPages } = await readInRanges(file)
      expect(unreadPages).toEqual(heavy)
      expect(blocks).toHaveLength(25 - heavy.length)
      expect(file.ranges.length).toBeLessThanOrEqual(6)
    },
  )

  it('fails when too many pages are too heavy, or the only one', async () => {
    await expect(readInRanges(fileOf({ pages: 9, heavy: [2, 4, 6] }))).rejects.toMatchObject({
      reason: 'time_limit',
    })
    await expect(readInRanges(fileOf({ pages: 1, heavy: [1] }))).rejects.toMatchObject({
      reason: 'time_limit',
    })
  })

  it('fails at once for any other reason than a limit, or when no page was reached', async () => {
    const { joinParts } = fileOf({ pages: 9 })
    const failing = (failure: unknown, page?: number) =>
      readInRanges({
        readPart: async () => ({ failure, reached: page === undefined ? null : { page, of: 9 } }),
        joinParts,
      })
    const corrupt = parseError('corrupt')
    await expect(failing(corrupt, 2)).rejects.toBe(corrupt)
    const early = parseError('memory_limit')
    await expect(failing(early)).rejects.toBe(early)
  })

  it('fails with its reason when its pages cannot be understood together', async () => {
    const failure = parseError('time_limit')
    const { readPart } = fileOf({ pages: 25, perPart: 10 })
    const reading = readInRanges({ readPart, joinParts: async () => ({ failure, reached: null }) })
    await expect(reading).rejects.toBe(failure)
  })

  it('fails when its pages are more than the parent may hold', async () => {
    const carried = 'x'.repeat(1 + carriedMax / 2)
    const { readPart, joinParts } = fileOf({ pages: 25, perPart: 10 })
    const reading = readInRanges({
      readPart: async (range) => ({ ...(await readPart(range)), carried }),
      joinParts,
    })
    await expect(reading).rejects.toMatchObject({ reason: 'too_large_inside' })
  })

  it('ends when a process, which its file may have taken over, points back to a page', async () => {
    const { readPart, joinParts } = fileOf({ pages: 25 })
    const reading = readInRanges({
      readPart: async (range) => ({ ...(await readPart(range)), nextPage: 2 }),
      joinParts,
    })
    await expect(reading).rejects.toThrow('The output of the parser is invalid.')
  })
})
