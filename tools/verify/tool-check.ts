import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Check } from './run-checks.ts'

const require = createRequire(import.meta.url)

/** A check by a tool of the root package; if it fails, its output is the list of problems. */
export function toolCheck(name: string, tool: string, args: readonly string[]): Check {
  return { name, run: () => runTool(tool, args) }
}

function runTool(tool: string, args: readonly string[]): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [toolEntry(tool), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      const lines = Buffer.concat(output).toString().trimEnd().split('\n')
      resolve(code === 0 ? [] : [...lines, `${tool} ended with code ${code}`])
    })
  })
}

/** The script behind a package's command, started without a shell. */
function toolEntry(tool: string): string {
  const folder = packageFolder(tool)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>
  }
  const entries = typeof bin === 'string' ? { [tool]: bin } : bin
  const command =
    { typescript: 'tsc', '@biomejs/biome': 'biome', 'dependency-cruiser': 'depcruise' }[tool] ?? tool
  const entry = entries[command]
  if (!entry) throw new Error(`${tool} has no command ${command}.`)
  return join(folder, entry)
}

function packageFolder(tool: string): string {
  for (const folder of require.resolve.paths(tool) ?? []) {
    try {
      return dirname(require.resolve(join(folder, tool, 'package.json')))
    } catch {
      // Not in this folder; the next one up may have it.
    }
  }
  throw new Error(`${tool} is not installed.`)
}
