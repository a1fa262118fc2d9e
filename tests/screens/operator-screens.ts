import type { ReleasedRemote, RemoteAct, RemoteReleases } from '@portal/contracts/remote-releases'
import type { TestPage } from '@portal/testkit/browser'
import { changed, held, refused } from './chosen-responses.ts'
import { opens } from './opens.ts'
import { operationsScreens } from './operations-screens.ts'
import type { ScreenAddress } from './screen-addresses.ts'

const remotes = /\/api\/remotes$/
const path = '/master-admin/remotes'

/** Remotes in a promotion, what is done to them, and a preview as it is seen; operations. */
export function operatorScreens(): ScreenAddress[] {
  const before = changed(remotes, inPromotion)
  const versions = async (page: TestPage) => {
    await page
      .getByText(/^\d+ versions?$/)
      .first()
      .click()
  }
  const dialog = (name: RegExp) => async (page: TestPage) => {
    await versions(page)
    await opens(name)(page)
  }
  return [
    { name: 'remotes-promotion', path, before },
    { name: 'remotes-versions', path, before, act: versions },
    { name: 'remotes-promote', path, before, act: dialog(/^Promote /) },
    { name: 'remotes-roll-back', path, before, act: opens('Roll back') },
    { name: 'remotes-pin', path, before, act: dialog(/^Pin /) },
    { name: 'remotes-unpin', path, before, act: opens(/^Unpin /) },
    { name: 'remotes-preview', path, before, act: dialog(/^Preview /) },
    { name: 'remotes-link', path, act: makeLink },
    {
      name: 'remotes-none',
      path,
      before: changed<RemoteReleases>(remotes, (all) => ({ ...all, remotes: [], acts: [] })),
    },
    { name: 'remotes-loading', path, before: held(remotes), isBusy: true },
    { name: 'remotes-failed', path, before: refused(remotes) },
    ...operationsScreens(),
    // Last: the preview goes on until it is ended.
    { name: 'preview', path, act: seePreview },
  ]
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const versionOf = (remote: ReleasedRemote, version: string, changes: object = {}) => ({
  ...remote.versions[0],
  ...{ version, publishedAt: ago(3), signedBy: 'release-team', reasonAgainst: null },
  ...changes,
})

function inPromotion(all: RemoteReleases): unknown {
  const [first, ...others] = all.remotes
  if (!first) throw new Error('The demo has no remotes.')
  const unsigned = `${first.name} 4b81c0d27a is not signed by a key of this portal.`
  const promoted: ReleasedRemote = {
    ...first,
    promotion: {
      ...{ version: '91c2fe07d3', previous: first.current, percent: 10, threshold: 20 },
      ...{ promotedAt: ago(2), isWatched: true, people: 41, failing: 3 },
      ...{ organizations: 4, failingOrganizations: 2 },
    },
    versions: [
      versionOf(first, '4b81c0d27a', { signedBy: null, reasonAgainst: unsigned }),
      versionOf(first, '91c2fe07d3'),
      ...first.versions,
    ] as ReleasedRemote['versions'],
    pins: [{ organization: 1, version: first.current ?? '' }],
    failures: [
      {
        ...{ version: '91c2fe07d3', kind: 'render', error: 'TypeError' },
        ...{ location: 'assets/coverage-table-Dq81xk.js:1:20931', people: 3 },
      },
    ],
  }
  return { ...all, remotes: [promoted, ...others], acts: [...actsOn(first.name), ...all.acts] }
}

function actsOn(name: string): RemoteAct[] {
  const act = { name, version: '91c2fe07d3', organization: null, percent: null, who: null }
  return [
    {
      ...{ ...act, id: 905, at: ago(1), act: 'rollback', version: '5d0e11f2aa' },
      ...{ by: 'automatic', why: 'It failed for 12 of 30 people in 3 organizations: 40%, allowed are 20%.' },
    },
    {
      ...{ ...act, id: 904, at: ago(2), act: 'promote', percent: 10, by: 'command', who: 'release' },
      why: 'Coverage of policies in one table, asked for by three organizations since spring',
    },
    { ...act, id: 903, at: ago(3), act: 'publish', by: 'key', who: 'release-team', why: 'Release 1.19' },
  ]
}

async function makeLink(page: TestPage): Promise<void> {
  await page
    .getByText(/^\d+ versions?$/)
    .first()
    .click()
  await opens(/^Preview /)(page)
  await page.getByLabel('Reason').fill('To look at it before others do')
  await page.getByRole('button', { name: 'Make link' }).click()
  await page.getByRole('button', { name: 'Copy link' }).waitFor()
}

async function seePreview(page: TestPage): Promise<void> {
  await makeLink(page)
  const link = await page.getByRole('dialog').locator('code').textContent()
  await page.goto(link ?? '')
  await page.getByRole('button', { name: 'End preview' }).waitFor()
}
