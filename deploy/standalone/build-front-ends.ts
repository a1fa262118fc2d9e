import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type FrontEnd, frontEnds, workspaceRoot } from '@portal/build/build-plan'

export interface BuiltFrontEnd extends FrontEnd {
  readonly folder: string
}

/**
 * Builds changed front ends in a child process, which frees the bundler's memory, while Postgres
 * starts. Throws one sentence on failure; details are on standard error.
 */
export async function buildFrontEnds(note: (line: string) => void): Promise<readonly BuiltFrontEnd[]> {
  const program = join(workspaceRoot, 'packages', 'build', 'src', 'build-all.ts')
  const child = fork(program, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], execArgv: [] })
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => line.endsWith('unchanged') || note(line))
  }
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The front end could not be built; the reason is above.')
  return (await frontEnds()).map((frontEnd) => ({ ...frontEnd, folder: join(frontEnd.root, 'dist') }))
}
