import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitForEnd } from '@portal/adapters/processes/running-process'
import { disturb, engineUrl } from '@portal/testkit/engines'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { answersApiVersions } from '../kafka/answers-api-versions.ts'
import { startSupervisor } from './start-supervisor.ts'
import { readStatus } from './supervisor-client.ts'
import type { SupervisorAccess } from './supervisor-order.ts'

const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

describe('an engine of the run', () => {
  test('killed with -9, it is ready again at the same address in another process', async () => {
    const url = await engineUrl('kafka')
    const before = await statusOf('kafka')
    await disturb('kafka', 'kill')
    await expect(answersApiVersions(portOf(url))).resolves.toBe(false)
    await disturb('kafka', 'start')
    const after = await statusOf('kafka')
    expect(after).toMatchObject({ state: 'ready', url, restarts: (before?.restarts ?? 0) + 1 })
    expect(after?.pid).not.toBe(before?.pid)
    await expect(answersApiVersions(portOf(url))).resolves.toBe(true)
  })

  test('paused, it keeps its port and responds to nobody until it is resumed', async () => {
    const url = await engineUrl('kafka')
    await disturb('kafka', 'pause')
    await expect(answersApiVersions(portOf(url))).resolves.toBe(false)
    expect(await statusOf('kafka')).toMatchObject({ state: 'paused' })
    await disturb('kafka', 'resume')
    await vi.waitFor(() => expect(answersApiVersions(portOf(url))).resolves.toBe(true), 60_000)
  })

  test('stopped, it stays down until it is started', async () => {
    const url = await engineUrl('kafka')
    await disturb('kafka', 'stop')
    expect(await statusOf('kafka')).toMatchObject({ state: 'down', pid: null })
    await expect(disturb('kafka', 'kill')).rejects.toThrow('kafka is not running')
    await disturb('kafka', 'start')
    await expect(answersApiVersions(portOf(url))).resolves.toBe(true)
  })

  test('obeys nobody without the secret', async () => {
    const { url } = inject('engines').control
    const response = await fetch(new URL('/kafka/kill', url), {
      method: 'POST',
      headers: { authorization: 'Bearer guessed' },
    })
    expect(response.status).toBe(401)
  })
})

test('a supervisor that is killed with -9 takes its engines with it', async () => {
  const { access, pid } = await startKafka()
  process.kill(access.pid, 'SIGKILL')
  await expect(waitForEnd(pid, 60_000)).resolves.toBe(true)
})

/** A second supervisor, with its own Kafka. */
async function startKafka(): Promise<{ access: SupervisorAccess; pid: number }> {
  const parent = await mkdtemp(join(tmpdir(), 'portal-engines-'))
  folders.push(parent)
  await chmod(parent, 0o711)
  const dataFolder = join(parent, 'data')
  const supervisor = await startSupervisor({ dataFolder, isTemporary: true }, () => undefined)
  await supervisor.start(['kafka'])
  const kafka = (await readStatus(supervisor.access))?.find((engine) => engine.name === 'kafka')
  return { access: supervisor.access, pid: kafka?.pid ?? 0 }
}

async function statusOf(name: string) {
  const { control, urls } = inject('engines')
  return (await readStatus({ pid: 0, control, urls }))?.find((engine) => engine.name === name)
}

function portOf(url: string): number {
  return Number(/:(\d+)/.exec(url)?.[1])
}
