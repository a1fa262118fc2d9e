import { createHash, randomBytes } from 'node:crypto'
import { type Client, RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import type { Role } from '@portal/contracts/permissions'
import { routeUrl } from '@portal/contracts/route'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { type DocumentEngines, openDocumentEngines } from '@portal/testkit/document-engines'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { parse } from 'content-disposition'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { service as documents } from '../service.ts'

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
afterEach(() => vi.restoreAllMocks())

const as = (organizationId: number, role: Role = 'admin') =>
  under.as({ personId: `${role}-${organizationId}`, organizationId, role })

/** 700 KB of lines: three pieces of a download. */
const content = new TextEncoder().encode(
  randomBytes(350_000)
    .toString('hex')
    .replace(/(.{60})/g, '$1\n'),
)

async function upload(client: Client, fileName: string, bytes: Uint8Array = content) {
  const file = new Blob([new Uint8Array(bytes)])
  const document = await client.call(documentsApi.uploadDocument, { form: {}, file, fileName })
  return { id: document.id, versionId: document.currentVersion?.id ?? '' }
}

const addressOf = (params: { id: string; versionId: string }) =>
  routeUrl(documentsApi.readVersionFile, params)

async function read(client: Client, params: { id: string; versionId: string }, headers = {}) {
  const response = await client.request('GET', addressOf(params), undefined, { headers })
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 0,
    (error: unknown) => (error instanceof RequestError ? error.status : error),
  )

describe('the original file of a version', () => {
  it('comes back byte for byte, for saving and never for showing', async () => {
    const { response, bytes } = await read(as(1), await upload(as(1), 'policy.txt'))
    expect(Buffer.compare(bytes, content)).toBe(0)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': String(content.byteLength),
      'content-disposition': 'attachment; filename=policy.txt',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
      etag: `"${createHash('sha256').update(content).digest('hex')}"`,
    })
  })

  it.each([
    { name: 'Policy "final" 2.txt', saved: 'Policy final 2.txt' },
    { name: 'a\r\nset-cookie: x=1\r\n.txt', saved: 'aset-cookie x=1.txt' },
    { name: '../../etc/passwd.txt', saved: 'passwd.txt' },
    { name: 'Richtlinie für Geschenke 🎁.txt', saved: 'Richtlinie für Geschenke 🎁.txt' },
    { name: "l'école; filename=evil.exe.txt", saved: "l'école; filename=evil.exe.txt" },
    { name: '100% sure.txt', saved: '100% sure.txt' },
    { name: 'سياسة.txt', saved: 'سياسة.txt' },
  ])('$name is saved as $saved', async ({ name, saved }) => {
    const uploaded = await upload(as(2), name, new TextEncoder().encode(`Text of ${name}`))
    const { response } = await read(as(2), uploaded)
    const header = response.headers.get('content-disposition') ?? ''
    expect(header).toMatch(/^[\x20-\x7e]+$/)
    expect(parse(header)).toMatchObject({ type: 'attachment', parameters: { filename: saved } })
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('is read by every member, and is the same 404 for others as a file that does not exist', async () => {
    const uploaded = await upload(as(3), 'policy.txt')
    expect((await read(as(3, 'team_member'), uploaded)).bytes.byteLength).toBe(content.byteLength)
    const unknown = { ...uploaded, versionId: uploaded.id }
    const calls = [read(as(4), uploaded), read(as(3), unknown)]
    const [foreign, absent] = await Promise.all(
      calls.map((call) => call.catch((error: RequestError) => JSON.parse(error.body))),
    )
    expect({ ...foreign, requestId: '' }).toEqual({ ...absent, requestId: '' })
    expect(await refusal(read(as(4), uploaded))).toBe(404)
    expect(await refusal(under.visitor.request('GET', addressOf(uploaded)))).toBe(401)
  })

  it('of a superseded version opens for every member, of one that was never approved only for some', async () => {
    const [admin, employee] = [as(8), as(8, 'team_member')]
    const first = await upload(admin, 'policy.txt')
    const add = async (draft?: string) => {
      const fileName = `${randomBytes(4).toString('hex')}.txt`
      const file = new Blob([`Policy of ${fileName}: gifts are registered.`])
      const form = { title: 'Policy', changes: 'New', ...(draft ? { draft } : {}) }
      const created = await admin.call(documentsApi.createVersion, {
        params: { id: first.id },
        form,
        file,
        fileName,
      })
      return { id: first.id, versionId: created.id }
    }
    const second = await add()
    expect(await refusal(read(employee, second))).toBe(404)
    await admin.call(documentsApi.activateVersion, { params: second })
    for (const version of [first, second]) expect((await read(employee, version)).response.status).toBe(200)
    const draft = await add('true')
    expect(await refusal(read(employee, draft))).toBe(404)
    expect((await read(admin, draft)).response.status).toBe(200)
  })

  it('of a deleted document is gone', async () => {
    const uploaded = await upload(as(5), 'policy.txt')
    await as(5).call(documentsApi.deleteDocument, { params: { id: uploaded.id } })
    expect(await refusal(read(as(5), uploaded))).toBe(404)
  })
})

describe('a range of a file', () => {
  const size = content.byteLength
  it.each([
    { range: 'bytes=0-99', from: 0, to: 100 },
    { range: `bytes=${size - 10}-`, from: size - 10, to: size },
    { range: 'bytes=-5', from: size - 5, to: size },
    { range: `bytes=-${size * 2}`, from: 0, to: size },
    { range: `bytes=300000-${size * 2}`, from: 300_000, to: size },
  ])('$range is sent alone', async ({ range, from, to }) => {
    const { response, bytes } = await read(as(6), await upload(as(6), 'policy.txt'), { range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${size}`)
    expect(Buffer.compare(bytes, content.subarray(from, to))).toBe(0)
  })

  it.each(['bytes=5-2', 'bytes=0-1,4-5', 'lines=1-2', 'bytes=-', 'bytes=a-b'])(
    '%s is answered with the whole file',
    async (range) => {
      const { response, bytes } = await read(as(6), await upload(as(6), 'policy.txt'), { range })
      expect([response.status, bytes.byteLength]).toEqual([200, size])
    },
  )

  it.each([`bytes=${size}-`, 'bytes=-0'])('%s cannot be satisfied', async (range) => {
    expect(await refusal(read(as(6), await upload(as(6), 'policy.txt'), { range }))).toBe(416)
  })

  it('of a file that is another one by now is the whole new file', async () => {
    const headers = { range: 'bytes=0-1', 'if-range': '"another"' }
    const { response } = await read(as(6), await upload(as(6), 'policy.txt'), headers)
    expect(response.status).toBe(200)
  })
})

describe('a file store in trouble', () => {
  it('that is away is a 503 before the first byte', async () => {
    const uploaded = await upload(as(7), 'policy.txt')
    vi.spyOn(engines.ports.blobs, 'getPart').mockRejectedValue(new EngineUnavailable('Away.', 5))
    expect(await refusal(read(as(7), uploaded))).toBe(503)
  })

  it('whose bytes have changed never delivers a file that looks complete', async () => {
    const uploaded = await upload(as(7), 'policy.txt')
    const { blobs } = engines.ports
    const getPart = blobs.getPart.bind(blobs)
    vi.spyOn(blobs, 'getPart').mockImplementation(async (key, start, end) => {
      const part = await getPart(key, start, end)
      if (part && start === 0) part[7] = (part[7] ?? 0) ^ 1
      return part
    })
    await expect(read(as(7), uploaded)).rejects.toThrow()
  })
})
