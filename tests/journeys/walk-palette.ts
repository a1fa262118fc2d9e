import type { TestPage } from '@portal/testkit/browser'
import { expect } from 'vitest'

/** Whether the active option is the combobox's and visible in list and window. For the browser. */
const isChosenInView = `(() => {
  const chosen = document.querySelectorAll('[role=option][aria-selected=true]')
  const active = document.activeElement?.getAttribute('aria-activedescendant')
  if (chosen.length !== 1 || chosen[0].id !== active) return false
  const entry = chosen[0].getBoundingClientRect()
  const list = chosen[0].closest('[role=listbox]').getBoundingClientRect()
  return entry.top >= list.top - 1 && entry.bottom <= list.bottom + 1 && list.top >= 0 && list.bottom <= innerHeight
})()`

const isScrolling = `(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)(
  document.querySelector('[role=dialog] [role=listbox]'),
)`

/** Walks a scrolling list with the arrow keys. Needs documents with an "a" in the title. */
export async function walkPalette(page: TestPage): Promise<void> {
  await page.getByRole('button', { name: 'Search or ask' }).waitFor()
  await page.keyboard.press('Control+K')
  const palette = page.getByRole('dialog', { name: 'Search or ask' })
  await palette.getByRole('combobox').fill('a')
  const entries = palette.getByRole('option')
  await palette.getByRole('option', { name: 'Ask the assistant' }).waitFor()
  // People and conversations are read when the palette opens.
  await page.waitForLoadState('networkidle')
  const count = await entries.count()
  expect(await page.evaluate(isScrolling)).toBe(true)
  for (const key of ['ArrowDown', 'ArrowUp'] as const) {
    const seen = new Set<string | null>()
    for (let presses = 0; presses < count; presses++) {
      await page.keyboard.press(key)
      await expect.poll(() => page.evaluate(isChosenInView), { message: `${key} ${presses}` }).toBe(true)
      seen.add(await palette.getByRole('option', { selected: true }).textContent())
    }
    expect(seen.size).toBe(count)
  }
}
