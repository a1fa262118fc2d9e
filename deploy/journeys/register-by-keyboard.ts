import { randomBytes } from 'node:crypto'
import type { TestPage } from '@portal/testkit/browser'
import { moveTo } from './move-to.ts'

/** Fills in the provider's registration form, from its sign-in page on, with an address that nobody has had. */
export async function registerByKeyboard(page: TestPage, firstName: string): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await moveTo(page, page.getByRole('link', { name: 'Create an account' }))
  await page.keyboard.press('Enter')
  const password = 'seven-quiet-harbours'
  const fields = {
    'First name': firstName,
    'Last name': 'Lindqvist',
    'E-mail': `${firstName.toLowerCase()}-${randomBytes(4).toString('hex')}@journey.example`,
    Password: password,
  }
  for (const [label, text] of Object.entries(fields)) {
    await moveTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  // Some providers' pages want it twice.
  const repeated = page.getByLabel('Repeat the password', { exact: true })
  if ((await repeated.count()) > 0) {
    await moveTo(page, repeated)
    await page.keyboard.type(password)
  }
  await page.keyboard.press('Enter')
}
