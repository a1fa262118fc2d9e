import type { TestPage } from '@portal/testkit/browser'
import { emptied, held, refused } from './chosen-responses.ts'
import type { ScreenAddress } from './screen-addresses.ts'

const conversationList = /\/api\/conversations(?:\?|$)/

/** The list of conversations and what can be done with one, in the thread at `path`. */
export function conversationScreens(path: string): ScreenAddress[] {
  const act = (item: string) => async (page: TestPage) => {
    await page
      .getByRole('button', { name: /^Actions for/ })
      .last()
      .click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.locator('[role=dialog], [role=alertdialog]').waitFor()
  }
  return [
    { name: 'conversations-none', path: '/chat', before: emptied(conversationList) },
    { name: 'conversations-loading', path: '/chat', before: held(conversationList), isBusy: true },
    { name: 'conversations-failed', path: '/chat', before: refused(conversationList) },
    { name: 'conversations-search', path, act: searchFor('kilometre') },
    { name: 'conversations-nothing', path, act: searchFor('pancakes') },
    { name: 'conversations-drawer', path, widest: 768, act: openDrawer },
    { name: 'conversations-menu', path, act: openMenu },
    { name: 'conversations-rename', path, act: act('Rename') },
    { name: 'conversations-delete', path, act: act('Delete') },
  ]
}

function searchFor(text: string) {
  return async (page: TestPage) => {
    await page.getByLabel('Search conversations').fill(text)
    await page.getByText('Searching questions').waitFor({ state: 'detached' })
  }
}

async function openDrawer(page: TestPage): Promise<void> {
  await page.getByRole('button', { name: 'Conversations' }).click()
  await page.getByRole('dialog', { name: 'Conversations' }).waitFor()
}

async function openMenu(page: TestPage): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .last()
    .click()
  await page.getByRole('menu').waitFor()
}
