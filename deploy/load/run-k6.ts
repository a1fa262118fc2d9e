import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { leashed } from '@portal/adapters/processes/leashed'
import { goProgram } from '../cluster/install/go-program.ts'
import { enginesFolder } from '../engines/install/engines-folder.ts'
import { ensureInstalled, type Installable } from '../engines/install/ensure-installed.ts'
import { program } from '../engines/install/prerequisites.ts'
import type { Tools } from '../engines/install/tools.ts'
import type { Environment } from './load-options.ts'
import { beginning } from './scenarios.ts'

/** A program of its own (AGPL): it is run, never linked, and no image of the portal contains it. */
export const k6Version = 'v1.8.1'
const k6 = goProgram({ name: 'k6', module: 'go.k6.io/k6', version: k6Version, main: '.' })
const go = program(
  'go',
  'k6 is built with Go, which is not on the path; install Go 1.25 or newer (https://go.dev/dl).',
)

/** Path of k6, built once per machine: minutes on a busy one. Throws what is needed for that. */
export async function installedK6(tools: Tools, note: (line: string) => void): Promise<string> {
  const programs = join(await enginesFolder(), k6.release)
  const install: Installable['install'] = async (folder) => {
    await go(tools)
    await k6.install(folder, tools)
  }
  await ensureInstalled({ ...k6, install }, { programs, tools, note })
  return join(programs, 'k6')
}

/** k6 ends so when a limit was crossed, and when it was interrupted. */
const [limitCrossed, interrupted] = [99, 105]
const script = fileURLToPath(new URL('./script/portal-load.ts', import.meta.url))

export interface K6Run {
  readonly program: string
  readonly address: string
  /** Where it writes every measured point, one JSON object a line. */
  readonly pointsFile: string
  /** `LOAD_…` of the script, and what it needs for a browser. */
  readonly variables: Environment
  readonly environment: Environment
  readonly write: (line: string) => void
  /** Ends the load before its time: what it made is removed as at its end. */
  readonly halted?: AbortSignal | undefined
}

/** Runs the script. Resolves to whether all limits were kept; throws if k6 failed otherwise. */
export async function runK6({ program, address, ...run }: K6Run): Promise<boolean> {
  const output = ['--out', `json=${run.pointsFile}`, '--no-usage-report', '--quiet', '--address', '']
  const command = leashed(program, ['run', ...output, ...sourceAddresses(address), script])
  const child = spawn(command.program, command.args, {
    env: { ...run.environment, ...run.variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const last: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      last.push(line)
      if (last.length > 20) last.shift()
      if (/level=(error|warning)/.test(line)) run.write(line.slice(0, 300))
      if (line.includes(beginning)) run.write(beginning)
    })
  }
  run.halted?.addEventListener('abort', () => child.kill('SIGINT'))
  const [code] = await once(child, 'close')
  if (code === interrupted && run.halted?.aborted) return true
  if (code === 0 || code === limitCrossed) return code === 0
  throw new Error(`k6 ended with code ${code}: ${last.join('\n')}`)
}

/** On this machine each of k6's people comes from an address of their own, as in the world. */
function sourceAddresses(address: string): string[] {
  const { hostname } = new URL(address)
  return ['localhost', '127.0.0.1'].includes(hostname) ? ['--local-ips', '127.0.0.2-127.0.0.250'] : []
}
