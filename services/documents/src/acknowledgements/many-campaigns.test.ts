import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DocumentsPorts } from '../ports.ts'
import { refusalOf, startVersionsUnderTest, upload } from '../versions/versions.fixture.ts'
import { close, listen, pendingOf, start, wait } from './campaigns.fixture.ts'

/** More than are brought up to date while other organizations' events wait. */
const many = 23
const plenty = { person: 1e9, organization: 1e9 }
const quotas: DocumentsPorts['quotas'] = {
  ...{ storedBytes: 1e12, documents: 1e6, uploads: plenty, uploadBytes: plenty },
  ...{ evidencePacks: plenty, readAgain: plenty, requests: { person: 1e9, organization: 200 } },
}

let service: Awaited<ReturnType<typeof startVersionsUnderTest>>
let events: Awaited<ReturnType<typeof listen>>
beforeAll(async () => {
  service = await startVersionsUnderTest((ports) => ({ ...ports, quotas }))
  events = await listen(service.under.bus)
}, 240_000)
afterAll(async () => {
  await events.stop()
  await service.stop()
})

const started = async (organization: Awaited<ReturnType<typeof service.newOrganization>>) =>
  start(organization.admin, (await upload(organization.admin)).currentVersion?.id ?? '')

it('who joins, leaves or comes back is asked, or released, by each of many campaigns, and told of each once a day', async () => {
  const organization = await service.newOrganization()
  const { as, join, leave, named } = organization
  const running = []
  for (let at = 0; at < many; at += 1) running.push(await started(organization))
  const newcomer = as('team_member', 'newcomer')
  await join(named('newcomer'), 'team_member')
  await expect.poll(async () => (await pendingOf(newcomer)).length, wait).toBe(many)
  await leave(named('newcomer'), 'team_member')
  const [last] = running.slice(-1)
  await expect.poll(async () => (await pendingOf(newcomer)).length, wait).toBe(0)
  // Back within the day.
  await join(named('newcomer'), 'team_member')
  await expect.poll(async () => (await pendingOf(newcomer)).length, wait).toBe(many)
  const requested = last ? events.reached('acknowledgement.requested', last) : []
  expect(requested.filter((person) => person === named('newcomer'))).toHaveLength(1)
}, 360_000)

it('an organization asks only so many people in a day, however often its campaigns are started anew', async () => {
  const organization = await service.newOrganization()
  const { admin } = organization
  const { currentVersion } = await upload(admin)
  const versionId = currentVersion?.id ?? ''
  let campaign = await start(admin, versionId)
  let refusal = { status: 0, message: '' }
  for (let round = 0; round < 300 && refusal.status === 0; round += 1) {
    await close(admin, campaign)
    refusal = await refusalOf(
      start(admin, versionId).then((again) => {
        campaign = again
      }),
    )
  }
  expect(refusal.status).toBe(429)
  expect(refusal.message).toContain('Your organization has used its requests to acknowledge of today.')
}, 360_000)
