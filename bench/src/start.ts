import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type PortalStart, startPortalProcess } from '@portal/testkit/portal-process'
import type { Result } from './measure/report.ts'
import { spread } from './measure/statistics.ts'

/** Options of the short form. */
export const short = ['--rounds', '1']

const reach = { demoSeconds: 15, again: 0.3 }

/** Seconds. */
interface Round {
  readonly first: number
  readonly demo: number
  readonly second: number
}

/**
 * `npm start` with an empty data folder, of which the demo, and with that folder again. `--rounds`
 * (3). Front ends are built beforehand. Fails if the demo takes longer than it may; one round, as
 * in the short form, shows only that it runs.
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({ args: [...args], options: { rounds: { type: 'string', default: '3' } } })
  const rounds: Round[] = []
  for (let round = 0; round < Number(values.rounds); round += 1) rounds.push(await startTwice())
  const row = (name: string, of: (round: Round) => number, target = '') => {
    const { median, min, max } = spread(rounds.map(of))
    return `| ${name} | ${median.toFixed(1)} | ${min.toFixed(1)} | ${max.toFixed(1)} | ${target} |`
  }
  const table = [
    '| seconds | median | min | max | reach |',
    '|---|---|---|---|---|',
    row('first start, until it says that it is ready', ({ first }) => first),
    row('of these making the demo', ({ demo }) => demo, `≤ ${reach.demoSeconds}`),
    row('the next start', ({ second }) => second),
  ].join('\n')
  const ratio = spread(rounds.map(({ first, second }) => second / first)).median
  const verdict = `The next start takes ${ratio.toFixed(2)} of the first (reach ${reach.again}).`
  const demo = spread(rounds.map((round) => round.demo)).median
  const isSlow = rounds.length > 1 && demo > reach.demoSeconds
  const failure = isSlow && { failure: `making the demo takes ${demo.toFixed(1)} s` }
  return [{ name: 'start', how: `${rounds.length} rounds`, paragraphs: [table, verdict], ...failure }]
}

async function startTwice(): Promise<Round> {
  // Made by the start, which the account of its Postgres may enter.
  const dataFolder = join(tmpdir(), `portal-bench-${randomBytes(6).toString('hex')}`)
  try {
    const { seconds: first, output } = await timeOfStart({ command: 'start', dataFolder })
    const [, demo = ''] = /Preparing the demo \(([\d.]+) s\)/.exec(output) ?? []
    if (demo === '') throw new Error(`The start does not say what the demo took.\n${output}`)
    const { seconds: second } = await timeOfStart({ command: 'start', dataFolder })
    return { first, demo: Number(demo), second }
  } finally {
    await rm(dataFolder, { recursive: true, force: true })
  }
}

async function timeOfStart(start: PortalStart): Promise<{ seconds: number; output: string }> {
  const began = performance.now()
  const portal = await startPortalProcess(start)
  const seconds = (performance.now() - began) / 1000
  const output = portal.output()
  await portal.interrupt()
  return { seconds, output }
}
