import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@portal/adapters/embedded-postgres/embedded-postgres'
import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { service as analytics } from '@portal/analytics-service/service'
import { migrate } from '@portal/service-kit/database/migrate'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { createLogger } from '@portal/service-kit/logger'
import { startService } from '@portal/service-kit/start-service'
import { openPassportOffice } from '@portal/testkit/passports'
import { type Filled, fillQuestions } from './analytics/fill-questions.ts'
import { type Contender, interleaved, type Measured } from './measure/interleaved.ts'
import { type Result, type Section, sectionTable } from './measure/report.ts'

/** Options of the short form. */
export const short = ['--rounds', '1', '--questions', '1000,2000']

/** What the analytics page and the dashboard read. */
const reads: Readonly<Record<string, string>> = {
  'the stat cards': '/api/analytics/stats',
  'the insights of 30 days': '/api/analytics/insights',
  'a year by day': '/api/analytics/time-series?unit=day&from=YEAR',
  'department activity': '/api/analytics/departments',
  'trending questions': '/api/analytics/trending-questions',
  'unanswered questions': '/api/analytics/unanswered-questions',
  'the coverage of a year': '/api/analytics/coverage?from=YEAR',
  recommendations: '/api/analytics/recommendations',
}
/** The answer that issue 13 asks for, in milliseconds. */
const reachMs = 300

/**
 * How long the analytics of an organization take to read, with 10^4, 10^5 and 10^6 `--questions`
 * of two years, and what it takes to count them. `--rounds` (20).
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '20' },
      questions: { type: 'string', default: '10000,100000,1000000' },
    },
  })
  const rounds = Number(values.rounds)
  const closing: (() => Promise<unknown>)[] = []
  try {
    const server = await startEmbeddedPostgres({
      dataFolder: join(tmpdir(), `portal-bench-${randomBytes(6).toString('hex')}`),
      isTemporary: true,
      log: console.log,
    })
    closing.push(() => server.stop())
    const sizes: Size[] = []
    for (const questions of values.questions.split(',').map(Number))
      sizes.push(await openSize({ adminUrl: server.adminUrl, questions, closing }))
    const sections: Section[] = []
    for (const [title, path] of Object.entries(reads)) {
      const rows = await interleaved(
        sizes.map((size) => reading(size, path)),
        rounds,
      )
      sections.push({ title, unit: 'ms', rows, verdict: verdictOf(rows) })
    }
    return [
      {
        name: 'analytics',
        how: `${rounds} rounds`,
        paragraphs: [...sections.map(sectionTable), counted(sizes)],
      },
    ]
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

interface Size extends Filled {
  readonly questions: number
  /** How long a response takes until it has been read, in milliseconds. */
  readonly read: (path: string) => Promise<number>
}

interface Opening {
  readonly adminUrl: string
  readonly questions: number
  readonly closing: (() => Promise<unknown>)[]
}

async function openSize({ adminUrl, questions, closing }: Opening): Promise<Size> {
  const name = `analytics_${questions}`
  const urls = await provisionDatabase(adminUrl, name)
  await migrate(urls, analytics.migrations)
  const administrator = new URL(adminUrl)
  administrator.pathname = name
  const filled = await fillQuestions(administrator.href, questions)
  const log = createLogger({ service: 'bench', level: 'error' })
  const events = await provisionDatabase(adminUrl, `events_${questions}`)
  const bus = await openEventBus(`log:${events.owner}`, { name: 'bench', log })
  const office = await openPassportOffice()
  const service = await startService(analytics, {
    ...{ urls, bus, passportKeys: office.keys, ports: {}, log, version: 'bench' },
    listen: { host: '127.0.0.1', port: 0 },
  })
  closing.push(
    () => bus.close(),
    () => service.stop(),
  )
  const year = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10)
  const reader = { personId: 'ada', organizationId: 1, role: 'admin' as const }
  const read = async (path: string) => {
    // Valid for a minute, which is less than the rounds take.
    const passport = await office.person(reader, ['analytics'])
    const began = performance.now()
    const headers = { 'x-portal-passport': passport }
    const response = await fetch(`${service.url}${path.replace('YEAR', year)}`, { headers })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
    return performance.now() - began
  }
  return { ...filled, questions, read }
}

function reading({ questions, read }: Size, path: string): Contender {
  return {
    name: `${questions.toLocaleString('en-US')} questions`,
    round: () => read(path),
  }
}

function verdictOf(rows: readonly Measured[]): string {
  const last = rows.at(-1)
  if (!last) return ''
  const is = last.max <= reachMs ? 'within' : 'beyond'
  return `With ${last.name} the slowest of the rounds took ${last.max.toFixed(0)} ms, ${is} the ${reachMs} ms of issue 13.`
}

function counted(sizes: readonly Size[]): string {
  const lines = sizes.map(({ questions, wholeMs, dayMs, groupsMs }) => {
    const cells = [wholeMs, dayMs, groupsMs].map((ms) => ms.toFixed(0))
    return `| ${questions.toLocaleString('en-US')} | ${cells.join(' | ')} |`
  })
  return [
    '## What counting takes, once',
    '',
    '| questions | all days anew, ms | one day, ms | all groups of 30 days, ms |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n')
}
