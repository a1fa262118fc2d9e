import type { TestPage } from '@portal/testkit/browser'
import { held, refused } from './chosen-responses.ts'
import type { ScreenAddress } from './screen-addresses.ts'

/** What screens read; the shell's own requests go on, without which there is no screen. */
const reads = /\/api\/(?!session|events|status|login|logout)/

/** Every page while nothing of it has arrived yet, and when none of it could be read. */
export function pageStates(pages: readonly ScreenAddress[]): ScreenAddress[] {
  return pages.flatMap(({ name, path }) => [
    { name: `loading-${name}`, path, before: held(reads), isBusy: true },
    { name: `failed-${name}`, path, before: refused(reads) },
  ])
}

/** Presses a button of this name, as a person does who wants something that opens no dialog. */
export function presses(name: string | RegExp) {
  return async (page: TestPage): Promise<void> => {
    await page.getByRole('button', { name }).first().click()
  }
}
