import type { OperatedPart, Operations, PartBacklog } from '@portal/contracts/operations'
import type { TestPage } from '@portal/testkit/browser'
import { changed, held, refused } from './chosen-responses.ts'
import type { ScreenAddress } from './screen-addresses.ts'

const report = /\/api\/operations$/
const path = '/master-admin/operations'

/** What the portal does and what it lacks, on a good and on a bad day. */
export function operationsScreens(): ScreenAddress[] {
  const empty = changed<Operations>(report, () => ({ parts: [], errors: [], traces: [] }))
  return [
    { name: 'operations-trouble', path, before: changed(report, inTrouble) },
    { name: 'operations-empty', path, before: empty },
    { name: 'operations-trace', path, act: openTrace },
    { name: 'operations-loading', path, before: held(report), isBusy: true },
    { name: 'operations-failed', path, before: refused(report) },
  ]
}

const idle: PartBacklog = { outbox: { waiting: 0, oldestSeconds: 0 }, lag: [], deadLetters: [], jobs: [] }
const backlogs: Readonly<Record<string, PartBacklog | null>> = {
  documents: {
    outbox: { waiting: 4210, oldestSeconds: 388 },
    lag: [{ consumer: 'documents', topic: 'team', behind: 12 }],
    deadLetters: [{ consumer: 'documents', failed: 2, held: 31 }],
    jobs: [{ kind: 'read-version', waiting: 17, oldestSeconds: 41 }],
  },
  chat: { ...idle, lag: null },
  analytics: null,
}

function inTrouble({ parts, errors, traces }: Operations): Operations {
  const troubled = (part: OperatedPart): OperatedPart => {
    const backlog = backlogs[part.name]
    if (part.name === 'master-admin') return { ...part, report: null }
    return part.report && backlog !== undefined ? { ...part, report: { ...part.report, backlog } } : part
  }
  const error = {
    ...{ at: Date.now() - 180_000, service: 'documents', message: 'a job failed and will be tried again' },
    ...{ route: null, error: 'EngineUnavailable', requestId: null, traceId: null },
  }
  const refusal = {
    ...{ ...error, service: 'gateway', message: 'request failed', error: 'TypeError' },
    ...{ route: 'POST /api/documents/{id}/versions/{versionId}/approval-rules' },
    requestId: '019ac1d2-7b1e-7c55-9a4f-3c2f7d1e9b60',
  }
  return { parts: parts.map(troubled), errors: [error, refusal, ...errors], traces }
}

/** One that several parts took part in. */
async function openTrace(page: TestPage): Promise<void> {
  const traces = page.getByRole('region', { name: 'Traces of the last hour' })
  await traces
    .getByText(/ of \d+ parts/)
    .first()
    .click()
  await traces.getByRole('list', { name: 'Spans' }).getByRole('listitem').first().waitFor()
}
