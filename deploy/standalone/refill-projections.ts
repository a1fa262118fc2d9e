import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { proxiedServices } from '@portal/contracts/services'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { republish } from '@portal/service-kit/outbox/republish'
import { z } from 'zod'
import { readKeptJson, writeKeptJson } from './kept-json.ts'
import { loadDefinition } from './load-part.ts'
import type { Progress } from './progress.ts'
import type { Installation } from './topology.ts'

/** Whose state other services keep projections of, in the order in which these need it. */
const owners = ['team', 'documents', 'chat'] as const

/** The newest migration of each service when its projections were last known to be whole. */
const KeptMigrations = z.record(z.string(), z.string())

interface Refilling {
  readonly isNew: boolean
  readonly progress: Progress
  readonly halted: AbortSignal
}

/**
 * Refills what services keep of each other in a data folder of an earlier version: a new projection
 * takes a migration, and events from before it are not delivered again. A new folder lacks nothing.
 */
export async function refillProjections(
  { dataFolder, databases }: Pick<Installation, 'dataFolder' | 'databases'>,
  { isNew, progress, halted }: Refilling,
): Promise<void> {
  const file = join(dataFolder, 'projections.json')
  const present = await newestMigrations()
  const kept = await readKeptJson(file, KeptMigrations)
  if (kept !== null && proxiedServices.every((name) => kept[name] === present[name])) return
  if (!isNew)
    await progress('Refilling projections of an earlier version', () => republishAll(databases, halted))
  await writeKeptJson(file, present)
}

/** Has the running services emit their present state once more; resolves when it is published. */
async function republishAll(databases: Installation['databases'], halted: AbortSignal): Promise<void> {
  for (const name of owners) {
    const { republish: owned = [] } = await loadDefinition(name)
    const database = openDatabase({ urls: databases[name], name: 'refill', appConnections: 1 })
    try {
      await republish({ service: name, republish: owned, database, progress: () => undefined, halted })
    } finally {
      await database.close()
    }
    halted.throwIfAborted()
  }
}

async function newestMigrations(): Promise<Record<string, string>> {
  const newest = proxiedServices.map(async (name) => {
    const files = await readdir(join(workspaceRoot, 'services', name, 'drizzle'))
    const migrations = files.filter((file) => file.endsWith('.sql'))
    return [name, migrations.toSorted().at(-1) ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(newest))
}
