import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { signIn } from '@portal/testkit/sign-in'
import { signInOnPage } from '@portal/testkit/sign-in-page'
import { expect } from 'vitest'
import { describeSteps, type Step } from './describe-steps.ts'
import { type JourneyPortal, loginOf, type StartedPortal } from './journey-portal.ts'
import { moveTo } from './move-to.ts'
import { expectAccessible, type Tab } from './tab.ts'

/**
 * A refusal, the admin who reads of it by keyboard and exports the trail, and the operator who
 * verifies it. `findHeads` locates the signed heads, unless they are in the data folder.
 */
export function describeAuditTrail(
  name: string,
  portal: () => StartedPortal,
  findHeads?: () => Promise<string>,
): void {
  const promised = { ...steps, [verified]: async () => verify(portal(), await findHeads?.()) }
  describeSteps(`${name}: an admin who reads the audit trail`, promised, portal)
}

const steps: Readonly<Record<string, Step>> = {
  'finds it from Team, with the refusal that just happened, in words': readOfRefusal,
  'narrows it by outcome; the address keeps it': narrow,
  'reads it in a narrow window too': readNarrow,
  'has the chain verified': verifyChain,
  'takes it away as a file': takeAway,
}
const verified = 'and the command finds every chain whole and as it was signed'

async function readOfRefusal({ page }: Tab, portal: JourneyPortal): Promise<void> {
  const { address } = portal
  const member = await signIn({ address, ...loginOf(portal, 'jonas') })
  expect((await member('/api/audit')).status).toBe(403)
  await signInOnPage(page, { address, ...loginOf(portal, 'ingrid'), returnTo: '/team' })
  await moveTo(page, page.getByRole('link', { name: 'Audit Trail' }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Audit trail' }).waitFor()
  const refusal = page.getByRole('row').filter({ hasText: 'was refused' }).filter({ hasText: 'Jonas Weber' })
  await refusal.first().waitFor()
  expect(await refusal.first().textContent()).toContain('GET /api/audit')
  await expectAccessible(page)
}

async function narrow({ page }: Tab): Promise<void> {
  await page.getByLabel('Outcome').selectOption('Refused')
  await page.waitForURL(/outcome=denied/)
  await page.getByRole('cell', { name: 'Done' }).first().waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('cell', { name: 'Refused' }).first().waitFor()
  expect(await page.getByRole('cell', { name: 'Done' }).count()).toBe(0)
}

async function readNarrow({ page }: Tab): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  if (size) await page.setViewportSize(size)
}

async function verifyChain({ page }: Tab): Promise<void> {
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText(/^Chain intact up to #\d+$/).waitFor()
  await expectAccessible(page)
}

async function takeAway({ page }: Tab): Promise<void> {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^audit-\d+-\d{4}-\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toMatch(/^sequence,organizationId,at,actorId,/)
  // A refused request has no named resource: that column is empty.
  expect(lines).toContainEqual(expect.stringContaining('access.denied,GET /api/audit,,denied'))
}

async function verify({ dataFolder }: StartedPortal, heads: string | undefined): Promise<void> {
  const command = fileURLToPath(new URL('../../deploy/operate/audit/main.ts', import.meta.url))
  const args = ['--disable-warning=ExperimentalWarning', command, '--data', dataFolder]
  const env = heads === undefined ? {} : { AUDIT_HEADS_URL: heads }
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000, env })
  expect(stdout).toMatch(/^platform +\d+ +\d+ {2}whole$/m)
  expect(stdout).toMatch(/^organization \d+ +\d+ +\d+ {2}whole$/m)
  expect(stdout).toContain('whole, and as they were signed.')
}
