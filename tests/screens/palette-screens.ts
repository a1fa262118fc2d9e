import type { TestPage } from '@portal/testkit/browser'
import { questions } from './asked-questions.ts'
import { held, refused } from './chosen-responses.ts'
import type { ScreenAddress } from './screen-addresses.ts'

const asking = /\/api\/chat(?:\/stream)?$/

/** The command palette over a page, as it is used. */
export function paletteScreens(): ScreenAddress[] {
  const path = '/documents'
  return [
    { name: 'palette', path, act: openPalette },
    { name: 'palette-found', path, act: typed('excursion') },
    { name: 'palette-nothing', path, act: typed('pancakes') },
    { name: 'palette-asking', path, before: held(asking), act: asked('AI is thinking...'), isBusy: true },
    { name: 'palette-answer', path, act: asked('Open in the assistant') },
    { name: 'palette-failed', path, before: refused(asking), act: asked('Retry') },
  ]
}

/** The page below has controls of the same role. */
const box = (page: TestPage) => page.getByRole('dialog').getByRole('combobox')

async function openPalette(page: TestPage): Promise<void> {
  await page.keyboard.press('Control+K')
  await box(page).waitFor()
}

function typed(text: string) {
  return async (page: TestPage) => {
    await openPalette(page)
    const found = page.waitForResponse(/\/api\/search/)
    await box(page).fill(text)
    await found
  }
}

/** Asks, and waits until this is shown. */
function asked(shown: string) {
  return async (page: TestPage) => {
    await openPalette(page)
    await box(page).fill(questions.answered)
    await page.getByRole('option', { name: /Ask the assistant/ }).click()
    await page.getByText(shown).waitFor()
  }
}
