import { chatApi } from '@portal/contracts/chat'
import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { gatewayApi } from '@portal/contracts/gateway'
import { newTraceparent } from '@portal/contracts/traceparent'
import { portNames } from '@portal/deploy/standalone/topology'
import parsePrometheus from 'parse-prometheus-text-format'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { ReceivedSpan } from './otlp-receiver.ts'
import { startTracedPortal, type TracedPortal } from './traced-portal.ts'

/** What must be in no trace, metric or log. */
const canaries = {
  email: 'ada.canary@halden.example',
  password: 'seven-quiet-canaries',
  title: 'Zyqomel canary policy',
  fileName: 'zyqomel-canary-file.txt',
  text: 'zyqomel permits are kept for eleven years',
  question: 'For how long are zyqomel permits kept?',
}
const patience = { timeout: 60_000, interval: 100 }

let portal: TracedPortal

beforeAll(async () => {
  portal = await startTracedPortal(canaries)
}, 240_000)

afterAll(() => portal?.stop())

/** Makes a call as the browser does, and gives the spans of its trace once these have come. */
async function traceOf(
  call: (headers: { traceparent: string }) => Promise<unknown>,
  awaited: readonly string[],
) {
  const traceparent = newTraceparent()
  const [, traceId, browserSpan] = traceparent.split('-')
  await call({ traceparent })
  const spans = () => portal.receiver.spans.filter((span) => span.traceId === traceId)
  await vi.waitFor(() => {
    expect(spans().map(nameOf)).toEqual(expect.arrayContaining([...awaited]))
  }, patience)
  return { spans: spans(), browserSpan }
}

const nameOf = ({ service, name }: ReceivedSpan) => `${service}: ${name}`

/** Every span has its parent in the trace; the first one's is the browser's. */
function expectWhole({ spans, browserSpan }: Awaited<ReturnType<typeof traceOf>>): void {
  const ids = new Set(spans.map(({ spanId }) => spanId))
  const orphans = spans.filter(({ parentSpanId }) => !ids.has(parentSpanId ?? ''))
  expect(orphans.map((span) => [nameOf(span), span.parentSpanId])).toEqual([
    [expect.stringMatching(/^gateway: /), browserSpan],
  ])
}

const upload = (client: Client, headers: { traceparent: string }) =>
  client.call(
    documentsApi.uploadDocument,
    {
      form: { title: canaries.title },
      file: new Blob([`Permits\n\nAll ${canaries.text} and are then destroyed.\n`]),
      fileName: canaries.fileName,
    },
    { headers },
  )

it('an upload is one trace, from the browser through every service and its events to the index', async () => {
  const trace = await traceOf(
    (headers) => upload(portal.ada, headers),
    [
      'gateway: POST /api/documents',
      'documents: POST /api/documents',
      'documents: blobs.put',
      'documents: publish document.uploaded',
      'documents: job read-version',
      'documents: parser.parse',
      'documents: job index-document',
      'documents: index.replaceDocument',
      'team: team-notifications document.uploaded',
      'analytics: analytics document.uploaded',
      'master-admin: master-admin-audit document.uploaded',
    ],
  )
  expectWhole(trace)
  const handled = trace.spans.filter(
    ({ name }) => name.endsWith(' document.uploaded') && !name.startsWith('publish'),
  )
  for (const { links } of handled) expect(links).toHaveLength(1)
}, 240_000)

it('a question is one trace through gateway, chat, documents and what follows its answer', async () => {
  const ask = (headers: { traceparent: string }) =>
    portal.ada.call(chatApi.ask, { body: { question: canaries.question } }, { headers })
  const trace = await traceOf(ask, [
    'gateway: POST /api/chat',
    'chat: POST /api/chat',
    'chat: model.answer',
    'documents: embedder.embed',
    'documents: index.search',
    'chat: publish question.answered',
    'analytics: analytics question.answered',
    'master-admin: master-admin-audit question.answered',
  ])
  expectWhole(trace)
}, 60_000)

async function scrape(port: number, accept = 'text/plain'): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { accept } })
  expect(response.status).toBe(200)
  return response.text()
}

it('every part has metrics in the Prometheus format at its internal address alone', async () => {
  const { documents, chat, internal } = portal.ports
  const family = async (port: number, name: string) => {
    // The parser loses the labels of histograms, so their series are read one by one.
    const text = (await scrape(port)).replaceAll(/(?<=^# TYPE .* )histogram$/gm, 'untyped')
    return parsePrometheus(text).flatMap((one) => (one.name === name ? one.metrics : []))
  }
  for (const port of [documents, internal])
    expect(await family(port, 'portal_request_duration_seconds_count')).toContainEqual({
      labels: {
        ...{ service: port === documents ? 'documents' : 'gateway' },
        ...{ route: 'POST /api/documents', status: '201' },
      },
      value: '1',
    })
  const answers = (outcome: string, value: string) => ({ labels: { service: 'chat', outcome }, value })
  expect(await family(chat, 'portal_answers_total')).toEqual([
    ...[answers('answered', '1'), answers('partial', '0')],
    ...[answers('no_evidence', '0'), answers('conflict', '0')],
  ])
  const lag = await family(documents, 'portal_event_lag')
  expect(lag).toContainEqual({
    labels: { service: 'documents', consumer: 'documents', topic: 'documents' },
    value: expect.stringMatching(/^\d+$/),
  })
  for (const name of ['portal_outbox_events', 'portal_ingestions_total'])
    expect(await family(documents, name)).not.toEqual([])
  // Files are parsed in a thread of their own.
  expect(await family(documents, 'portal_engine_call_duration_seconds_count')).toContainEqual({
    labels: { service: 'documents', engine: 'parser', call: 'parse', outcome: 'ok' },
    value: expect.stringMatching(/^[1-9]/),
  })
  expect(await scrape(documents, 'application/openmetrics-text')).toMatch(/\n# EOF\n$/)
  const outside = await fetch(`${portal.address}/metrics`)
  expect(await outside.text()).not.toContain('portal_request_duration')
})

it('an operator sees parts and traces without any collector; nobody else does', async () => {
  const operator = await portal.clientOf('operator')
  const { parts, traces } = await operator.call(gatewayApi.readOperations, {})
  expect(parts.map(({ name, report }) => [name, report?.isTracing])).toEqual(
    expect.arrayContaining(['gateway', 'documents', 'chat', 'team'].map((name) => [name, true])),
  )
  const uploaded = traces.find(({ name }) => name === 'POST /api/documents')
  expect(uploaded?.services).toEqual(expect.arrayContaining(['gateway', 'documents', 'master-admin']))
  const { spans } = await operator.call(gatewayApi.readTrace, {
    params: { traceId: uploaded?.traceId ?? '' },
  })
  expect(spans.map(({ service, name }) => `${service}: ${name}`)).toContain('documents: parser.parse')
  await expect(portal.ada.call(gatewayApi.readOperations, {})).rejects.toMatchObject({ status: 403 })
})

it('no trace, metric, report or log has a word of a document, a question or a person', async () => {
  const missing = { params: { id: crypto.randomUUID() } }
  const traceparent = newTraceparent()
  await expect(
    portal.ada.call(documentsApi.readDocument, missing, { headers: { traceparent } }),
  ).rejects.toMatchObject({ status: 404 })
  const [, traceId = ''] = traceparent.split('-')
  await vi.waitFor(() => expect(portal.logs()).toContain(`"trace_id":"${traceId}"`), patience)
  const reported = await Promise.all(
    portNames
      .filter((name) => !['public', 'gateway', 'identityAdmin'].includes(name))
      .flatMap((name) =>
        ['/metrics', '/operations'].map(async (path) =>
          (await fetch(`http://127.0.0.1:${portal.ports[name]}${path}`)).text(),
        ),
      ),
  )
  const all = [...reported, ...portal.receiver.bodies, portal.logs()].join('\n').toLowerCase()
  expect(all.length).toBeGreaterThan(10_000)
  for (const word of [...Object.values(canaries), 'zyqomel']) expect(all).not.toContain(word.toLowerCase())
})
