import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineAccess } from '@portal/testkit/engines'
import type { TestProject } from 'vitest/node'
import { enginesNamed } from './all-engines.ts'
import { startSupervisor } from './supervise/start-supervisor.ts'

/**
 * Vitest's global setup for real engines: one supervisor with fresh data per run. Starts the
 * engines named in the test files before the first test, any other on demand.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const note = (line: string) => project.vitest.logger.log(`  ${line}`)
  const dataFolder = join(tmpdir(), `portal-engines-${randomBytes(6).toString('hex')}`)
  const supervisor = await startSupervisor({ dataFolder, isTemporary: true }, note)
  const { urls, control } = supervisor.access
  project.provide('engines', { urls: asEngineUrls(urls), control, dataFolder })
  try {
    await supervisor.start(await namedIn(project.vitest.state.getPaths()))
  } catch (error) {
    await supervisor.stop()
    throw error
  }
  return () => supervisor.stop()
}

/** Engine names quoted in the test files. */
async function namedIn(files: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const names = enginesNamed([]).map((engine) => engine.name)
  return names.filter((name) => texts.some((text) => text.includes(`'${name}'`)))
}

/** Safe: the supervisor has a URL for every engine. */
function asEngineUrls(urls: Readonly<Record<string, string>>): EngineAccess['urls'] {
  return urls as EngineAccess['urls']
}
