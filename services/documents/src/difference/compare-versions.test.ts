import { readFile } from 'node:fs/promises'
import type { Client } from '@portal/contracts/client'
import type { DifferenceRow, VersionDifference } from '@portal/contracts/difference'
import { documentsApi } from '@portal/contracts/documents'
import { routeUrl } from '@portal/contracts/route'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { comparable, independentText } from '@portal/testkit/independent-text'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  activate,
  addVersion,
  refusalOf,
  requestChanges,
  settled,
  startVersionsUnderTest,
  statusOf,
  type TestOrganization,
  upload,
} from '../versions/versions.fixture.ts'

let portal: Awaited<ReturnType<typeof startVersionsUnderTest>>
beforeAll(async () => {
  portal = await startVersionsUnderTest()
})
afterAll(() => portal.stop())

const clauses = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `Clause about subject ${at + 1}: its register is kept in room ${at + 1}.`,
  )
const policy = (paragraphs: readonly string[]) =>
  `Records Policy\n\n1. Purpose\n\n${paragraphs.join('\n\n')}\n`

async function brokenPdf() {
  const seeds = new URL('../../../../packages/testkit/policies/', import.meta.url)
  const file = new Uint8Array(await readFile(new URL('github-deceased-user-policy.pdf', seeds)))
  return file.fill(0x20, 1000, file.length - 300)
}

interface Pair {
  readonly documentId: string
  readonly before: string
  readonly after: string
}

/** A document with two versions that have been read; the second one is not current. */
async function twoVersions({ admin }: TestOrganization, before: string, after: string): Promise<Pair> {
  const document = await upload(admin, before)
  const added = await addVersion(admin, document.id, { content: after })
  const first = document.currentVersion?.id ?? ''
  await settled(admin, { id: first, documentId: document.id })
  await settled(admin, added)
  return { documentId: document.id, before: first, after: added.id }
}

const compare = (
  client: Client,
  pair: Pair,
  part: { cursor?: number; limit?: number; whole?: 'true' } = {},
) =>
  client.call(documentsApi.compareVersions, {
    params: { id: pair.documentId, versionId: pair.after },
    query: { with: pair.before, ...part },
  })
const kindsOf = ({ rows }: VersionDifference) => rows.map(({ kind }) => kind)
const textOf = (row: DifferenceRow | undefined) =>
  row && 'segments' in row ? row.segments.map(({ op, text }) => `${op} ${text.trim()}`) : []

describe('the difference of two versions', () => {
  it('shows what changed with its surroundings, and counts what did not', async () => {
    const organization = await portal.newOrganization()
    const before = clauses(12)
    const after = before.with(5, before[5]?.replace('room 6', 'the safe') ?? '')
    const pair = await twoVersions(organization, policy(before), policy(after))
    const difference = await compare(organization.admin, pair)
    expect(difference).toMatchObject({
      before: { version: 1, isCurrent: true },
      after: { version: 2, isCurrent: false },
      summary: { changed: 1, added: 0, removed: 0, moved: 0, unchanged: 13 },
      sections: [{ title: '1. Purpose', changes: 1 }],
      next: null,
    })
    expect(kindsOf(difference)).toEqual(['unchanged', 'same', 'same', 'changed', 'same', 'same', 'unchanged'])
    const changed = difference.rows.find(({ kind }) => kind === 'changed')
    expect(textOf(changed)).toEqual([
      'same Clause about subject 6: its register is kept in',
      'removed room 6',
      'added the safe',
      'same .',
    ])
  })

  it('a moved clause names both ends of its move', async () => {
    const organization = await portal.newOrganization()
    const [first = '', ...others] = clauses(6)
    const pair = await twoVersions(organization, policy([first, ...others]), policy([...others, first]))
    const { rows, summary } = await compare(organization.admin, pair)
    expect(summary).toMatchObject({ moved: 1, changed: 0, added: 0, removed: 0 })
    const away = rows.find((row) => row.kind === 'moved-away')
    const here = rows.find((row) => row.kind === 'moved-here')
    expect(away).toMatchObject({
      before: { text: first },
      counterpart: { index: here?.index, section: '1. Purpose' },
    })
    expect(here).toMatchObject({ counterpart: { index: away?.index, number: '', section: '1. Purpose' } })
  })

  it('comes in parts that together are the whole, and what was left out can be read', async () => {
    const organization = await portal.newOrganization()
    const before = clauses(40)
    const after = before.map((clause, at) => (at % 4 === 0 ? clause.replace('room', 'vault') : clause))
    const pair = await twoVersions(organization, policy(before), policy(after))
    const whole = await compare(organization.admin, pair, { whole: 'true' })
    expect(whole.rows.map(({ index }) => index)).toEqual(Array.from({ length: 42 }, (_, at) => at))
    const rows: DifferenceRow[] = []
    for (let cursor: number | null = 0; cursor !== null; ) {
      const part: VersionDifference = await compare(organization.admin, pair, {
        cursor,
        limit: 7,
        whole: 'true',
      })
      expect(part.rows.length).toBeLessThanOrEqual(7)
      rows.push(...part.rows)
      cursor = part.next
    }
    expect(rows).toEqual(whole.rows)
  })

  it('of a version and itself is one run of unchanged rows', async () => {
    const organization = await portal.newOrganization()
    const pair = await twoVersions(organization, policy(clauses(5)), policy(clauses(6)))
    const difference = await compare(organization.admin, { ...pair, before: pair.after })
    expect(kindsOf(difference)).toEqual(['unchanged'])
    expect(difference.sections).toEqual([])
  })
})

describe('who may compare', () => {
  it('a member without the right to every version gets 404 for one that is not in force yet', async () => {
    const organization = await portal.newOrganization()
    const pair = await twoVersions(organization, policy(clauses(3)), policy(clauses(4)))
    const member = organization.as('team_member')
    expect(await statusOf(compare(member, pair))).toBe(404)
    expect(await statusOf(compare(organization.as('manager'), pair))).toBe(0)
    await activate(organization.admin, { documentId: pair.documentId, id: pair.after })
    expect(await statusOf(compare(member, pair))).toBe(0)
  })

  it('an approver sees the difference of the version that awaits their decision', async () => {
    const organization = await portal.newOrganization()
    const document = await upload(organization.admin, policy(clauses(3)))
    const approverIds = organization.named('team_member')
    const added = await addVersion(organization.admin, document.id, {
      content: policy(clauses(4)),
      approverIds,
    })
    const first = { id: document.currentVersion?.id ?? '', documentId: document.id }
    await settled(organization.admin, first)
    await settled(organization.admin, added)
    const pair = { documentId: document.id, before: first.id, after: added.id }
    expect((await compare(organization.as('team_member'), pair)).summary.added).toBe(1)
    expect(await statusOf(compare(organization.as('team_member', 'someone-else'), pair))).toBe(404)
  })

  it('foreign, unknown and another document’s versions are the same 404', async () => {
    const [organization, other] = [await portal.newOrganization(), await portal.newOrganization()]
    const own = await twoVersions(organization, policy(clauses(2)), policy(clauses(3)))
    const foreign = await twoVersions(other, policy(clauses(2)), policy(clauses(3)))
    const refused = [
      { ...own, before: foreign.before },
      { ...own, after: foreign.after },
      { ...own, before: uuidV7() },
      { ...own, documentId: foreign.documentId },
      foreign,
    ]
    for (const pair of refused) {
      const refusal = await refusalOf(compare(organization.admin, pair))
      expect(refusal).toEqual({ status: 404, message: 'Not found' })
    }
  })
})

describe('the difference as a page for the file', () => {
  it('stands alone, escapes everything, runs nothing and names both files by their hashes', async () => {
    const organization = await portal.newOrganization()
    const hostile = 'Markup such as <script>alert(1)</script> and <img src=x onerror=alert(2)> is text.'
    const before = [...clauses(12), hostile]
    const after = [
      ...clauses(12).with(5, 'Another clause in its own words, kept by nobody.'),
      `${hostile} Still.`,
    ]
    const pair = await twoVersions(organization, policy(before), policy(after))
    const address = routeUrl(
      documentsApi.exportDifference,
      { id: pair.documentId, versionId: pair.after },
      { with: pair.before },
    )
    const response = await organization.admin.request('GET', address)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename=".*version 1 to 2\.html"$/,
    )
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const page = await response.text()
    expect(page).not.toMatch(/<(script|img|link|iframe)/i)
    expect(page).not.toMatch(/(src|href)="(?!#)/)
    expect(page).toContain('&#60;script&#62;alert(1)')
    expect(page).toContain('<ins>')
    expect(page.match(/<code>[0-9a-f]{64}<\/code>/g)).toHaveLength(2)
    expect(page).toMatch(/unchanged lines/)
    expect(page).toContain('@media print { :root { color-scheme: light }')
    expect(page.trimEnd()).toMatch(/<\/html>$/)
  })
})

describe('the difference as a PDF for the file', () => {
  it('calls both versions what the portal calls them, as does the page', async () => {
    const organization = await portal.newOrganization()
    const { admin, as, named } = organization
    const document = await upload(admin, policy(clauses(3)))
    const approverIds = named('manager')
    const sentBack = await addVersion(admin, document.id, { content: policy(clauses(4)), approverIds })
    const first = { id: document.currentVersion?.id ?? '', documentId: document.id }
    for (const version of [first, sentBack]) await settled(admin, version)
    await requestChanges(as('manager'), sentBack)
    const saved = (format: 'html' | 'pdf') =>
      admin.request(
        'GET',
        routeUrl(
          documentsApi.exportDifference,
          { id: document.id, versionId: sentBack.id },
          { with: first.id, format },
        ),
      )
    const page = await (await saved('html')).text()
    for (const word of ['Current', 'Changes requested']) expect(page).toContain(`<td>${word}</td>`)
    const pdf = new Uint8Array(await (await saved('pdf')).arrayBuffer())
    const words = comparable(await independentText(pdf, 'application/pdf'))
    for (const word of ['Current', 'Changes requested']) expect(words).toContain(comparable(word))
  })

  it('says what changed, in Latin, Greek and Cyrillic, and what it cannot show', async () => {
    const organization = await portal.newOrganization()
    const before = [...clauses(12), 'Η πολιτική ισχύει για όλους. Политика действует для всех. Zażółć.']
    const after = [...clauses(12), 'Η πολιτική ισχύει για όλους. Политика отменена. Zażółć. 保存']
    const pair = await twoVersions(organization, policy(before), policy(after))
    const address = routeUrl(
      documentsApi.exportDifference,
      { id: pair.documentId, versionId: pair.after },
      { with: pair.before, format: 'pdf' },
    )
    const response = await organization.admin.request('GET', address)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toMatch(/version 1 to 2\.pdf"$/)
    const pdf = new Uint8Array(await response.arrayBuffer())
    const words = comparable(await independentText(pdf, 'application/pdf'))
    expect(words).toContain(comparable('DOC-1, version 1 to version 2: 1 changed.'))
    expect(words).toContain(comparable('unchanged lines'))
    expect(words).toContain(comparable('± changed'))
    for (const word of ['πολιτική', 'Политика', 'отменена', 'действует', 'Zażółć'])
      expect(words).toContain(comparable(word))
    expect(words).toContain(comparable('2 characters of scripts that this PDF has no font for'))
  })
})

describe('a version that cannot be compared', () => {
  it('says so in a sentence', async () => {
    const organization = await portal.newOrganization()
    const document = await upload(organization.admin, policy(clauses(3)))
    const broken = await addVersion(organization.admin, document.id, {
      content: await brokenPdf(),
      fileName: 'policy.pdf',
    })
    expect((await settled(organization.admin, broken)).ingestion.state).toBe('failed')
    const pair = { documentId: document.id, before: document.currentVersion?.id ?? '', after: broken.id }
    expect(await refusalOf(compare(organization.admin, pair))).toEqual({
      status: 409,
      message: 'Version 2 cannot be compared, because its file could not be read.',
    })
  })

  it('none of its text reaches the log', () => {
    expect(portal.under.logLines.join('\n')).not.toMatch(/Clause about subject/)
  })
})
