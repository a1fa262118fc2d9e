import { exec, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { workspaceRoot } from '@portal/build/build-plan'
import { openApiDocument } from '@portal/contracts/openapi-document'
import { allRoutes } from '@portal/contracts/services'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { k6Options } from './k6-options.ts'
import { loadJob } from './load-job.ts'
import { readLoadOptions } from './load-options.ts'
import { loadRoutes } from './load-routes.ts'
import { usageBelow } from './process-usage.ts'
import { isProfileName, profiles } from './profiles.ts'
import { loadResults } from './report/load-results.ts'
import { loadSection } from './report/load-table.ts'
import { readPoints } from './report/read-points.ts'
import { resultsPage } from './report/results-page.ts'
import { returningRoutes, scenarioNames, scenarioRoutes, sharesOfThousand } from './scenarios.ts'

const routes = loadRoutes()

describe('the generated table of routes', () => {
  it('has every public route of the contracts at its address, and no internal one', () => {
    const { paths } = openApiDocument({ publicOrigin: 'http://localhost', sessionCookie: 'session' })
    const described = Object.entries(paths as Record<string, object>).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const called = Object.values(routes).map(({ method, path }) => `${method} ${path}`)
    // The stream of events stays open: a browser follows it, no call does.
    expect(called.toSorted()).toEqual(described.filter((one) => one !== 'GET /api/events').toSorted())
    const internal = allRoutes().filter(({ route }) => !route.isPublicPath)
    expect(internal.filter(({ route }) => called.includes(`${route.method} ${route.path}`))).toEqual([])
  })

  it('has every route that a scenario calls', () => {
    const named = scenarioNames.flatMap((name) => scenarioRoutes[name])
    expect(named.filter((name) => routes[name] === undefined)).toEqual([])
  })
})

describe('limits', () => {
  const { thresholds } = k6Options({ profile: profiles.load, routes, hasBrowser: false })
  const limitOf = (metric: string) => thresholds[metric]?.map(({ threshold }) => threshold)

  it('bound failures and heads of every route that a scenario calls', () => {
    for (const name of scenarioNames.flatMap((scenario) => scenarioRoutes[scenario])) {
      expect(limitOf(`http_req_failed{name:${name}}`)).toEqual(['rate<0.001'])
      expect(limitOf(`http_req_waiting{name:${name}}`)).toEqual([`p(95)<${routes[name].deadlineMs / 10}`])
    }
  })

  it('are the deadlines of the contracts, so that asking may take longer than listing', () => {
    expect(limitOf('http_req_waiting{name:chat.ask}')).toEqual(['p(95)<6000'])
    expect(limitOf('http_req_waiting{name:documents.listDocuments}')).toEqual(['p(95)<1000'])
  })

  it('allow no failure in a smoke test, and end a search for the breaking point', () => {
    const smoke = k6Options({ profile: profiles.smoke, routes, hasBrowser: false }).thresholds
    expect(smoke['http_req_failed{name:chat.ask}']).toMatchObject([
      { threshold: 'rate==0', abortOnFail: false },
    ])
    expect(smoke.checks).toMatchObject([{ threshold: 'rate==1' }])
    const breaking = k6Options({ profile: profiles.breakpoint, routes, hasBrowser: false }).thresholds
    expect(Object.values(breaking).flat()).toSatisfy((all: { abortOnFail: boolean }[]) =>
      all.every(({ abortOnFail }) => abortOnFail),
    )
  })
})

describe('scenarios', () => {
  it('are named after a route that they call, and share a thousand acts', () => {
    for (const name of scenarioNames)
      expect(scenarioRoutes[name].map((route) => route.split('.')[1])).toContain(name)
    expect(Object.values(sharesOfThousand).reduce((sum, share) => sum + share, 0)).toBe(1000)
  })

  it.each(Object.keys(profiles).filter(isProfileName))('of %s come at its rates, for its time', (name) => {
    const { acts, seconds } = profiles[name]
    const { scenarios } = k6Options({ profile: profiles[name], routes, hasBrowser: true })
    expect(Object.keys(scenarios)).toEqual([...scenarioNames, 'readSession'])
    const browsing = scenarios.listDocuments
    if (acts.length > 1) {
      const stages = acts.slice(1).map((perSecond) => Math.round(perSecond * 0.62 * 60))
      expect(browsing).toMatchObject({
        executor: 'ramping-arrival-rate',
        stages: stages.map((target) => ({ target, duration: `${Math.round(seconds / stages.length)}s` })),
      })
    } else if (name !== 'smoke')
      expect(browsing).toMatchObject({ rate: Math.round(acts[0] * 0.62 * 60), duration: `${seconds}s` })
    else expect(browsing).toMatchObject({ vus: 1, iterations: 2, maxDuration: '60s' })
  })

  it('have people who come back to an open page where a profile says so, whose requests have limits too', () => {
    const profile = { ...profiles.load, returning: 9 }
    const { scenarios, thresholds } = k6Options({ profile, routes, hasBrowser: false })
    expect(scenarios.currentUser).toMatchObject({
      ...{ executor: 'constant-arrival-rate', exec: 'currentUser', rate: 540, timeUnit: '1m' },
      duration: `${profile.seconds}s`,
    })
    for (const name of returningRoutes)
      expect(Object.keys(thresholds)).toContain(`http_req_failed{name:${name}}`)
  })
})

describe('a load as a Job', () => {
  it('brings everything that the script imports, and no password', async () => {
    const objects = JSON.stringify(await loadJob({ profile: profiles.smoke, address: 'https://portal.test' }))
    const [{ data }, job] = JSON.parse(objects)
    const [{ configMap }] = job.spec.template.spec.volumes
    const paths: string[] = configMap.items.map(({ path }: { path: string }) => path)
    expect(configMap.items.map(({ key }: { key: string }) => key).toSorted()).toEqual(
      Object.keys(data).toSorted(),
    )
    const imported = Object.values(data as Record<string, string>).flatMap((text) =>
      [...text.matchAll(/^import (?!type ).*from '(\.[^']+)'/gm)].map(([, path = '']) =>
        join('script', path),
      ),
    )
    expect(imported).toContain('scenarios.ts')
    expect(imported.filter((path) => !paths.includes(path))).toEqual([])
    expect(data['plan.json']).toContain('https://portal.test')
    expect(job.spec.template.spec.containers[0].envFrom).toEqual([{ secretRef: { name: 'portal-load' } }])
  })

  it('is all that the documented command prints, so that kubectl can read it', async () => {
    const text = await readFile(join(workspaceRoot, 'docs', 'operate.md'), 'utf8')
    const [, command = ''] = /^(npm .+ --job) \| kubectl apply -f -$/m.exec(text) ?? []
    const { stdout } = await promisify(exec)(command, { cwd: workspaceRoot, maxBuffer: 1 << 24 })
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'List', items: [{}, { kind: 'Job' }] })
  })

  it('is refused without an address, and asks for no password', () => {
    expect(() => readLoadOptions(['smoke', '--job'], {})).toThrow('--job needs the --address')
    expect(readLoadOptions(['smoke', '--job', '--address', 'https://portal.test'], {}).isJob).toBe(true)
  })
})

describe('the command line', () => {
  it('takes a profile, and shortens or slows it', () => {
    const { profile, portal } = readLoadOptions(['spike', '--seconds', '20', '--acts', '10'], {})
    expect(profile).toMatchObject({ seconds: 20, acts: [1, 1, 10, 1, 1] })
    expect(portal).toBeNull()
  })

  it('takes a running portal with its operator', () => {
    const environment = { LOAD_OPERATOR: 'olga', LOAD_OPERATOR_PASSWORD: 'quiet' }
    const { portal } = readLoadOptions(['smoke', '--address', 'https://portal.example/x'], environment)
    expect(portal).toEqual({ address: 'https://portal.example', username: 'olga', password: 'quiet' })
  })

  it.each([
    [['siege'], /Usage: npm run load -- smoke\|load/],
    [['load', '--seconds', '0'], /--seconds takes a number from 1 to 14400, not "0"/],
    [['load', '--acts', 'many'], /--acts takes a number from 1 to 200/],
    [['load', '--address', 'here'], /--address takes the portal's public address/],
    [['load', '--address', 'http://portal.example'], /LOAD_OPERATOR_PASSWORD/],
  ])('refuses %j', (args, message) => {
    expect(() => readLoadOptions(args, {})).toThrow(message)
  })
})

describe('the report', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-load-report-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const began = Date.parse('2026-01-05T10:00:00.000Z')
  const line = (
    metric: string,
    value: number,
    { at = 0, ...tags }: { at?: number; [tag: string]: unknown },
  ) =>
    JSON.stringify({
      type: 'Point',
      metric,
      data: { time: new Date(began + at).toISOString(), value, tags },
    })
  const request = (name: string, at: number, { took = 10, status = '200', scenario = 'ask' } = {}) => {
    const tags = { name, at, status, scenario, expected_response: String(status === '200') }
    return [line('http_req_duration', took, tags), line('http_req_waiting', took - 1, tags)]
  }

  async function resultsOf(lines: readonly string[]) {
    const file = join(folder, 'points.json')
    await writeFile(file, lines.join('\n'))
    const thresholds = { 'rate<0.001': { ok: false } }
    const summary = {
      metrics: { 'http_req_failed{name:chat.ask}': { thresholds }, vus: {} },
      root_group: {
        checks: [],
        groups: [{ checks: [{ name: 'an answer has citations', passes: 3, fails: 1 }] }],
      },
    }
    const [options, points] = [readLoadOptions(['load'], {}), await readPoints(file)]
    const part = (cpuSeconds: number) => new Map([['chat', { cpuSeconds, memoryMb: 100 }]])
    const samples = [
      { at: began, usage: part(2), events: 50 },
      { at: began + 4000, usage: part(4), events: 90 },
    ]
    return loadResults({ options, points, summary, samples, isGood: false })
  }

  const lines = [
    ...request('chat.ask', -5000, { scenario: '' }),
    ...Array.from({ length: 19 }, (_, at) => request('chat.ask', 200 * at, { took: at + 1 })).flat(),
    ...request('chat.ask', 3900, { took: 400, status: '503' }),
    ...request('documents.listDocuments', 4000, { took: 30 }),
    line('iterations', 1, { scenario: 'ask' }),
    line('dropped_iterations', 2, { scenario: 'ask' }),
    line('signed_in', 120, {}),
    line('vus', 3, {}),
  ]

  it('counts requests of scenarios by route, and leaves out those of the preparation', async () => {
    const results = await resultsOf(lines)
    expect(results).toMatchObject({ requests: 21, failed: 1, acts: 1, droppedActs: 2 })
    const [asked, listed] = results.routes
    expect(asked).toMatchObject({ name: 'chat.ask', requests: 20, failed: 1, statuses: { '503': 1 } })
    expect(asked).toMatchObject({ p50: 10, p95: 19, p99: 400, headP95: 18 })
    expect(listed).toMatchObject({ name: 'documents.listDocuments', requests: 1, failed: 0 })
    expect(results.course.map(({ requests }) => requests)).toEqual([5, 5, 5, 5, 1])
    expect(results.measures).toEqual([{ name: 'signed_in', count: 1, p50: 120, p95: 120, p99: 120 }])
  })

  it('says what the parts of the portal used meanwhile', async () => {
    const { portal } = await resultsOf(lines)
    expect(portal?.eventsPerSecond).toBeCloseTo(10)
    expect(portal?.parts).toEqual([{ name: 'chat', cpuShare: 0.5, peakMb: 100 }])
  })

  it('is a page that loads nothing, and a table, both of which name what was not kept', async () => {
    const results = await resultsOf(lines)
    const page = resultsPage(results)
    expect(page).not.toMatch(/(src|href)=|url\(|@import/)
    expect(page.match(/<svg /g)).toHaveLength(4)
    expect(page).not.toMatch(/NaN|undefined|Infinity/)
    expect(page).toContain('<code>http_req_failed{name:chat.ask}</code>')
    expect(page).toContain('Not so 1 of 4 times: an answer has citations')
    expect(loadSection(results)).toContain('| chat.ask | 20 | 5.00 % | 10.0 | 19.0 | 400 |')
    expect(loadSection(results)).toContain('0 of 1 limits kept')
  })

  it('knows what processes use, by their names', async () => {
    const usage = await usageBelow(process.pid)
    expect([...usage.values()].reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)).toBeGreaterThan(0)
    expect(Math.max(...[...usage.values()].map(({ memoryMb }) => memoryMb))).toBeGreaterThan(10)
  })

  it('does not count one that has ended and is not yet waited for', async () => {
    const parent = spawn('sh', ['-c', 'sleep 60 & exec sleep 60'])
    onTestFinished(() => {
      parent.kill('SIGKILL')
    })
    const named = async () => [...(await usageBelow(parent.pid ?? 0)).keys()]
    const children = () => readFile(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8')
    await expect.poll(named).toEqual(['sleep'])
    process.kill(Number(await children()), 'SIGKILL')
    const state = async () => readFile(`/proc/${Number(await children())}/stat`, 'utf8')
    await expect.poll(state).toMatch(/^\d+ \(sleep\) Z /)
    expect(await named()).toEqual(['sleep'])
  })
})
