import { describe, expect, it } from 'vitest'
import { hasMoreValues } from './json-values.ts'

const more = (value: unknown, max: number) => hasMoreValues(Buffer.from(JSON.stringify(value)), max)

describe('the number of values of a JSON text', () => {
  it.each([
    ['numbers', Array(100).fill(1)],
    ['empty lists', Array(100).fill([])],
    ['lists in each other', JSON.parse('['.repeat(100) + ']'.repeat(100))],
    ['names', Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`name ${at}`, at]))],
  ])('is that of its %s, whatever they are', (_, value) => {
    expect(more(value, 99)).toBe(true)
    expect(more(value, 250)).toBe(false)
  })

  it('does not count what a text has in it', () => {
    expect(more({ text: '",:[{\\",[[[[\\\\'.repeat(100), next: '"' }, 10)).toBe(false)
    expect(more(['\\', 1, 2, 3, 4, 5], 5)).toBe(true)
  })
})
