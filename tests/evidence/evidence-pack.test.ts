import { hash } from 'node:crypto'
import { type AuditKey, auditApi } from '@portal/contracts/audit'
import { documentsApi } from '@portal/contracts/documents'
import { defaultSettings } from '@portal/contracts/organization-settings'
import { routeUrl } from '@portal/contracts/route'
import { teamEvents } from '@portal/contracts/team'
import {
  addVersion,
  refusalOf,
  requestChanges,
  statusOf,
  upload,
} from '@portal/documents-service/versions/versions.fixture'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { type UnpackedPack, unpackPack, verifyPack } from '@portal/testkit/evidence-packs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  downloadPack,
  formula,
  liveThrough,
  markup,
  startEvidenceUnderTest,
} from './evidence-story.fixture.ts'

type Under = Awaited<ReturnType<typeof startEvidenceUnderTest>>
let under: Under
let organization: Awaited<ReturnType<Under['newOrganization']>>
let story: Awaited<ReturnType<typeof liveThrough>>
let pack: UnpackedPack
let key: AuditKey

const patience = 120_000

beforeAll(async () => {
  under = await startEvidenceUnderTest()
  organization = await under.newOrganization()
  story = await liveThrough(organization)
  await upload(organization.admin)
  key = await under.trail.as({ personId: 'anybody' }).call(auditApi.readAuditKey, {})
  pack = await unpackPack(await download({ documentId: story.document.id }))
}, patience)
afterAll(async () => {
  await pack[Symbol.asyncDispose]()
  await under.stop()
})

const steward = () => under.as(organization, 'admin')
const download = (body: Parameters<typeof downloadPack>[1] = {}) => downloadPack(steward(), body)
const paths = () => [...pack.files.keys()]
const only = (pattern: RegExp) => {
  const [path = '', ...more] = paths().filter((one) => pattern.test(one))
  expect(more).toEqual([])
  return pack.text(path)
}

/** The reader of a download that has begun. */
async function begun(response: Promise<Response>) {
  const reader = (await response).body?.getReader()
  await reader?.read()
  return reader
}

describe('a pack of a document', { timeout: patience }, () => {
  it('is verified by the script in it, offline and with the key that the portal shows', async () => {
    const { code, output } = await verifyPack(pack.folder, { key: key.fingerprint })
    expect(output).toContain('The pack is whole and unchanged.')
    expect(output).toContain('1 document with 3 versions')
    expect(output).toContain('2 decisions')
    expect(output).toContain('3 comments')
    expect(output).toContain('1 acknowledgement,')
    expect(code).toBe(0)
    expect((await verifyPack(pack.folder)).output).toContain(key.fingerprint)
  })

  it('holds original files, texts, decisions with their hashes, and pages that run nothing', () => {
    const facts = JSON.parse(only(/document\.json$/))
    expect(facts.versions.map((one: { number: number; status: string }) => [one.number, one.status])).toEqual(
      [
        [1, 'approved'],
        [2, 'rejected'],
        [3, 'approved'],
      ],
    )
    for (const { file, text, sha256 } of facts.versions) {
      expect(hash('sha256', pack.files.get(file) ?? '')).toBe(sha256)
      expect(pack.text(text).trim()).toBe(pack.text(file).trim())
    }
    const decisions = JSON.parse(only(/decisions\.json$/))
    expect(decisions).toMatchObject([
      { status: 'rejected', comments: formula, contentHash: story.rejected.contentHash },
      {
        status: 'approved',
        decidedBy: organization.named('manager'),
        contentHash: story.approved.contentHash,
      },
    ])
    for (const path of paths().filter((one) => one.endsWith('.html'))) {
      expect(pack.text(path)).not.toContain(markup)
      expect(pack.text(path)).toContain("default-src 'none'")
      // On paper without the screen's narrow column and margins.
      expect(pack.text(path)).toMatch(/@media print \{[^}]*\} body \{[^}]*max-width: none/)
    }
    expect(pack.text('index.html')).toContain('node verify.mjs')
    expect(pack.text('index.html')).toContain(key.fingerprint)
  })

  it('says who was asked to read it and who had by the end of each campaign', () => {
    const { campaigns, given, asked } = JSON.parse(only(/acknowledgements\.json$/))
    const [closed, running] = campaigns.map(({ id }: { id: string }) => id)
    const personId = organization.named('manager')
    expect(given).toMatchObject([{ personId, version: 3, contentHash: story.approved.contentHash }])
    const read = asked.filter((person: { hasRead: boolean }) => person.hasRead)
    expect(read).toMatchObject([{ personId, campaignId: running }])
    const askedBy = (id: string) =>
      asked.filter((one: { campaignId: string }) => one.campaignId === id).length
    expect(askedBy(closed)).toBeGreaterThan(1)
    expect(askedBy(closed)).toBe(askedBy(running))
    const page = only(/documents\/.*index\.html$/)
    for (const shown of [`0 of ${askedBy(closed)}`, `1 of ${askedBy(running)}`])
      expect(page).toContain(`<td>${shown}</td>`)
    // Everyone once, however often they were asked.
    expect(only(/acknowledgements\.csv$/).split('\r\n')).toHaveLength(1 + askedBy(running) + 1)
  })

  it('tells what was said about which passage, who resolved it, and that something was deleted', () => {
    const threads = JSON.parse(only(/comments\.json$/))
    const [admin, manager] = [organization.named('admin'), organization.named('manager')]
    expect(threads).toMatchObject([
      { quote: 'Purpose', resolvedAt: null, comments: [{ authorId: manager, text: '' }] },
      {
        ...{ quote: 'This policy', version: 3, versionId: story.approved.id, resolvedBy: admin },
        comments: [
          { authorId: manager, as: 'approver', text: `By whom? ${markup}`, deletedAt: null },
          { authorId: admin, text: formula },
        ],
      },
    ])
    expect(threads[0].comments[0].deletedAt).toEqual(expect.any(String))
    expect(only(/comments\.csv$/).split('\r\n')).toHaveLength(1 + 3 + 1)
    expect(only(/comments\.csv$/)).toContain(`"'${formula.replaceAll('"', '""')}"`)
    const page = only(/documents\/.*index\.html$/)
    expect(page).toContain('This policy')
    expect(page).toContain(`by <bdi>${admin}</bdi>`)
    expect(page).not.toContain('Said by mistake')
  })

  it('calls a version that was sent back what the portal calls it', async () => {
    const other = await under.newOrganization()
    const { id: documentId } = await upload(other.admin)
    const approverIds = other.named('manager')
    const sentBack = await addVersion(other.admin, documentId, { approverIds })
    await requestChanges(other.as('manager'), sentBack)
    await addVersion(other.admin, documentId, { draft: 'true' })
    await using found = await unpackPack(await downloadPack(under.as(other, 'admin'), { documentId }))
    const [path = ''] = [...found.files.keys()].filter((one) => one.endsWith('document.json'))
    expect(JSON.parse(found.text(path)).versions).toMatchObject([
      { number: 1, status: 'approved', areChangesRequested: false },
      { number: 2, status: 'draft', areChangesRequested: true },
      { number: 3, status: 'draft', areChangesRequested: false },
    ])
    const page = found.text(path.replace('document.json', 'index.html'))
    for (const word of ['Current', 'Changes requested', 'Draft']) expect(page).toContain(`<td>${word}</td>`)
  })

  it('has names that unpack anywhere, and cells that a spreadsheet takes for text', () => {
    for (const path of paths())
      for (const segment of path.split('/'))
        expect(segment).toMatch(/^(?!\.|(?:con|nul|aux)(?:\.|$))[^<>:"\\|?*\p{Cc}\p{Cf}]+(?<![. ])$/iu)
    expect(only(/decisions\.csv$/)).toContain(`"'${formula.replaceAll('"', '""')}"`)
  })

  it('tells what the trail knows of the document, and nothing of others or of who asked what', () => {
    const entries = pack
      .text('audit/entries.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set([story.document.id]))
    const actions = entries.map(({ action }) => action)
    for (const action of ['document.uploaded', 'approval.decided', 'version.rejected', 'version.activated'])
      expect(actions).toContain(action)
    expect(actions.at(-1)).toBe('evidence-pack.created')
  })
})

describe('a pack of the organization', { timeout: patience }, () => {
  it('holds every document under its own name, and is verified', async () => {
    await upload(organization.admin)
    await using all = await unpackPack(await download())
    const { output } = await verifyPack(all.folder, { key: key.fingerprint })
    expect(output).toContain('The pack is whole and unchanged.')
    const documents = [...all.files.keys()].filter((path) => path.endsWith('document.json'))
    expect(documents).toHaveLength(3)
    expect(new Set(documents.map((path) => path.toLowerCase())).size).toBe(3)
  })

  it('holds of a period the versions that were in force or worked on in it', async () => {
    const database = openDatabase({ urls: under.documents.urls, name: 'test' })
    const other = await under.newOrganization()
    const { document, rejected, approved } = await liveThrough(other)
    const set = (id: string, created: string, superseded: string | null) => sql`
      update versions set created_at = ${created}, submitted_at = null, approved_at = ${created},
        activated_at = ${created}, superseded_at = ${superseded} where id = ${id}`
    await database.platformTx(async (db) => {
      await db.execute(set(document.currentVersion?.id ?? '', '2020-02-01', '2022-01-01'))
      await db.execute(set(approved.id, '2022-01-01', null))
      await db.execute(sql`update versions set created_at = '2021-06-01', submitted_at = null
        where id = ${rejected.id}`)
    })
    await database.close()
    const numbersIn = async (from?: string, to?: string) => {
      const body = { documentId: document.id, ...(from && { from }), ...(to && { to }) }
      await using found = await unpackPack(await downloadPack(under.as(other, 'admin'), body))
      expect((await verifyPack(found.folder)).output).toContain('The pack is whole and unchanged.')
      return [...found.files.keys()].flatMap((path) => /version-(\d+)\.txt$/.exec(path)?.[1] ?? [])
    }
    expect(await numbersIn(undefined, '2019-12-31')).toEqual([])
    expect(await numbersIn('2020-03-01', '2020-03-31')).toEqual(['1'])
    expect(await numbersIn('2021-06-01', '2021-06-01')).toEqual(['1', '2'])
    expect(await numbersIn('2023-01-01', '2023-12-31')).toEqual(['3'])
    expect(await numbersIn()).toEqual(['1', '2', '3'])
  })

  it("has days that begin, and clocks that go, where the organization's do", async () => {
    const other = await under.newOrganization()
    await upload(other.admin)
    const settings = { ...defaultSettings, timeZone: 'Pacific/Kiritimati' }
    await other.publish(teamEvents.settingsChanged, String(other.organizationId), settings)
    const client = under.as(other, 'admin')
    const body = { from: '2026-01-01', to: '2026-01-02' }
    const made = () => client.call(documentsApi.createEvidencePack, { body })
    await expect
      .poll(async () => (await made()).from, { timeout: 60_000, interval: 100 })
      .toBe('2025-12-31T10:00:00.000Z')
    expect((await made()).to).toBe('2026-01-02T10:00:00.000Z')
    await using found = await unpackPack(await downloadPack(client, {}))
    expect(JSON.parse(found.text('manifest.json')).timeZone).toBe('Pacific/Kiritimati')
    expect(found.text('index.html')).toMatch(
      /Made<\/dt><dd dir="auto">\d{4}-\d\d-\d\d \d\d:\d\d UTC\+14:00 by/,
    )
    const { output } = await verifyPack(found.folder)
    expect(output).toMatch(/Period: from the beginning to \d{4}-\d\d-\d\d \d\d:\d\d UTC\+14:00/)
    expect(output).toContain('The pack is whole and unchanged.')
  })

  it('is made by stewards alone, of their own organization, and kept for a day', async () => {
    const make = (who: Parameters<Under['as']>[1], documentId?: string) =>
      under
        .as(organization, who)
        .call(documentsApi.createEvidencePack, { body: documentId === undefined ? {} : { documentId } })
    expect(await statusOf(make('manager'))).toBe(403)
    expect(await statusOf(make('facilitator'))).toBe(0)
    const theirs = await under.newOrganization()
    const foreign = await upload(theirs.admin)
    expect(await statusOf(make('admin', foreign.id))).toBe(404)
    const { id } = await under.as(theirs, 'admin').call(documentsApi.createEvidencePack, { body: {} })
    const address = (packId: string) => routeUrl(documentsApi.downloadEvidencePack, { id: packId })
    expect(await statusOf(steward().request('GET', address(id)))).toBe(404)
    const { id: old } = await make('admin')
    const database = openDatabase({
      urls: { ...under.documents.urls, platform: under.documents.urls.owner },
      name: 't',
    })
    await database.tenantTx(organization.organizationId, (db) =>
      db.execute(sql`update evidence_packs set created_at = now() - interval '25 hours' where id = ${old}`),
    )
    await database.close()
    expect(await statusOf(steward().request('GET', address(old)))).toBe(404)
  })

  it('says what is wrong with a period', async () => {
    const ask = async (body: Record<string, string>) =>
      (await refusalOf(steward().call(documentsApi.createEvidencePack, { body }))).message
    expect(await ask({ from: 'yesterday' })).toBe('The first day must be a day, as 2026-01-31.')
    expect(await ask({ from: '2026-02-02', to: '2026-02-01' })).toBe(
      'The last day must not be before the first.',
    )
    expect(await ask({ from: '2999-01-01' })).toBe('The first day must not be in the future.')
  })

  it('is not downloaded more than twice at once by one person', async () => {
    const large = await under.newOrganization()
    const { id: documentId } = await upload(large.admin, 'A policy.\n'.repeat(400_000))
    await addVersion(large.admin, documentId, { content: 'Another policy.\n'.repeat(300_000) })
    const client = under.as(large, 'admin')
    const { id } = await client.call(documentsApi.createEvidencePack, { body: {} })
    const begin = () => client.request('GET', routeUrl(documentsApi.downloadEvidencePack, { id }))
    const running = [await begun(begin()), await begun(begin())]
    expect(await statusOf(begin())).toBe(429)
    for (const reader of running) await reader?.cancel()
    expect(await statusOf(begun(begin()))).toBe(0)
  })
})
