import { expect, it } from 'vitest'
import { luckIn } from './check-luck.ts'

const found = (text: string) => luckIn({ file: 'tests/some.test.ts', text })

it.each([
  ['a wait that is short', 'await vi.waitFor(() => expect(said).toBe(1), { timeout: 300 })'],
  ['one that is told as a number', 'await vi.waitFor(look, 5000)'],
  ['one of a screen', "await screen.findByRole('alert', {}, { timeout: 2_000 })"],
  ['one of a value', 'await expect.poll(read, { timeout: 6000 }).toBe(401)'],
  ['a tight limit of time', 'expect(performance.now() - since).toBeLessThan(50)'],
  ['digits that may stand in an id', "expect(answer).not.toContain('101')"],
  ['digits among alternatives', 'expect(JSON.stringify(rows)).not.toMatch(/known|101/)'],
])('a test that rests on luck is named: %s', (_, text) => {
  expect(found(`\n${text}`)).toEqual([expect.stringMatching(/^tests\/some\.test\.ts:2 /)])
})

it.each([
  'await vi.waitFor(look)',
  'await vi.waitFor(look, { timeout: 45_000, interval: 20 })',
  'await expect.poll(read).toBe(401)',
  'expect(Math.min(...tookMs)).toBeLessThan(50)',
  'expect(performance.now() - since).toBeLessThan(30_000)',
  "expect(chains).not.toContainEqual('107')",
  "expect(answer).not.toContain('HTTP/1.1 101')",
  'expect(answer).not.toMatch(/HTTP\\/1.1 101|status 9/)',
])('one that does not is left alone: %s', (text) => {
  expect(found(text)).toEqual([])
})
