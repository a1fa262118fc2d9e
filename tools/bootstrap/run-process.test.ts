import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findProcess } from '@portal/adapters/processes/running-process'
import { expect, it, onTestFinished, vi } from 'vitest'

const patience = { timeout: 45_000, interval: 20 }
const starter = fileURLToPath(new URL('./fixtures/starter.mjs', import.meta.url))

/** Starts the program under the bootstrap and waits until it prints its pids. */
async function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += String(chunk)
  })
  await vi.waitFor(() => expect(output).toContain('\n'), patience)
  const pids = output.trim().split(' ').map(Number)
  expect(await living(pids)).toEqual(pids)
  return { child, pids, output: () => output }
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

async function living(pids: number[]): Promise<number[]> {
  const found = await Promise.all(pids.map(findProcess))
  return pids.filter((_, at) => found[at])
}

const allGone = (pids: number[]) => vi.waitFor(async () => expect(await living(pids)).toEqual([]), patience)

it('an interrupt reaches the program once, its exit code is passed on and what it left running is ended', async () => {
  const { child, pids, output } = await run(process.execPath, [starter])
  child.kill('SIGINT')
  expect(await ended(child)).toBe(7)
  expect(output().match(/interrupted/g)).toHaveLength(1)
  await allGone(pids)
})

it('a bootstrap killed with -9 leaves neither the program nor its child behind', async () => {
  const { child, pids } = await run(process.execPath, [starter])
  child.kill('SIGKILL')
  await allGone(pids)
})

it('an npm killed with -9 leaves nothing behind, even where a shell stands between', async () => {
  const npm = ['sh', '-c', `"${process.execPath}" "${starter}"; true`]
  const script = `require('child_process').spawnSync(${JSON.stringify(npm[0])}, ${JSON.stringify(npm.slice(1))}, { stdio: 'inherit' })`
  const { child, pids } = await run(process.execPath, ['-e', script], { npm_lifecycle_event: 'start' })
  child.kill('SIGKILL')
  await allGone(pids)
})
