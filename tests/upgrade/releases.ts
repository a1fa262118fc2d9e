import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { z } from 'zod'

const Release = z.object({
  version: z.string(),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  /** The newest migration of each folder that had any. */
  lastMigrations: z.record(z.string(), z.string()),
})
export type Release = z.infer<typeof Release>

const Releases = z.object({
  /** The newest last. */
  releases: z.array(Release).min(1),
  /** Statements that take something away which no release that may still run uses. */
  contractions: z.array(z.object({ migration: z.string(), statement: z.string(), unusedSince: z.string() })),
  /** Where an upgrade on a cluster begins until a release has images and charts. */
  firstCharted: z.object({ commit: z.string().regex(/^[0-9a-f]{40}$/), why: z.string() }),
})

const folder = join(workspaceRoot, 'deploy', 'releases')

/** JSON Schemas of the events of a release, by `<source> <type>`. */
export function eventsFile(version: string): string {
  return join(folder, `${version}.events.json`)
}

/** What was released, and which statements may contract the schema. */
export async function readReleases() {
  const file = join(folder, 'releases.json')
  const { releases, contractions, firstCharted } = Releases.parse(JSON.parse(await readFile(file, 'utf8')))
  const last = releases.at(-1)
  if (!last) throw new Error(`${file} names no release.`)
  return { releases, contractions, last, firstCharted }
}
