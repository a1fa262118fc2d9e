import type { TestPage } from '@portal/testkit/browser'
import { expect } from 'vitest'

type Target = ReturnType<TestPage['locator']>

const pressesMax = 80

/**
 * Waits for the control and presses a key until it keeps the focus. Throws if unreachable. A menu
 * moves its focus after the key press: looking too early would press past its entry, for good.
 */
export async function moveTo(page: TestPage, target: Target, key = 'Tab'): Promise<void> {
  await target.waitFor({ state: 'attached' })
  for (let presses = 0; presses < pressesMax; presses++) {
    if (await keepsFocus(page, target)) return
    await page.keyboard.press(key)
    await page.evaluate(afterNextFrame)
  }
  throw new Error(`${target} cannot be reached with ${key}.`)
}

/** Resolves when the control has the focus: a screen moves it there after rendering. */
export async function expectFocus(page: TestPage, target: Target): Promise<void> {
  await expect.poll(() => hasFocus(page, target), { message: `${target} has the focus` }).toBe(true)
}

/** A screen being rendered may move the focus, and the next key press with it. */
async function keepsFocus(page: TestPage, target: Target): Promise<boolean> {
  if (!(await hasFocus(page, target))) return false
  await page.evaluate(afterNextFrame)
  return hasFocus(page, target)
}

/** As text, for the browser. */
const afterNextFrame = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))`

async function hasFocus(page: TestPage, target: Target): Promise<boolean> {
  return (await target.and(page.locator(':focus')).count()) > 0
}
