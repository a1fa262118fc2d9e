import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { type LaunchedProcess, Launcher } from './launcher.ts'
import { findProcess, waitForEnd } from './running-process.ts'

describe.runIf(process.platform !== 'win32')('a launched process', () => {
  let launcher: Launcher
  beforeAll(async () => {
    launcher = await Launcher.open()
  })
  const shell = (script: string) => launcher.launch('/bin/sh', ['-c', script])
  const endOf = ({ stdout, stderr, ended }: LaunchedProcess) => {
    for (const output of [stdout, stderr]) output.resume()
    return ended
  }

  it('reads what it is sent, and its output, errors and exit code are received whole', async () => {
    const { stdin, stdout, stderr, ended } = await shell('cat; echo trouble >&2; exit 3')
    stdin.end('x'.repeat(1_000_000))
    expect(await Promise.all([text(stdout), text(stderr)])).toEqual(['x'.repeat(1_000_000), 'trouble\n'])
    expect(await ended).toEqual({ code: 3, signal: null })
  })

  it('has pipes of its own, however many are launched at once', async () => {
    const numbers = Array.from({ length: 20 }, (_, at) => `${at}\n`)
    const launched = await Promise.all(numbers.map((_, at) => shell(`echo ${at}; echo ${at} >&2`)))
    expect(await Promise.all(launched.map(({ stdout }) => text(stdout)))).toEqual(numbers)
    expect(await Promise.all(launched.map(({ stderr }) => text(stderr)))).toEqual(numbers)
  })

  it('is no child of the one that asked, and has no environment', async () => {
    const { pid, stdin, stdout } = await shell('cat; env')
    expect((await findProcess(pid))?.parent).not.toBe(process.pid)
    stdin.end()
    expect(await text(stdout)).not.toContain('NODE_')
  })

  it('is killed when told to', async () => {
    const launched = await launcher.launch('/bin/sleep', ['1000'])
    launched.kill()
    expect(await endOf(launched)).toEqual({ code: null, signal: 'SIGKILL' })
  })

  it('that cannot be started is an error, and the next one starts', async () => {
    await expect(launcher.launch('/nothing/here', [])).rejects.toThrow('ENOENT')
    expect(await text((await shell('echo next')).stdout)).toBe('next\n')
  })

  it('ends with its launcher, which says that it is of no more use', async () => {
    const own = await Launcher.open()
    const launched = await own.launch('/bin/sleep', ['1000'])
    process.kill((await findProcess(launched.pid))?.parent ?? 0, 'SIGKILL')
    expect(await endOf(launched)).toMatchObject({ code: null })
    expect(await waitForEnd(launched.pid, 30_000)).toBe(true)
    expect(own.isUsable).toBe(false)
    await expect(own.launch('/bin/sleep', ['1000'])).rejects.toThrow()
  })

  it('that reads its input ends with the process that asked for it, and so does the launcher', async () => {
    const script = `
      const { Launcher } = await import(${JSON.stringify(fileURLToPath(new URL('./launcher.ts', import.meta.url)))})
      const { pid } = await (await Launcher.open()).launch('/bin/cat', [])
      console.log(pid)`
    const asking = execFile(process.execPath, ['--input-type=module', '--eval', script])
    const [line] = await once(asking.stdout ?? asking, 'data')
    const pid = Number(line)
    const launcherPid = (await findProcess(pid))?.parent ?? 0
    expect(launcherPid).not.toBe(0)
    asking.kill('SIGKILL')
    expect(await waitForEnd(pid, 30_000)).toBe(true)
    expect(await waitForEnd(launcherPid, 30_000)).toBe(true)
  })
})
