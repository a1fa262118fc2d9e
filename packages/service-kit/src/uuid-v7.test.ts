import { expect, test } from 'vitest'
import { z } from 'zod'
import { uuidV7 } from './uuid-v7.ts'

test('ids have the form of RFC 9562, version 7, and carry their milliseconds', () => {
  const before = Date.now()
  const id = uuidV7()
  expect(z.uuidv7().safeParse(id).success).toBe(true)
  const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  expect(time).toBeGreaterThanOrEqual(before)
})

test('ids rise strictly in the order of their making, within a millisecond too', () => {
  const ids = Array.from({ length: 20_000 }, () => uuidV7())
  expect(ids).toEqual([...ids].sort())
  expect(new Set(ids).size).toBe(ids.length)
})

test('ids rise even when the clock steps back', () => {
  const earlier = uuidV7()
  const later = uuidV7(Date.now() - 60_000)
  expect(later > earlier).toBe(true)
})
