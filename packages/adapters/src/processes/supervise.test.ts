import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { findProcess } from './running-process.ts'
import { type ChildEnd, type SupervisedChild, supervise } from './supervise.ts'

const stays = 'setInterval(() => undefined, 1000)'

/** Supervises a Node program; `ends` collects how its runs ended. */
function run(script: string, options: Partial<SupervisedChild> = {}) {
  const ends: ChildEnd[] = []
  const child = supervise({
    launch: (output) =>
      spawn(process.execPath, ['-e', script], {
        detached: options.isGroup ?? false,
        stdio: ['ignore', output, output],
      }),
    endSteps: [{ signal: 'SIGTERM', waitMs: 60_000 }],
    settledAfterMs: 0,
    failuresMax: 3,
    pauseMs: 1,
    onEnd: (end) => ends.push(end),
    ...options,
  })
  onTestFinished(() => child.stop())
  return { child, ends }
}

async function logFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-supervise-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'child.log')
}

it('a child killed with -9 runs again as another process, and is ready again', async () => {
  const { child, ends } = run(stays)
  expect(await child.untilReady()).toBe(true)
  const { pid } = child.now
  process.kill(pid ?? 0, 'SIGKILL')
  await vi.waitFor(() =>
    expect(ends).toMatchObject([{ reason: 'SIGKILL', wasReady: true, isRestarted: true }]),
  )
  expect(await child.untilReady()).toBe(true)
  expect(child.now.pid).not.toBe(pid)
})

it('one that keeps failing is given up with what it wrote last', async () => {
  const probe = { isReady: async () => false, everyMs: 5 }
  const { child, ends } = run('console.log("no disk"); process.exitCode = 3', {
    probe,
    logFile: await logFile(),
  })
  expect(await child.untilReady()).toBe(false)
  expect(await child.over).toMatchObject({ reason: 'code 3', output: 'no disk', isRestarted: false })
  expect(ends.map(({ isRestarted }) => isRestarted)).toEqual([true, true, false])
})

it('one that was never ready may have fewer tries, and a program that is missing is such a failure', async () => {
  const launch = () => spawn('/no/such/program')
  const { child, ends } = run('', { launch, firstFailuresMax: 1 })
  expect((await child.over)?.reason).toContain('ENOENT')
  expect(ends).toHaveLength(1)
})

const stuckAfterMs = 3000

it.for([
  ['uses the processor', 'for (;;);'],
  ['writes to its log', `setInterval(() => console.log('still loading'), 300)`],
])(
  'one that %s is waited for, although its start takes several times as long as one may be stuck',
  async ([, script]) => {
    const startedAt = performance.now()
    const isReady = async () => performance.now() - startedAt > 3 * stuckAfterMs
    const { child, ends } = run(script ?? '', {
      probe: { isReady, everyMs: 50, stuckAfterMs },
      logFile: await logFile(),
      isGroup: true,
    })
    expect(await child.untilReady()).toBe(true)
    expect(ends).toEqual([])
  },
)

it('one that is held still before it is ready, and does nothing for as long as it may be stuck, is killed', async () => {
  const { child } = run(`process.kill(process.pid, 'SIGSTOP'); ${stays}`, {
    probe: { isReady: async () => false, everyMs: 50, stuckAfterMs },
    failuresMax: 1,
    logFile: await logFile(),
  })
  expect(await child.over).toMatchObject({ reason: 'SIGKILL', wasReady: false })
})

it('a stop kills one that does not heed its signals, with its whole group, and is no failure', async () => {
  const file = await logFile()
  const parent = `console.log(require('child_process').spawn(process.execPath, ['-e', '${stays}']).pid)`
  const { child, ends } = run(`${parent}; process.on('SIGTERM', () => console.log('no')); ${stays}`, {
    endSteps: [{ signal: 'SIGTERM', waitMs: 500 }],
    isGroup: true,
    logFile: file,
  })
  await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toMatch(/\d+\n/))
  const pid = Number.parseInt(await readFile(file, 'utf8'), 10)
  expect(await findProcess(pid)).not.toBeNull()
  await child.stop()
  expect(await findProcess(pid)).toBeNull()
  expect(child.now).toEqual({ pid: null, isReady: false })
  expect(await child.over).toBeNull()
  expect(ends).toEqual([])
})

it('a stop during the wait before a restart ends the wait', async () => {
  const { child, ends } = run('process.exitCode = 1', { pauseMs: 3_600_000 })
  await vi.waitFor(() => expect(ends).toHaveLength(1))
  await child.stop()
  expect(await child.over).toBeNull()
})
