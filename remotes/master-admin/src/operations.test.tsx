// @vitest-environment happy-dom
import type { Operations, Span } from '@portal/contracts/operations'
import { errorResponse } from '@portal/remote-kit/fixed-server'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Screen } from './routes/operations.tsx'
import { renderMaster } from './testing/render-master.tsx'

const at = Date.UTC(2026, 0, 5, 9)
const traceId = 'a'.repeat(32)
const backlog = {
  outbox: { waiting: 3, oldestSeconds: 2 },
  lag: [{ consumer: 'team-notifications', topic: 'documents', behind: 12 }],
  deadLetters: [
    { consumer: 'team', failed: 1, held: 2 },
    { consumer: 'team-notifications', failed: 0, held: 0 },
  ],
  jobs: [{ kind: 'read-version', waiting: 4, oldestSeconds: 9 }],
}
const idle = { outbox: { waiting: 0, oldestSeconds: 0 }, lag: [], deadLetters: [], jobs: [] }
const timing = (label: string, p95Ms: number) => ({
  ...{ label, count: 9, failures: 1, p50Ms: 5, p95Ms, maxMs: p95Ms * 2 },
})
const reportOf = (changes: object) => ({
  ...{ version: '1.2.0', startedAt: new Date(at).toISOString(), isTracing: true },
  ...{ routes: [], engines: [], ...changes },
})
const operations: Operations = {
  parts: [
    {
      name: 'gateway',
      report: reportOf({
        routes: [
          timing('GET /api/fast', 5),
          timing('POST /api/chat', 2500),
          timing('GET /api/events', 60_000),
        ],
      }),
    },
    { name: 'team', report: reportOf({ backlog }) },
    { name: 'documents', report: reportOf({ backlog: null }) },
    { name: 'analytics', report: reportOf({ backlog: { ...idle, lag: null } }) },
    { name: 'master-admin', report: reportOf({ backlog: idle }) },
    { name: 'chat', report: null },
  ],
  errors: [
    {
      ...{ at, service: 'chat', message: 'request failed', route: 'POST /api/chat' },
      ...{ error: 'TypeError', requestId: 'r-1', traceId },
    },
  ],
  traces: [
    {
      ...{ traceId, name: 'POST /api/documents', startedAt: at, durationMs: 1234 },
      ...{ spans: 2, services: ['gateway', 'documents'], hasError: true },
    },
  ],
}
const span = (spanId: string, changes: Partial<Span> & { service: string }) => ({
  ...{ traceId, spanId, parentId: null, name: 'POST /api/documents', kind: 'server', startedAt: at },
  ...{ durationMs: 40, error: null, ...changes },
})

const show = (responses: Readonly<Record<string, () => Response>> = {}) =>
  renderMaster({
    Screen,
    path: '/master-admin/operations',
    responses: { 'GET /api/operations': () => Response.json(operations), ...responses },
  })

describe('the dashboard of the operator', () => {
  const healthOf = async (parts: Operations['parts']) => {
    renderMaster({
      responses: { 'GET /api/operations': () => Response.json({ ...operations, parts }) },
    })
    const link = await screen.findByRole('link', { name: /^Platform health/ })
    await within(link).findByText(/answer/)
    return link.textContent
  }

  it('says in one line that all parts run', async () => {
    const parts = ['team', 'chat'].map((name) => ({ name, report: reportOf({ backlog: idle }) }))
    expect(await healthOf(parts)).toBe('Platform healthAll 2 parts answerHealthy')
  })

  it('says in one line what is wrong, and leads to the report', async () => {
    const late = { ...idle, outbox: { waiting: 3, oldestSeconds: 90 } }
    const health = await healthOf([
      ...operations.parts,
      { name: 'audit', report: reportOf({ backlog: late }) },
    ])
    expect(health).toBe(
      [
        'Platform healthteam has 1 dead letter, the database of documents does not answer',
        'analytics does not reach the event log, chat does not answer',
        'audit has not published for 90.0 s5 problems',
      ].join(', '),
    )
    expect(screen.getByRole('link', { name: /^Platform health/ }).getAttribute('href')).toBe(
      '/master-admin/operations',
    )
  })

  it('says that the report could not be loaded, with everything else', async () => {
    renderMaster({ responses: { 'GET /api/operations': () => errorResponse(503, 'Away.') } })
    expect(await screen.findByText('The report could not be loaded')).toBeTruthy()
    expect(await screen.findByText('No Organizations Found')).toBeTruthy()
  })
})

describe('the operations page', () => {
  it('shows what waits in each part, and which does not answer', async () => {
    show()
    const region = within(await screen.findByRole('region', { name: 'Parts' }))
    const rows = region.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
    const [gateway, team, documents, analytics, masterAdmin, chat] = rows
    expect(gateway).toMatch(/^gateway 1\.2\.0, started /)
    expect(team).toContain('3 events to publish, the oldest for 2.0 s')
    expect(team).toContain('team-notifications is 12 events of documents behind')
    expect(team).toContain('team1 dead letter, 2 held behind')
    expect(team).toContain('4 jobs due')
    expect(team).not.toContain('0 dead letters')
    expect(documents).toMatch(/Its database does not answer$/)
    expect(analytics).toMatch(/The event log does not answer$/)
    expect(masterAdmin).toMatch(/Nothing waits$/)
    expect(chat).toBe('chat Does not answer')
    expect(screen.getByText('npm run dead-letters -- list')).toBeTruthy()
  })

  it('lists the slowest route first, without streams of events, and the last errors', async () => {
    show()
    const routes = within(await screen.findByRole('region', { name: 'Slowest routes' }))
    const [slowest, ...others] = routes.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(slowest).toContain('POST /api/chat')
    expect(slowest).toContain('95% within 2.5 s')
    expect(others).toHaveLength(1)
    const errors = within(screen.getByRole('region', { name: 'Last errors' }))
    expect(errors.getByText('Request r-1')).toBeTruthy()
  })

  it('opens a trace with what every part did', async () => {
    const { person } = show({
      [`GET /api/operations/traces/${traceId}`]: () =>
        Response.json({
          spans: [
            span('b'.repeat(16), { service: 'gateway' }),
            span('c'.repeat(16), { service: 'documents', name: 'index.search', error: 'TimeoutError' }),
          ],
        }),
    })
    await person.click(await screen.findByText('POST /api/documents'))
    const spans = within(await screen.findByRole('list', { name: 'Spans' }))
    expect(await spans.findByText('index.search')).toBeTruthy()
    expect(spans.getByText('TimeoutError')).toBeTruthy()
  })

  it('shows the latest ten traces, and the others when they are wanted', async () => {
    const [trace] = operations.traces
    const traces = Array.from({ length: 12 }, (_, at) => ({
      ...trace,
      traceId: String(at).padStart(32, '0'),
    }))
    const { person } = show({ 'GET /api/operations': () => Response.json({ ...operations, traces }) })
    const list = within(await screen.findByRole('region', { name: 'Traces of the last hour' }))
    expect(list.getAllByRole('listitem')).toHaveLength(10)
    await person.click(list.getByRole('button', { name: 'Show more traces' }))
    expect(list.getAllByRole('listitem')).toHaveLength(12)
  })

  it('that cannot be read says why, and comes with a retry; empty, it says what would be there', async () => {
    const { person, server } = show({ 'GET /api/operations': () => errorResponse(503, 'Away.') })
    expect((await screen.findByRole('alert')).textContent).toContain('Away.')
    server.now({ 'GET /api/operations': () => Response.json({ parts: [], errors: [], traces: [] }) })
    await person.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No part has logged an error in the last hour.')).toBeTruthy()
    expect(screen.getByText('Traces are off. RECENT_TRACES=on keeps those of the last hour.')).toBeTruthy()
  })
})
