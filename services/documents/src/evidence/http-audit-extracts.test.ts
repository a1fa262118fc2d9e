import type { AuditExtractHead } from '@portal/contracts/audit'
import { expect, it } from 'vitest'
import { httpAuditExtracts } from './http-audit-extracts.ts'

const head: AuditExtractHead = {
  ...{ statement: 'statement', head: 'head', organizationName: 'Halden Medical', people: {} },
  key: { kty: 'OKP', crv: 'Ed25519', x: 'x', fingerprint: 'fingerprint' },
}
const caller = { passport: '', requestId: '', signal: new AbortController().signal }
const query = { packId: crypto.randomUUID(), packKey: 'k'.repeat(43), to: '2026-03-01T00:00:00.000Z' }

it('an extract of which nothing is taken, as of a pack that a HEAD request asks for, ends its response', async () => {
  let isLeft = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(`${JSON.stringify(head)}\n`)),
    cancel: () => {
      isLeft = true
    },
  })
  const extract = await httpAuditExtracts(
    () => 'http://master-admin',
    async () => new Response(body),
  ).extract(caller, query)
  expect(extract).toMatchObject(head)
  expect(isLeft).toBe(false)
  await extract.end()
  expect(isLeft).toBe(true)
})
