import type { TestPage } from '@portal/testkit/browser'

type Target = ReturnType<TestPage['locator']>

const pressesMax = 80

/** Presses a key until the control has the focus. Throws when it cannot be reached that way. */
export async function moveTo(page: TestPage, target: Target, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < pressesMax; presses++) {
    if (await hasFocus(page, target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${target} cannot be reached with ${key}.`)
}

/** Whether this control has the focus. */
export async function hasFocus(page: TestPage, target: Target): Promise<boolean> {
  return (await target.and(page.locator(':focus')).count()) > 0
}
