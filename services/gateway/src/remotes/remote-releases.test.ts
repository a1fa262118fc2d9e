import { createPrivateKey } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ErrorBody } from '@portal/contracts/errors'
import type { EventEnvelope } from '@portal/contracts/events'
import type { PreviewLink, RemoteReleases } from '@portal/contracts/remote-releases'
import type { RemoteEntry } from '@portal/contracts/remotes'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuildRemote, openWorkshop } from '../../test/built-remote.ts'
import { eventually } from '../../test/eventually.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { shareOf } from './choose-version.ts'
import { promoteRemote } from './promotions.ts'
import { publishRemote } from './publish-remote.ts'
import type { RemoteStore } from './remote-store.ts'
import { makeSigningKey, signEntry } from './signatures.ts'

const team = makeSigningKey()
const key = createPrivateKey(team.privateKey)
const author = { by: 'command', who: 'test', why: 'A test' } as const

let portal: GatewayUnderTest
let store: RemoteStore
let workshop: Awaited<ReturnType<typeof openWorkshop>>
let build: BuildRemote
let operator: CookieFetch
const published: EventEnvelope[] = []

beforeAll(async () => {
  portal = await startGatewayUnderTest({ REMOTE_KEYS: `team=${team.publicKey}` })
  workshop = await openWorkshop()
  build = workshop.build
  const keys = new Map([['team', team.publicKey]])
  store = { database: portal.database, directory: portal.remotesDirectory, keys, contract: '1.0' }
  await portal.addPerson('olga', { isMasterAdmin: true, organization: null, role: null, departments: [] })
  operator = await portal.signIn('olga')
  await portal.bus.tail({ topics: ['gateway'], handle: (event) => void published.push(event) })
})
afterAll(async () => {
  await workshop[Symbol.asyncDispose]()
  await portal[Symbol.asyncDispose]()
})

/** Publishes a signed build of a remote; its version. */
async function publish(name: string, text: string): Promise<string> {
  const { folder } = await build(name, text)
  const sign = (entry: RemoteEntry) => signEntry(entry, key)
  return (await publishRemote(store, { name, folder, author, sign })).version
}

/** A first version for everybody, and a second that nobody has. */
async function twoVersions(name: string): Promise<{ first: string; second: string }> {
  const first = await publish(name, 'one')
  await promoteRemote(store, { name, version: first, percent: 100, threshold: 20 }, author)
  return { first, second: await publish(name, 'two') }
}

async function act(by: CookieFetch, path: string, body: unknown, method = 'POST'): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  return by(path, { method, headers, body: JSON.stringify(body) })
}

async function versionOf(name: string, by: CookieFetch): Promise<string | undefined> {
  const { remotes } = (await (await by('/remotes.json')).json()) as { remotes: RemoteEntry[] }
  return remotes.find((remote) => remote.name === name)?.version
}

/** A browser of somebody new, of this organization. */
async function memberOf(organizationId: number, username: string): Promise<CookieFetch> {
  await portal.addPerson(username, { organization: { id: organizationId, name: 'Some' } })
  return portal.signIn(username)
}

async function released(name: string) {
  const all = (await (await operator('/api/remotes')).json()) as RemoteReleases
  const remote = all.remotes.find((one) => one.name === name)
  if (!remote) throw new Error(`There is no ${name}`)
  return { ...remote, acts: all.acts.filter((one) => one.name === name) }
}

describe('a published version', () => {
  it('is seen by nobody until it is promoted, and is taken back with who and why', async () => {
    const { first, second } = await twoVersions('chat')
    const visitor = portal.browser()
    await eventually(async () => expect(await versionOf('chat', visitor)).toBe(first))
    const body = { version: second, percent: 100, why: 'The answers are nicer.' }
    expect((await act(operator, '/api/remotes/chat/promotions', body)).status).toBe(204)
    await eventually(async () => expect(await versionOf('chat', visitor)).toBe(second))
    const back = await act(operator, '/api/remotes/chat/rollbacks', { why: 'They are not.' })
    expect(back.status).toBe(204)
    await eventually(async () => expect(await versionOf('chat', visitor)).toBe(first))
    const [last, before] = (await released('chat')).acts
    expect(last).toMatchObject({ act: 'rollback', by: 'operator', version: first, why: 'They are not.' })
    expect(before).toMatchObject({ act: 'promote', who: 'person-olga', why: 'The answers are nicer.' })
  })

  it('is the same at every replica of the gateway', async () => {
    await using replica = await portal.startReplica()
    const port = Number(new URL(replica.url).port)
    const request = `GET /remotes.json HTTP/1.1\r\nhost: 127.0.0.1:${portal.port}\r\nconnection: close\r\n\r\n`
    const { first, second } = await twoVersions('replicated')
    await eventually(async () => expect(await rawRequest(port, request)).toContain(first))
    const body = { version: second, percent: 100, why: 'Everywhere' }
    await act(operator, '/api/remotes/replicated/promotions', body)
    await eventually(async () => expect(await rawRequest(port, request)).toContain(second))
    await act(operator, '/api/remotes/replicated/rollbacks', { why: 'Nowhere' })
    await eventually(async () => expect(await rawRequest(port, request)).not.toContain(second))
  })

  it('reaches its share of organizations, the same at every step, and nobody without one', async () => {
    const { first, second } = await twoVersions('shared')
    const inShare = (organization: number, from: number, to: number) => {
      const share = shareOf('shared', second, organization)
      return share >= from && share < to
    }
    const ids = Array.from({ length: 500 }, (_, at) => 1000 + at)
    const [early = 0, late = 0] = [
      ids.find((id) => inShare(id, 0, 30)),
      ids.find((id) => inShare(id, 30, 60)),
    ]
    const [inFirst, inSecond] = [await memberOf(early, 'early'), await memberOf(late, 'late')]
    const promote = (percent: number) =>
      act(operator, '/api/remotes/shared/promotions', { version: second, percent, why: 'Carefully' })
    await promote(30)
    await eventually(async () => expect(await versionOf('shared', inFirst)).toBe(second))
    expect(await versionOf('shared', inSecond)).toBe(first)
    expect(await versionOf('shared', portal.browser())).toBe(first)
    const page = await (await inFirst('/shared/1', { headers: { accept: 'text/html' } })).text()
    expect(page).toContain(`/remotes/shared/${second}/remote-entry.js`)
    await promote(60)
    await eventually(async () => expect(await versionOf('shared', inSecond)).toBe(second))
    expect(await versionOf('shared', inFirst)).toBe(second)
  })

  it('is kept by an organization that is pinned to it, whatever is promoted', async () => {
    const { first, second } = await twoVersions('pinned')
    const [kept, other] = [await memberOf(51, 'kept'), await memberOf(52, 'other')]
    const pin = (version: string | null) =>
      act(operator, '/api/remotes/pinned/pins/51', { version, why: 'Their audit runs' }, 'PUT')
    expect((await pin(first)).status).toBe(204)
    await act(operator, '/api/remotes/pinned/promotions', { version: second, percent: 100, why: 'All' })
    await eventually(async () => expect(await versionOf('pinned', other)).toBe(second))
    expect(await versionOf('pinned', kept)).toBe(first)
    expect((await released('pinned')).pins).toEqual([{ organization: 51, version: first }])
    expect((await pin(null)).status).toBe(204)
    await eventually(async () => expect(await versionOf('pinned', kept)).toBe(second))
  })

  it('is previewed by the person of the link alone, until they end it', async () => {
    const { first, second } = await twoVersions('previewed')
    const [ada, eve] = [await memberOf(61, 'ada'), await memberOf(61, 'eve')]
    const wanted = { version: second, userId: 'person-ada', hours: 2, why: 'To look at it' }
    const made = await act(operator, '/api/remotes/previewed/previews', wanted)
    expect(made.status).toBe(201)
    const path = new URL(((await made.json()) as PreviewLink).url).pathname
    expect((await ada(path, { redirect: 'manual' })).status).toBe(303)
    await eventually(async () => expect(await versionOf('previewed', ada)).toBe(second))
    expect((await eve(path)).status).toBe(403)
    await eventually(async () => expect(await versionOf('previewed', eve)).toBe(first))
    const visitor = await portal.browser()(path, { redirect: 'manual' })
    expect(visitor.headers.get('location')).toBe(`/api/login?returnTo=${encodeURIComponent(path)}`)
    expect((await ada(`${path.slice(0, -4)}AAAA`)).status).toBe(400)
    const ended = {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    } as const
    await ada('/preview/end', ended)
    expect(await versionOf('previewed', ada)).toBe(first)
  })
})

describe('with keys', () => {
  it.each<[string, (entry: RemoteEntry) => RemoteEntry, string]>([
    ['is not signed', (entry) => entry, 'is not signed'],
    [
      'was signed by somebody else',
      (entry) => signEntry(entry, createPrivateKey(makeSigningKey().privateKey)),
      'not by a key of this portal',
    ],
    [
      'was changed after it was signed',
      (entry) => ({ ...entry, signature: signEntry({ ...entry, routes: [] }, key).signature ?? '' }),
      'something was changed',
    ],
  ])('a build that %s is not published', async (_, sign, reason) => {
    const { folder } = await build('strange', 'x')
    await expect(publishRemote(store, { name: 'strange', folder, author, sign })).rejects.toThrow(reason)
  })

  it('a file that differs from what was signed is not published', async () => {
    const { folder } = await build('strange', 'x')
    await writeFile(join(folder, 'remote-entry.js'), 'evil()')
    const sign = (entry: RemoteEntry) => signEntry(entry, key)
    await expect(publishRemote(store, { name: 'strange', folder, author, sign })).rejects.toThrow(
      'hash differs',
    )
  })

  it('pages carry the keys, and an entry that was changed in the database makes its remote unavailable', async () => {
    expect(await (await fetch(portal.origin)).text()).toContain(
      `<meta name="portal-remote-keys" content="team=${team.publicKey}">`,
    )
    await twoVersions('changed')
    await portal.database.platformTx((db) =>
      db.execute(
        `update remote_versions set entry = jsonb_set(entry, '{container}', '"evil"') where name = 'changed'`,
      ),
    )
    await eventually(async () => {
      const { parts } = (await (await fetch(`${portal.origin}/api/status`)).json()) as { parts: unknown[] }
      const detail = expect.stringContaining('something was changed')
      expect(parts).toContainEqual(expect.objectContaining({ name: 'changed', state: 'unavailable', detail }))
    })
    const [version] = (await released('changed')).versions
    const body = { version: version?.version, percent: 100, why: 'Nevertheless' }
    const refused = await act(operator, '/api/remotes/changed/promotions', body)
    expect([refused.status, ErrorBody.parse(await refused.json()).message]).toEqual([
      409,
      expect.stringContaining('something was changed'),
    ])
    await portal.database.platformTx((db) => db.execute(`delete from remote_versions where name = 'changed'`))
  })
})

describe('a promoted version that fails', () => {
  const failed = { outcome: 'failed', kind: 'render', error: 'TypeError', location: 'screen.js:1:2' }
  const report = (by: CookieFetch, name: string, version: string, facts: object = failed) =>
    act(by, '/api/remotes/reports', { name, version, ...facts })

  it('is rolled back by itself once it fails for three people in two organizations', async () => {
    const { first, second } = await twoVersions('broken')
    const members = [await memberOf(71, 'b1'), await memberOf(71, 'b2'), await memberOf(72, 'b3')]
    await act(operator, '/api/remotes/broken/promotions', { version: second, percent: 100, why: 'Go' })
    const [one, two, three] = members
    if (!one || !two || !three) throw new Error('Three members')
    await eventually(async () => expect(await versionOf('broken', three)).toBe(second))
    await report(three, 'broken', second, { outcome: 'shown' })
    // One person counts once, however often and from whichever browser.
    for (const browser of [one, one, await portal.signIn('b1')]) await report(browser, 'broken', second)
    expect((await released('broken')).promotion).toMatchObject({ people: 2, failing: 1 })
    await report(two, 'broken', second)
    expect((await released('broken')).current).toBe(second)
    await report(three, 'broken', second)
    const { current, acts, failures } = await released('broken')
    expect(current).toBe(first)
    expect(acts[0]).toMatchObject({
      ...{ act: 'rollback', by: 'automatic', who: null, version: first },
      why: 'It failed for 3 of 3 people in 2 of 2 organizations: 100%, allowed are 20%.',
    })
    expect(failures).toEqual([
      { version: second, kind: 'render', error: 'TypeError', location: 'screen.js:1:2', people: 3 },
    ])
    await eventually(async () => expect(await versionOf('broken', one)).toBe(first))
  })

  it('stays where only one of several organizations reports failures, and below its threshold', async () => {
    const { second } = await twoVersions('accused')
    const crowd = [await memberOf(81, 'c1'), await memberOf(81, 'c2'), await memberOf(81, 'c3')]
    const content = await memberOf(82, 'c4')
    await act(operator, '/api/remotes/accused/promotions', { version: second, percent: 100, why: 'Go' })
    await eventually(async () => expect(await versionOf('accused', content)).toBe(second))
    await report(content, 'accused', second, { outcome: 'shown' })
    for (const browser of crowd) await report(browser, 'accused', second)
    const { current, promotion } = await released('accused')
    expect(current).toBe(second)
    expect(promotion).toMatchObject({ people: 4, failing: 3, organizations: 2, failingOrganizations: 1 })
  })

  it('counts no report of a version that the person does not have', async () => {
    const { first, second } = await twoVersions('unseen')
    const nosy = await memberOf(91, 'nosy')
    await eventually(async () => expect(await versionOf('unseen', nosy)).toBe(first))
    const response = await report(nosy, 'unseen', second)
    expect(await response.json()).toEqual({ version: first })
    expect((await released('unseen')).failures).toEqual([])
  })

  it('keeps nobody’s name, id or organization', async () => {
    const { first } = await twoVersions('private')
    const known = await memberOf(101, 'known')
    await eventually(async () => expect(await versionOf('private', known)).toBe(first))
    await report(known, 'private', first)
    const rows = await portal.database.platformTx((db) =>
      db.execute(`select * from remote_reports where name = 'private'`),
    )
    // Told whole: a search for "101" would find it in the digest by luck.
    const digest = expect.stringMatching(/^[\w-]{22}$/)
    expect(rows).toEqual([
      {
        ...{ name: 'private', version: first, reporter: digest, organization: digest },
        ...{ has_failed: true, kind: 'render', error: 'TypeError', location: 'screen.js:1:2' },
        at: expect.any(String),
      },
    ])
  })

  it('takes no free text, and not more than thirty reports of a person in a minute', async () => {
    const writer = await memberOf(111, 'writer')
    const message = await report(writer, 'chat', 'abc', { ...failed, location: 'Ada asked:1:2' })
    expect(message.status).toBe(400)
    const many = await Promise.all(Array.from({ length: 40 }, () => report(writer, 'chat', 'abc')))
    expect(many.map(({ status }) => status)).toContain(429)
  })
})

describe('who may', () => {
  it('only an operator promotes, rolls back, pins and previews; reports need a login', async () => {
    const admin = await memberOf(121, 'admin-of-one')
    const body = { version: 'abc', percent: 100, userId: 'x', why: 'I want to' }
    for (const [method, path] of [
      ['POST', 'promotions'],
      ['POST', 'rollbacks'],
      ['PUT', 'pins/121'],
      ['POST', 'previews'],
    ] as const)
      expect((await act(admin, `/api/remotes/chat/${path}`, body, method)).status).toBe(403)
    expect((await admin('/api/remotes')).status).toBe(403)
    const facts = { name: 'chat', version: 'abc', outcome: 'failed' }
    expect((await act(portal.browser(), '/api/remotes/reports', facts)).status).toBe(401)
  })

  it('acts leave an event for the audit trail, with the operator', async () => {
    const { first, second } = await twoVersions('audited')
    const body = { version: second, percent: 100, why: 'Go' }
    await act(operator, '/api/remotes/audited/promotions', body)
    await act(operator, '/api/remotes/audited/pins/131', { version: first, why: 'Audit' }, 'PUT')
    const ofOperator = () =>
      published.flatMap(({ type, subject, actorid, data }) =>
        type === 'remote.changed' && subject === 'audited' && actorid ? [{ actorid, ...data }] : [],
      )
    const facts = { actorid: 'person-olga', ofOrganization: null }
    await eventually(() =>
      expect(ofOperator()).toEqual([
        { ...facts, change: 'promote', versionId: second, percent: 100 },
        { ...facts, change: 'pin', versionId: first, percent: null, ofOrganization: 131 },
      ]),
    )
  })
})
