import type { TestPage } from '@portal/testkit/browser'

/** Opens the dialog behind the first button of this name. */
export function opens(name: string | RegExp) {
  return async (page: TestPage): Promise<void> => {
    await page.getByRole('button', { name }).first().click()
    await page.locator('[role=dialog], [role=alertdialog]').first().waitFor()
  }
}
