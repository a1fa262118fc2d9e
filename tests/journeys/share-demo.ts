import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataFolder } from '@portal/deploy/standalone/data-folder'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    demoFolder: string
  }
}

/** Vitest's global setup: names the folder of the demo that files share (`copyDemo`). */
export function setup(project: TestProject): () => Promise<void> {
  const folder = join(tmpdir(), `portal-demo-${randomBytes(6).toString('hex')}`)
  project.provide('demoFolder', folder)
  return async () => {
    await removeDataFolder(folder, () => undefined)
    for (const suffix of ['.lock', '.lock-journal']) await rm(`${folder}${suffix}`, { force: true })
  }
}
