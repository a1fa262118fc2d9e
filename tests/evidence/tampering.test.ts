import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type AuditKey, auditApi } from '@portal/contracts/audit'
import { documentsApi } from '@portal/contracts/documents'
import { refusalOf, upload } from '@portal/documents-service/versions/versions.fixture'
import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { type UnpackedPack, unpackPack, verifyPack } from '@portal/testkit/evidence-packs'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { downloadPack, liveThrough, startEvidenceUnderTest } from './evidence-story.fixture.ts'

type Under = Awaited<ReturnType<typeof startEvidenceUnderTest>>
let under: Under
let organization: Awaited<ReturnType<Under['newOrganization']>>
let archive: Uint8Array
/** Untouched: its script judges the others. */
let whole: UnpackedPack
let key: AuditKey

const patience = 300_000
const flips = 30

beforeAll(async () => {
  under = await startEvidenceUnderTest()
  organization = await under.newOrganization()
  const { document } = await liveThrough(organization)
  archive = await downloadPack(under.as(organization, 'admin'), { documentId: document.id })
  whole = await unpackPack(archive)
  key = await under.trail.as({ personId: 'anybody' }).call(auditApi.readAuditKey, {})
}, patience)
afterAll(async () => {
  await whole[Symbol.asyncDispose]()
  await under.stop()
})

/** What an honest script says of the pack after somebody had it. */
async function verdictAfter(
  tamper: (folder: string) => Promise<void>,
  { key: given }: { key?: string } = {},
) {
  await using pack = await unpackPack(archive)
  await tamper(pack.folder)
  // Awaited, since the pack is gone afterwards.
  return await verifyPack(pack.folder, { of: whole.folder, ...(given !== undefined && { key: given }) })
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(path, 'utf8')
  const after = change(before)
  expect(after).not.toBe(before)
  await writeFile(path, after)
}

const pathOf = (pattern: RegExp) => [...whole.files.keys()].find((path) => pattern.test(path)) ?? ''

it('an untouched copy is whole', { timeout: patience }, async () => {
  expect(await verdictAfter(async () => {})).toMatchObject({ code: 0 })
})

it('a flipped bit in any byte of any file is found', { timeout: patience }, async () => {
  const sizes = [...whole.files].filter(([, content]) => content.byteLength > 0)
  const anyBit = fc
    .constantFrom(...sizes)
    .chain(([path, content]) => fc.tuple(fc.constant(path), fc.nat(content.byteLength - 1), fc.nat(7)))
  await fc.assert(
    fc.asyncProperty(anyBit, async ([path, at, bit]) => {
      const verdict = await verdictAfter(async (folder) => {
        const content = Buffer.from(whole.files.get(path) ?? [])
        content[at] = (content[at] ?? 0) ^ (1 << bit)
        await writeFile(join(folder, path), content)
      })
      expect(verdict.code, `${path} at ${at}: ${verdict.output}`).not.toBe(0)
      expect(verdict.output).not.toContain('whole and unchanged')
    }),
    { numRuns: flips },
  )
})

it('every file is missed when it is removed', { timeout: patience }, async () => {
  const verdicts = [...whole.files.keys()].map(async (path) => {
    const { code } = await verdictAfter((folder) => rm(join(folder, path)))
    return [path, code === 0 ? 'not missed' : 'missed']
  })
  for (const [path, verdict] of await Promise.all(verdicts)) expect(verdict, path).toBe('missed')
})

it.each(['documents/note.txt', 'audit/entries-2.jsonl', '.hidden', 'documents/con-1/version-9/x.pdf'])(
  'an added %s is found',
  { timeout: patience },
  async (path) => {
    const { code, output } = await verdictAfter(async (folder) => {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), 'x')
    })
    expect(code).toBe(1)
    expect(output).toContain(`${path} was added`)
  },
)

it('two files that changed places are found', { timeout: patience }, async () => {
  const [first, second] = [pathOf(/version-1\.txt$/), pathOf(/version-3\.txt$/)]
  const { code, output } = await verdictAfter(async (folder) => {
    await rename(join(folder, first), join(folder, 'x'))
    await rename(join(folder, second), join(folder, first))
    await rename(join(folder, 'x'), join(folder, second))
  })
  expect(code).toBe(1)
  expect(output).toContain(`${first} was changed`)
})

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/** Makes the manifest fit a file again, as somebody does who knows the format. */
async function list(folder: string, path: string): Promise<void> {
  const content = await readFile(join(folder, path))
  await edit(join(folder, 'manifest.json'), (text) => {
    const manifest = JSON.parse(text)
    const entry = manifest.files.find((file: { path: string }) => file.path === path)
    Object.assign(entry, { sizeBytes: content.byteLength, sha256: sha256(content) })
    return JSON.stringify(manifest)
  })
}

type Signer = ReturnType<typeof generateKeyPairSync>['privateKey']

function jws(typ: string | undefined, content: unknown, privateKey: Signer): string {
  const encoded = [{ alg: 'EdDSA', ...(typ && { typ }) }, content].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  )
  const covered = encoded.join('.')
  return `${covered}.${sign(null, Buffer.from(covered), privateKey).toString('base64url')}`
}

async function signManifest(folder: string, privateKey: Signer): Promise<void> {
  const manifest = await readFile(join(folder, 'manifest.json'), 'utf8')
  const content = { packId: JSON.parse(manifest).packId, sha256: sha256(manifest) }
  await writeFile(join(folder, 'manifest.jws'), jws('evidence-manifest', content, privateKey))
}

const payloadOf = (signed: string) =>
  JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString())

it('a decision that is rewritten in files and manifest is found', { timeout: patience }, async () => {
  const decisions = pathOf(/decisions\.json$/)
  const forge = async (folder: string) => {
    await edit(join(folder, decisions), (text) => text.replace('"rejected"', '"approved"'))
    await list(folder, decisions)
  }
  expect((await verdictAfter(forge)).output).toContain('manifest.json was changed')
  const { privateKey } = generateKeyPairSync('ed25519')
  const signed = await verdictAfter(async (folder) => {
    await forge(folder)
    await signManifest(folder, privateKey)
  })
  expect(signed.code).toBe(1)
  expect(signed.output).toContain('manifest.jws is not signed')
})

/** Signs everything with a key that is not the portal's. */
async function signAnew(folder: string): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { crv, kty, x } = publicKey.export({ format: 'jwk' })
  const at = (name: string) => join(folder, 'audit', name)
  await edit(at('key.json'), () =>
    JSON.stringify({ kty, crv, x, fingerprint: sha256(JSON.stringify({ crv, kty, x })) }),
  )
  await edit(at('head.jws'), (text) => jws(undefined, payloadOf(text), privateKey))
  await edit(at('extract.jws'), (text) =>
    jws('evidence-extract', { ...payloadOf(text), packKey: x }, privateKey),
  )
  for (const name of ['key.json', 'head.jws', 'extract.jws']) await list(folder, `audit/${name}`)
  await signManifest(folder, privateKey)
}

it('a pack that somebody made and signed anew has another key than the portal', {
  timeout: patience,
}, async () => {
  // Nothing in a pack shows whose key it is, which is why the script names it.
  expect((await verdictAfter(signAnew)).code).toBe(0)
  const { code, output } = await verdictAfter(signAnew, { key: key.fingerprint })
  expect(code).toBe(1)
  expect(output).toContain('signed by another key')
})

it('a pack from before there were comments is whole for a newer script; now they must not be missing', {
  timeout: patience,
}, async () => {
  const other = await under.newOrganization()
  const { id: documentId } = await upload(other.admin)
  const uncommented = await downloadPack(under.as(other, 'admin'), { documentId })
  const verdictAs = async (format: string) => {
    await using pack = await unpackPack(uncommented)
    const isOfComments = (path: string) => /comments\.(?:csv|json)$/.test(path)
    for (const path of [...pack.files.keys()].filter(isOfComments)) await rm(join(pack.folder, path))
    await edit(join(pack.folder, 'manifest.json'), (text) => {
      const manifest = JSON.parse(text)
      const files = manifest.files.filter((file: { path: string }) => !isOfComments(file.path))
      return JSON.stringify({ ...manifest, format, files })
    })
    await signAnew(pack.folder)
    // Awaited, since the pack is gone afterwards.
    return await verifyPack(pack.folder, { of: whole.folder })
  }
  expect(await verdictAs('portal-evidence-pack/1')).toMatchObject({ code: 0 })
  const { code, output } = await verdictAs('portal-evidence-pack/2')
  expect(output).toContain('a part of it is missing')
  expect(code).toBe(2)
  expect((await verdictAs('portal-evidence-pack/3')).output).toContain('does not know its format')
})

/** Postgres's superuser, whom row security does not restrict. */
async function asAdministrator(owner: string, statement: ReturnType<typeof sql>): Promise<void> {
  const url = new URL(inject('postgresAdminUrl'))
  url.pathname = new URL(owner).pathname
  const database: Database = openDatabase({
    urls: { app: url.href, platform: url.href },
    name: 'administrator',
  })
  await database.platformTx((db) => db.execute(statement))
  await database.close()
}

type Statement = ReturnType<typeof sql>

/** Around its making a pack may know more than the trail: this is older. */
const earlier = sql`now() - interval '1 hour'`

/** What an administrator may do to the rows of a story, with what the script says of it. */
function tamperings({
  rejected,
  approved,
}: Awaited<ReturnType<typeof liveThrough>>): [Statement, RegExp[]][] {
  return [
    [
      sql`update approvals set status = 'approved' where version_id = ${rejected.id}`,
      [/Decision \S+ is not the one of the audit trail/],
    ],
    [
      sql`update acknowledgements
        set person_id = 'somebody', acknowledged_at = ${earlier}, content_hash = ${'0'.repeat(64)}
        where version_id = ${approved.id}`,
      [
        /An acknowledgement of version 3 of \S+ is missing/,
        /Acknowledgement \S+ is in the pack but not in the audit trail/,
        /Acknowledgement \S+ is of another file than that of its version/,
      ],
    ],
    [
      sql`delete from comments where version_id = ${approved.id} and thread_id is not null`,
      [/Comment \S+ is in the audit trail but not in the pack/],
    ],
    [
      sql`update comments set start_offset = start_offset + 1, end_offset = end_offset + 1,
        resolved_by = 'somebody', resolved_at = ${earlier}
        where version_id = ${approved.id} and resolved_at is not null`,
      [
        /Comment \S+ quotes other words than those of its version/,
        /The audit trail does not know that comment \S+ was resolved as the pack says/,
      ],
    ],
    [
      sql`update comments set author_id = 'somebody'
        where version_id = ${approved.id} and resolved_at is not null`,
      [/Comment \S+ is not the one of the audit trail/],
    ],
    [
      sql`update comments set text = 'Said.', deleted_at = null
        where version_id = ${approved.id} and deleted_at is not null`,
      [/Comment \S+ was deleted, which the pack does not say/],
    ],
  ]
}

it('decisions, comments and acknowledgements that an administrator changed contradict the trail', {
  timeout: patience,
}, async () => {
  const other = await under.newOrganization()
  const story = await liveThrough(other)
  const client = under.as(other, 'admin')
  const verdict = async () => {
    await using pack = await unpackPack(await downloadPack(client, { documentId: story.document.id }))
    // Awaited, since the pack is gone afterwards.
    return await verifyPack(pack.folder, { key: key.fingerprint })
  }
  expect(await verdict()).toMatchObject({ code: 0 })
  for (const [statement] of tamperings(story)) await asAdministrator(under.documents.urls.owner, statement)
  const { code, output } = await verdict()
  for (const [, faults] of tamperings(story)) for (const fault of faults) expect(output).toMatch(fault)
  expect(code).toBe(1)
})

it('no pack is made of a trail that an administrator changed', { timeout: patience }, async () => {
  const other = await under.newOrganization()
  const { document } = await liveThrough(other)
  const client = under.as(other, 'admin')
  await downloadPack(client, { documentId: document.id })
  await asAdministrator(
    under.trail.urls.owner,
    sql`update audit_entries set actor_id = 'somebody'
      where organization_id = ${other.organizationId} and action = 'approval.decided'`,
  )
  const { status, message } = await refusalOf(downloadPack(client, { documentId: document.id }))
  expect(message).toContain('does not fit its signed head')
  expect(status).toBe(409)
})

it('a file that was changed in the file store cuts the pack off', { timeout: patience }, async () => {
  const other = await under.newOrganization()
  const { document } = await liveThrough(other)
  await asAdministrator(
    under.documents.urls.owner,
    sql`update versions set sha256 = ${'0'.repeat(64)} where document_id = ${document.id} and number = 1`,
  )
  const client = under.as(other, 'admin')
  await expect(downloadPack(client, { documentId: document.id })).rejects.toThrow()
  expect(await client.call(documentsApi.readDocument, { params: { id: document.id } })).toBeTruthy()
})
