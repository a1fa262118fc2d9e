import type { TestPage } from '@portal/testkit/browser'
import { opens } from './opens.ts'
import { presses } from './page-states.ts'
import type { ScreenAddress } from './screen-addresses.ts'

/** The dialogs of the team's pages, and toasts after what is done there; for stewards. */
export function teamScreens(): ScreenAddress[] {
  return [
    { name: 'invite', path: '/team?open=invitation', act: dialog },
    { name: 'invite-refused', path: '/team?open=invitation', act: inviteNobody },
    { name: 'department-new', path: '/team?open=new-department', act: dialog },
    { name: 'department-delete', path: '/team', act: opens(/^Delete department/) },
    { name: 'departments-assign', path: '/team', act: opens(/^Departments of/) },
    { name: 'join-code-renew', path: '/team', act: opens('New Code') },
    { name: 'user-delete', path: '/users', act: opens(/^Delete user/) },
    { name: 'sessions-end', path: '/sessions', act: opens('Log out everywhere else') },
    { name: 'rule-new', path: '/approvals/rules?open=new-rule', act: dialog },
    { name: 'export-menu', path: '/analytics', act: presses('Export CSV') },
  ]
}

async function dialog(page: TestPage): Promise<void> {
  await page.getByRole('dialog').waitFor()
}

/** The toast of the specification, over the dialog. */
async function inviteNobody(page: TestPage): Promise<void> {
  await dialog(page)
  await page.getByRole('button', { name: 'Send Invitation' }).click()
  await page.getByText('Email Required').first().waitFor()
}
