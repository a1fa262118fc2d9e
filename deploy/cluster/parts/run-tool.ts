import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { retry } from '@portal/service-kit/sleep'

const withinMs = 600_000

/** Output of a short-lived program. Rejects with its errors. */
export async function runTool(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 1 << 26 })
  return stdout
}

/** The same with an input. */
export async function feedTool(program: string, args: readonly string[], input: string): Promise<void> {
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'] })
  child.stdin.end(input)
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with code ${code}: ${errors}`)
}

/** Repeats what rejects until it does not; rejects with its last error after ten minutes. */
export async function untilDone(work: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + withinMs
  const failed = (error: unknown) => {
    if (performance.now() > deadline) throw error
  }
  await retry(work, { firstMs: 300, maxMs: 1000, failed })
}
