import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { getPriority } from 'node:os'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Confinement, confine } from './confinement.ts'

const megabyte = 1024 * 1024
const limits = { heapBytes: 384 * megabyte, growthBytes: 512 * megabyte, cpuSeconds: 20 }

describe('a confined process', () => {
  const server = createServer((socket) => socket.destroy())
  let confinement: Confinement
  let outcome: Record<string, unknown>

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    confinement = await confine(new URL('./escape-attempts-process.ts', import.meta.url), limits)
    const { stdout } = await promisify(execFile)(
      confinement.command,
      [...confinement.arguments, String(port)],
      { env: { SECRET: 'canary' } },
    )
    outcome = JSON.parse(stdout)
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it.runIf(process.platform !== 'win32')('gives way to requests, whatever the priority of its parent', () => {
    expect(outcome.niceness).toBe(Math.min(19, getPriority() + 7))
  })

  it('sees no variable of its parent', () => {
    expect(outcome.environment).toEqual([])
  })

  it.runIf(process.getuid?.() === 0)(
    'of root has an account of no user and no group, and cannot get root back',
    () => {
      const account = z.array(z.number()).parse(outcome.account)
      expect(Math.min(...account)).toBeGreaterThanOrEqual(52_000)
      expect(new Set(account).size).toBe(1)
      expect(outcome.becomeRoot).toBe('EPERM')
      expect(confinement.holds).toContain('account')
    },
  )

  it('reads and writes no file but the code of the parser, starts no program and runs no text', () => {
    expect(outcome).toMatchObject({
      readPasswords: 'ERR_ACCESS_DENIED',
      readWorkingFolder: 'ERR_ACCESS_DENIED',
      writeTemporary: 'ERR_ACCESS_DENIED',
      startProgram: 'ERR_ACCESS_DENIED',
    })
    expect(outcome.runText).toContain('EvalError')
  })

  it.runIf(process.platform === 'linux')(
    'cannot take more memory than its limit, even between two looks at it',
    () => {
      expect(outcome.allocate).toContain('allocation failed')
    },
  )

  it('reaches no network where the system lets us take it away, and says whether it does', () => {
    const isTaken = confinement.holds.includes('network')
    expect(outcome.connect).toBe(isTaken ? 'ENETUNREACH' : 'worked')
    if (isTaken) expect(outcome.interfaces).toBe(0)
  })
})
