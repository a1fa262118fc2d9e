import { join } from 'node:path'
import { goProgram } from '../cluster/install/go-program.ts'
import { enginesFolder } from '../engines/install/engines-folder.ts'
import { ensureInstalled } from '../engines/install/ensure-installed.ts'
import { program } from '../engines/install/prerequisites.ts'
import type { Tools } from '../engines/install/tools.ts'

/** A program of its own (AGPL): it is run, never linked, and no image of the portal contains it. */
const k6 = goProgram({ name: 'k6', module: 'go.k6.io/k6', version: 'v1.8.1', main: '.' })
const go = program(
  'go',
  'k6 is built with Go, which is not on the path; install Go 1.25 or newer (https://go.dev/dl).',
)

/** Path of k6, built once per machine: minutes on a busy one. Throws what is needed. */
export async function installedK6(tools: Tools, note: (line: string) => void): Promise<string> {
  const programs = join(await enginesFolder(), k6.release)
  await go(tools)
  await ensureInstalled(k6, { programs, tools, note })
  return join(programs, 'k6')
}
