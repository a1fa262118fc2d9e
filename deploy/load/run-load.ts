import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { withSection } from '@portal/testkit/bench-results'
import { unpackBrowser } from '@portal/testkit/browser'
import { toolsOf } from '../engines/install/tools.ts'
import { k6Options } from './k6-options.ts'
import type { Environment, LoadOptions } from './load-options.ts'
import { loadRoutes } from './load-routes.ts'
import { type LoadedPortal, openPortal } from './own-portal.ts'
import type { LoadPlan } from './plan.ts'
import { type LoadResults, loadResults } from './report/load-results.ts'
import { loadSection } from './report/load-table.ts'
import { readPoints } from './report/read-points.ts'
import { resultsPage } from './report/results-page.ts'
import { installedK6, runK6 } from './run-k6.ts'
import { watchPortal } from './watch-portal.ts'

interface Surroundings {
  readonly environment: Environment
  readonly write: (line: string) => void
  /** Ends the load before its time; what was under way then is not counted. */
  readonly halted?: AbortSignal
}

/** Loads a portal, writes results and their page, and resolves to them. */
export async function runLoad(options: LoadOptions, surroundings: Surroundings): Promise<LoadResults> {
  const { environment, write } = surroundings
  const program = await installedK6(toolsOf(environment), write)
  const scratch = await mkdtemp(join(tmpdir(), 'portal-load-points-'))
  try {
    await using portal = await openPortal(options, environment)
    write(`${options.name}: ${options.profile.summary}, at ${portal.address}`)
    const results = await measure(options, { portal, program, scratch, surroundings })
    await writeResults(options, results)
    for (const line of verdict(results)) write(line)
    write(`The results are in ${options.folder}: results.json, results.html.`)
    return results
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

interface Measuring {
  readonly portal: LoadedPortal
  readonly program: string
  readonly scratch: string
  readonly surroundings: Surroundings
}

async function measure(
  options: LoadOptions,
  { portal, program, scratch, surroundings }: Measuring,
): Promise<LoadResults> {
  const file = (name: string) => join(scratch, name)
  const routes = loadRoutes()
  const { profile, hasBrowser } = options
  const plan: LoadPlan = {
    ...{ address: portal.address, routes, options: k6Options({ profile, routes, hasBrowser }) },
    ...{ organizations: profile.organizations, employees: profile.employees },
  }
  await writeFile(file('plan.json'), JSON.stringify(plan))
  await mkdir(options.folder, { recursive: true })
  await using watch = portal.own && (await watchPortal(portal.own))
  let endsAt = Number.POSITIVE_INFINITY
  surroundings.halted?.addEventListener('abort', () => {
    endsAt = Date.now()
  })
  const isGood = await runK6({
    ...{ program, address: portal.address, pointsFile: file('points.json'), ...surroundings },
    variables: {
      ...{ LOAD_PLAN: file('plan.json'), LOAD_SUMMARY: file('summary.json') },
      ...{ LOAD_OPERATOR: portal.username, LOAD_OPERATOR_PASSWORD: portal.password },
      ...(hasBrowser && (await browserVariables(options))),
    },
  })
  const samples = watch ? await watch.stop() : null
  const summary: unknown = JSON.parse(await readFile(file('summary.json'), 'utf8'))
  const all = await readPoints(file('points.json'))
  const points = { ...all, requests: all.requests.filter(({ at }) => at < endsAt) }
  return loadResults({ options, points, summary, samples, isGood })
}

/** The Chromium of the tests, and a picture of the last page that it shows. */
async function browserVariables({ folder }: LoadOptions): Promise<Environment> {
  return {
    K6_BROWSER_EXECUTABLE_PATH: await unpackBrowser(),
    K6_BROWSER_ARGS: 'no-sandbox,disable-gpu,disable-background-networking',
    LOAD_PICTURE: join(folder, 'browser.png'),
  }
}

async function writeResults({ folder, hasTable }: LoadOptions, results: LoadResults): Promise<void> {
  await writeFile(join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`)
  await writeFile(join(folder, 'results.html'), resultsPage(results))
  if (hasTable) await keepSection(results)
}

const table = join(workspaceRoot, 'bench', 'results', 'load.md')
const title = `# load

\`npm run load -- <profile> --table\` writes the section of its composition.`

async function keepSection(results: LoadResults): Promise<void> {
  const text = await readFile(table, 'utf8').catch(() => '')
  await writeFile(table, withSection(text, loadSection(results), title))
}

function verdict({ requests, failed, seconds, limits, failedChecks, droppedActs }: LoadResults): string[] {
  const crossed = limits.filter(({ isKept }) => !isKept)
  const dropped = droppedActs > 0 ? `, ${droppedActs} acts not begun in time` : ''
  return [
    `${requests} requests in ${seconds.toFixed(0)} s, ${failed} failed${dropped}; ${limits.length - crossed.length} of ${limits.length} limits kept.`,
    ...crossed.map(({ metric, limit }) => `  not kept: ${metric} ${limit}`),
    ...failedChecks.map(({ name, fails, passes }) => `  not so ${fails} of ${fails + passes} times: ${name}`),
  ]
}
