import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A process of the cluster. It runs as long as the cluster does. */
export interface Part {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  /** Resolves once it serves. Without it the next part need not wait. */
  readonly untilReady?: () => Promise<unknown>
}

const shownCharacters = 3000

/** Starts it and waits until it is ready. A part that ends, then or later, ends the cluster. */
export async function startPart({ name, program, args, untilReady }: Part, logs: string): Promise<void> {
  const file = join(logs, `${name}.log`)
  await using log = await open(file, 'a')
  const child = spawn(program, args, { stdio: ['ignore', log.fd, log.fd] })
  const end = once(child, 'exit').then(async ([code, signal]) => {
    const written = await readFile(file, 'utf8')
    console.log(`${name} ended (${signal ?? code}): ${written.slice(-shownCharacters)}`)
    return process.exit(1)
  })
  await Promise.race([end, untilReady?.()])
}
