import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, RequestError } from '@portal/contracts/client'
import { type Document, documentsApi, uploadBytesMax } from '@portal/contracts/documents'
import type { Role } from '@portal/contracts/permissions'
import { defaultDepartments, teamEvents } from '@portal/contracts/team'
import type { DocumentParser } from '@portal/service-kit/ports/document-parser'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { IndexedDocument } from '@portal/service-kit/ports/search-index'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { hostileFiles } from '@portal/testkit/hostile-files'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { service as documents } from './service.ts'

let engines: DocumentEngines
let under: ServiceUnderTest

beforeAll(async () => {
  engines = await openDocumentEngines()
  under = await startUnderTest(documents, { ports: engines.ports })
})
afterAll(async () => {
  await under.stop()
  await engines.close()
})

const unsupported = { status: 415, code: 'unsupported_file' }
const largest = new Uint8Array(uploadBytesMax + 1).fill(97)
let organizations = 0

/** An organization with its five departments, as team's events announce them. */
async function newOrganization() {
  organizations += 1
  const organizationId = organizations
  await under.bus.publish(
    'team',
    defaultDepartments.map((department) => ({
      specversion: '1.0' as const,
      id: uuidV7(),
      source: 'team',
      type: teamEvents.departmentCreated.type,
      dataversion: 1,
      subject: `${organizationId}/${department.number}`,
      time: new Date().toISOString(),
      organizationid: organizationId,
      partitionkey: `${organizationId}/${department.number}`,
      data: { ...department },
    })),
  )
  const as = (role: Role, personId = `${role}-${organizationId}`) =>
    under.as({ personId, organizationId, role })
  return { organizationId, as, admin: as('admin') }
}

interface Upload {
  readonly name?: string
  readonly title?: string
  readonly departmentId?: string
  readonly customId?: string
  readonly key?: string
}

const policy = (subject: string) =>
  `${subject} Policy\n\n1. Purpose\n\nThis policy says how ${subject} is kept.\n\n2. Retention\n\nRecords of ${subject} are kept for seven years and then destroyed.\n`

function upload(client: Client, content: string | Uint8Array, how: Upload = {}): Promise<Document> {
  const { name = 'policy.txt', key, ...form } = how
  const file = new Blob([typeof content === 'string' ? content : new Uint8Array(content)])
  return client.call(
    documentsApi.uploadDocument,
    { form, file, fileName: name },
    key === undefined ? {} : { headers: { 'idempotency-key': key } },
  )
}

const read = (client: Client, id: string) => client.call(documentsApi.readDocument, { params: { id } })

async function settled(client: Client, id: string): Promise<Document> {
  return vi.waitFor(
    async () => {
      const document = await read(client, id)
      expect(['ready', 'failed']).toContain(document.ingestion.state)
      return document
    },
    { timeout: 100_000, interval: 50 },
  )
}

const status = (call: Promise<unknown>) =>
  call.then(
    () => 0,
    (error: unknown) => (error instanceof RequestError ? error.status : -1),
  )

const retrieve = async (client: Client, question: string) =>
  (await client.call(documentsApi.retrievePassages, { body: { question, limit: 10 } })).passages

describe('upload', () => {
  it('makes an approved current version, numbered DOC-1, that becomes ready and can be retrieved', async () => {
    const { admin, organizationId } = await newOrganization()
    const uploaded = await upload(admin, policy('payroll'), { departmentId: '2' })
    expect(uploaded).toMatchObject({
      customId: 'DOC-1',
      title: 'policy.txt',
      departmentId: 2,
      departmentName: 'Human Resources',
      isActive: true,
      organizationId,
      currentVersion: { version: 1 },
    })
    expect(await settled(admin, uploaded.id)).toMatchObject({ ingestion: { state: 'ready', reason: null } })
    const found = await retrieve(admin, 'How long are payroll records kept?')
    const passage = found.find(({ text }) => text.includes('seven years'))
    expect(passage?.headingPath).toEqual(['2. Retention'])
    const text = await admin.call(documentsApi.readVersionText, {
      params: { id: uploaded.id, versionId: uploaded.currentVersion?.id ?? '' },
    })
    expect(text.text.slice(passage?.start, passage?.end)).toBe(passage?.text)
  })

  it('takes a department of the own organization only, or none', async () => {
    const { admin } = await newOrganization()
    expect(await status(upload(admin, policy('one'), { departmentId: '99' }))).toBe(404)
    expect((await upload(admin, policy('two'), { departmentId: '' })).departmentId).toBeNull()
    expect(await status(upload(admin, policy('three'), { departmentId: '1e3' }))).toBe(400)
    expect(await status(upload(admin, policy('four'), { departmentId: '-1' }))).toBe(400)
  })

  it('is one document when sent twice at once, with one key or without any', async () => {
    const { admin } = await newOrganization()
    for (const key of [crypto.randomUUID(), '']) {
      const twice = await Promise.all([
        upload(admin, policy(`a ${key}`), { key }),
        upload(admin, policy(`a ${key}`), { key }),
      ])
      expect(twice[1]?.id).toBe(twice[0]?.id)
    }
    expect(await admin.call(documentsApi.listDocuments, { query: {} })).toHaveLength(2)
  })

  it('is a document of its own when the person wants the same file once more', async () => {
    const { admin } = await newOrganization()
    const first = await upload(admin, policy('a'), { departmentId: '1' })
    const second = await upload(admin, policy('a'), { departmentId: '2' })
    expect(second).toMatchObject({ title: first.title, departmentId: 2 })
    expect(second.id).not.toBe(first.id)
  })

  it('refuses an ID that is taken', async () => {
    const { admin } = await newOrganization()
    await upload(admin, policy('first'), { customId: 'HR-1' })
    expect(await status(upload(admin, policy('second'), { customId: 'HR-1' }))).toBe(409)
  })

  it.each(['two\nlines', 'tab\there', 'left\u202eright', 'a\u2028b'])(
    'takes %j as no title and no ID',
    async (text) => {
      const { admin } = await newOrganization()
      expect(await status(upload(admin, policy('title'), { title: text }))).toBe(400)
      expect(await status(upload(admin, policy('id'), { customId: text }))).toBe(400)
    },
  )

  it('belongs to admin and facilitator', async () => {
    const { as } = await newOrganization()
    expect(await status(upload(as('manager'), policy('m')))).toBe(403)
    expect(await status(upload(as('team_member'), policy('t')))).toBe(403)
    expect(await status(upload(as('facilitator'), policy('f')))).toBe(0)
    expect(await status(upload(under.visitor, policy('v')))).toBe(401)
  })

  it('stores nothing of a bad file and says why', async () => {
    const { admin } = await newOrganization()
    const hostile = (fileName: string) => {
      const file = hostileFiles.find((one) => one.fileName === fileName)
      if (!file) throw new Error(`There is no hostile file ${fileName}.`)
      return { content: file.make(), name: fileName }
    }
    const cases = [
      { content: '', name: 'empty.txt', status: 400, code: 'empty_file' },
      { content: '<html><script>alert(1)</script></html>', name: 'page.pdf', ...unsupported },
      { content: 'MZ\u0090 not text', name: 'tool.exe', ...unsupported },
      { content: largest, name: 'big.txt', status: 413, code: 'payload_too_large' },
      { ...hostile('locked.docx'), status: 422, code: 'encrypted_file' },
      { ...hostile('macro.docx'), status: 422, code: 'unsafe_file' },
    ]
    for (const { content, name, status: expected, code } of cases) {
      const call = upload(admin, content, { name })
      await expect(call, name).rejects.toMatchObject({
        status: expected,
        code,
        requestId: expect.any(String),
      })
    }
    expect(await admin.call(documentsApi.listDocuments, { query: {} })).toEqual([])
    for await (const { key } of engines.ports.blobs.list(`org/${organizations}/`)) expect(key).toBe('nothing')
  })

  it('keeps a file that cannot be read and says so in a sentence', async () => {
    const { admin } = await newOrganization()
    const broken = new Uint8Array(
      await readFile(
        new URL('../../../packages/testkit/policies/github-deceased-user-policy.pdf', import.meta.url),
      ),
    )
    broken.fill(0x20, 1000, broken.length - 300)
    const uploaded = await upload(admin, broken, { name: 'broken.pdf' })
    const { ingestion } = await settled(admin, uploaded.id)
    expect(ingestion.state).toBe('failed')
    expect(ingestion.reason).toMatch(/^[A-Z].*\.$/)
  })
})

describe('indexing', () => {
  it('runs once for an upload, when there is text to index', async () => {
    const indexed: number[] = []
    const index = Object.assign(Object.create(engines.ports.index), {
      replaceDocument: (document: IndexedDocument) => {
        indexed.push(document.passages.length)
        return engines.ports.index.replaceDocument(document)
      },
    })
    const { promise: mayRead, resolve: letRead } = Promise.withResolvers<void>()
    const parser = Object.assign(Object.create(engines.ports.parser), {
      parse: (file: Parameters<DocumentParser['parse']>[0]) =>
        mayRead.then(() => engines.ports.parser.parse(file)),
    })
    const ports = { ...engines.ports, index, parser }
    const cut = await startUnderTest(documents, { ports, office: under.office })
    try {
      organizations += 1
      const admin = cut.as({ personId: 'p', organizationId: organizations, role: 'admin' })
      const uploaded = await upload(admin, policy('indexing'))
      // Time for the upload's events to be published and consumed.
      await sleep(1500)
      letRead()
      expect(await settled(admin, uploaded.id)).toMatchObject({ ingestion: { state: 'ready' } })
      expect(indexed).toEqual([3])
    } finally {
      await cut.stop()
    }
  })
})

describe('listing', () => {
  it('answers newest first, filtered and paged on request, with the total', async () => {
    const { admin, organizationId } = await newOrganization()
    for (const name of ['alpha', 'beta', 'gamma'])
      await upload(admin, policy(name), { title: `${name} rules` })
    const titles = async (query: object) =>
      (await admin.call(documentsApi.listDocuments, { query })).map(({ title }) => title)
    expect(await titles({})).toEqual(['gamma rules', 'beta rules', 'alpha rules'])
    expect(await titles({ q: 'BETA' })).toEqual(['beta rules'])
    expect(await titles({ q: 'doc-1' })).toEqual(['alpha rules'])
    expect(await titles({ q: '%' })).toEqual([])
    expect(await titles({ sort: 'oldest' })).toEqual(['alpha rules', 'beta rules', 'gamma rules'])
    expect(await titles({ sort: 'title' })).toEqual(['alpha rules', 'beta rules', 'gamma rules'])
    expect(await titles({ status: 'active' })).toHaveLength(3)
    expect(await titles({ status: 'inactive' })).toEqual([])
    for (const sort of ['newest', 'oldest', 'title'] as const) {
      const whole = await admin.call(documentsApi.listDocuments, { query: { sort } })
      const rest = await titles({ sort, cursor: whole[0]?.id })
      expect(rest).toEqual(whole.slice(1).map(({ title }) => title))
    }
    const passport = await under.office.person({ personId: 'x', organizationId, role: 'admin' }, [
      'documents',
    ])
    const page = await under.service.fetch(
      new Request('http://service/api/documents?limit=2', { headers: { 'x-portal-passport': passport } }),
    )
    expect(page.headers.get('x-total-count')).toBe('3')
    const rows = (await page.json()) as Document[]
    expect(await titles({ limit: 2, cursor: rows.at(-1)?.id })).toEqual(['alpha rules'])
  })
})

describe('deletion', () => {
  it('takes the document out of lists, answers and citations at once', async () => {
    const { admin, as } = await newOrganization()
    const uploaded = await upload(admin, policy('vehicles'))
    await settled(admin, uploaded.id)
    const [passage] = await retrieve(admin, 'How long are records of vehicles kept?')
    expect(
      await status(as('manager').call(documentsApi.deleteDocument, { params: { id: uploaded.id } })),
    ).toBe(403)
    await admin.call(documentsApi.deleteDocument, { params: { id: uploaded.id } })
    expect(await status(read(admin, uploaded.id))).toBe(404)
    expect(await retrieve(admin, 'How long are records of vehicles kept?')).toEqual([])
    const span = {
      versionId: passage?.versionId ?? '',
      start: passage?.start ?? 0,
      end: passage?.end ?? 0,
      text: passage?.text ?? '',
    }
    expect(await admin.call(documentsApi.verifySpans, { body: { spans: [span] } })).toEqual({
      valid: [false],
    })
  })
})

describe('another organization', () => {
  it('gets 404 for every id and never sees a word', async () => {
    const [mine, theirs] = [await newOrganization(), await newOrganization()]
    const canary = 'zebra-canary-7431'
    const uploaded = await upload(mine.admin, policy(canary), {
      title: canary,
      customId: canary,
      name: `${canary}.txt`,
    })
    await settled(mine.admin, uploaded.id)
    const versionId = uploaded.currentVersion?.id ?? ''
    expect(await status(read(theirs.admin, uploaded.id))).toBe(404)
    expect(
      await status(theirs.admin.call(documentsApi.deleteDocument, { params: { id: uploaded.id } })),
    ).toBe(404)
    expect(
      await status(
        theirs.admin.call(documentsApi.readVersionText, { params: { id: uploaded.id, versionId } }),
      ),
    ).toBe(404)
    expect(await theirs.admin.call(documentsApi.listDocuments, { query: {} })).toEqual([])
    expect(await retrieve(theirs.admin, `Records of ${canary}`)).toEqual([])
    const spans = [{ versionId, start: 0, end: canary.length, text: canary }]
    expect(await theirs.admin.call(documentsApi.verifySpans, { body: { spans } })).toEqual({ valid: [false] })
    expect(under.logLines.join('')).not.toContain(canary)
  })
})

describe('citations', () => {
  it('hold only for the exact text at the exact place of a version that may be cited', async () => {
    const { admin } = await newOrganization()
    const uploaded = await upload(admin, policy('badges'))
    await settled(admin, uploaded.id)
    const [passage] = await retrieve(admin, 'records of badges')
    const { versionId = '', start = 0, end = 0, text = '' } = passage ?? {}
    const spans = [
      { versionId, start, end, text },
      { versionId, start: start + 1, end, text },
      { versionId, start, end, text: `${text.slice(0, -1)}!` },
      { versionId, start: end, end: start, text: '' },
      { versionId: uuidV7(), start, end, text },
    ]
    const { valid } = await admin.call(documentsApi.verifySpans, { body: { spans } })
    expect(valid).toEqual([true, false, false, false, false])
  })
})

describe('search away', () => {
  it('does not keep the service from starting: what was uploaded meanwhile is found once search is back', async () => {
    let isAway = true
    const unlessAway = (method: 'prepare' | 'search' | 'replaceDocument') => ({
      [method]: (...given: never[]) => {
        if (isAway) return Promise.reject(new EngineUnavailable('The search engine does not answer.', 0.1))
        return Reflect.apply(engines.ports.index[method], engines.ports.index, given)
      },
    })
    const index = Object.assign(
      Object.create(engines.ports.index),
      ...(['prepare', 'search', 'replaceDocument'] as const).map(unlessAway),
    )
    const cut = await startUnderTest(documents, { ports: { ...engines.ports, index }, office: under.office })
    try {
      organizations += 1
      const admin = cut.as({ personId: 'p', organizationId: organizations, role: 'admin' })
      const uploaded = await upload(admin, policy('visitors'))
      await expect(retrieve(admin, 'records of visitors')).rejects.toMatchObject({
        code: 'search_unavailable',
      })
      isAway = false
      await settled(admin, uploaded.id)
      expect(await retrieve(admin, 'records of visitors')).not.toEqual([])
    } finally {
      await cut.stop()
    }
  })

  it('fails questions with search_unavailable and leaves lists and uploads alone', async () => {
    const { admin } = await newOrganization()
    const index = {
      ...engines.ports.index,
      search: () => Promise.reject(new EngineUnavailable('The search engine is away.', 5)),
    }
    const cut = await startUnderTest(documents, {
      ports: { ...engines.ports, index: Object.assign(Object.create(engines.ports.index), index) },
      office: under.office,
    })
    try {
      const client = cut.as({ personId: 'p', organizationId: organizations, role: 'admin' })
      await expect(retrieve(client, 'anything')).rejects.toMatchObject({
        status: 503,
        code: 'search_unavailable',
      })
      expect(await client.call(documentsApi.listDocuments, { query: {} })).toEqual([])
    } finally {
      await cut.stop()
    }
    expect(await admin.call(documentsApi.listDocuments, { query: {} })).toEqual([])
  })

  it('is not what a programming error in search looks like: that is internal', async () => {
    const index = { search: () => Promise.reject(new TypeError('hits is not iterable')) }
    const cut = await startUnderTest(documents, {
      ports: { ...engines.ports, index: Object.assign(Object.create(engines.ports.index), index) },
      office: under.office,
    })
    try {
      const client = cut.as({ personId: 'p', organizationId: organizations, role: 'admin' })
      await expect(retrieve(client, 'anything')).rejects.toMatchObject({ status: 500, code: 'internal' })
    } finally {
      await cut.stop()
    }
  })
})
