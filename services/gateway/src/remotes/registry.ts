import { hash } from 'node:crypto'
import { entryForBrowsers } from '@portal/contracts/remote-statement'
import type { RemoteEntry } from '@portal/contracts/remotes'
import type { Database } from '@portal/service-kit/database/open-database'
import { and, eq, or } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { ExpiringCache } from '../expiring-cache.ts'
import { type SharedJson, sharedJson } from '../responses/shared-json.ts'
import { type Audience, chooseVersion, everybody, type RemoteChoice } from './choose-version.ts'
import { isWatched } from './reports.ts'
import { remotePins, remotePromotions, remoteVersions } from './tables.ts'

/** The registry's entries for somebody, and the JSON of /remotes.json. */
export interface RegistrySnapshot extends SharedJson {
  readonly entries: readonly RemoteEntry[]
}

/** The rows, at most one second old, so that a published version needs no notification. */
interface RegistryState {
  readonly choices: readonly RemoteChoice[]
  readonly entries: ReadonlyMap<string, RemoteEntry>
  readonly watched: ReadonlySet<string>
  /** Whether everybody without a preview has the same versions. */
  readonly isUniform: boolean
}

export type Registry = ReturnType<typeof createRegistry>

/** How many combinations of versions are cached as JSON: pins and a promotion or two make few. */
const snapshotsMax = 64

export function createRegistry(database: Database) {
  const known = new ExpiringCache<RegistryState>({ maxAgeMs: 1000, entriesMax: 1 })
  const previewed = new ExpiringCache<RemoteEntry | null>({ maxAgeMs: 10_000, entriesMax: 64 })
  const snapshots = new LRUCache<string, RegistrySnapshot>({ max: snapshotsMax })
  const state = () => known.read('registry', () => loadState(database))
  const entryOf = ({ entries }: RegistryState, name: string, version: string) => {
    const key = keyOf(name, version)
    return entries.get(key) ?? previewed.read(key, () => loadEntry(database, name, version))
  }
  async function read(audience: Audience = everybody): Promise<RegistrySnapshot> {
    const now = await state()
    const chosen = await Promise.all(
      choicesWith(now, audience).map(async (choice) => {
        const version = chooseVersion(choice, audience)
        const entry = version === null ? null : await entryOf(now, choice.name, version)
        const isPreview = version !== null && audience.previews.get(choice.name) === version
        return entry ? [{ entry, marks: marksOf(now, entry, isPreview) }] : []
      }),
    )
    return snapshotOf(snapshots, chosen.flat())
  }
  return {
    /** The registry for this audience; by default for visitors. */
    read,
    /** Drops the cached rows after an act in this process. */
    drop: () => known.drop('registry'),
    isUniform: async () => (await state()).isUniform,
    /** The version of a remote for an organization, previews aside. */
    versionFor: async (name: string, organizationId: number | null) => {
      const choice = (await state()).choices.find((one) => one.name === name)
      return choice ? chooseVersion(choice, { organizationId, previews: new Map() }) : null
    },
  }
}

/** A remote that nobody has yet may be previewed. */
function choicesWith({ choices }: RegistryState, { previews }: Audience): readonly RemoteChoice[] {
  const names = new Set(choices.map(({ name }) => name))
  const others = [...previews.keys()].filter((name) => !names.has(name))
  return [...choices, ...others.map((name) => ({ name, current: null, promotion: null, pins: new Map() }))]
}

function marksOf({ watched }: RegistryState, entry: RemoteEntry, isPreview: boolean): Marks {
  if (isPreview) return { isPreview }
  return watched.has(keyOf(entry.name, entry.version)) ? { isWatched: true } : {}
}

function keyOf(name: string, version: string): string {
  return `${name} ${version}`
}

async function loadState(database: Database): Promise<RegistryState> {
  return database.platformTx(async (db) => {
    const promotions = await db.select().from(remotePromotions)
    const pins = await db.select().from(remotePins)
    // Promotions and pins are few; every other version stays in the database.
    const named = [...promotions, ...pins].map(({ name, version }) =>
      and(eq(remoteVersions.name, name), eq(remoteVersions.version, version)),
    )
    const rows = await db
      .select()
      .from(remoteVersions)
      .where(or(eq(remoteVersions.isCurrent, true), ...named))
    const names = [...new Set(rows.map(({ name }) => name))].sort()
    const choices = names.map((name): RemoteChoice => {
      const own = (row: { readonly name: string }) => row.name === name
      return {
        name,
        current: rows.find((row) => own(row) && row.isCurrent)?.version ?? null,
        promotion: promotions.find(own) ?? null,
        pins: new Map(pins.filter(own).map(({ organization, version }) => [organization, version])),
      }
    })
    return {
      choices,
      entries: new Map(rows.map(({ name, version, entry }) => [keyOf(name, version), entry])),
      watched: new Set(promotions.filter(isWatched).map(({ name, version }) => keyOf(name, version))),
      isUniform: pins.length === 0 && promotions.every(({ percent }) => percent === 100),
    }
  })
}

async function loadEntry(database: Database, name: string, version: string): Promise<RemoteEntry | null> {
  const [row] = await database.platformTx((db) =>
    db
      .select({ entry: remoteVersions.entry })
      .from(remoteVersions)
      .where(and(eq(remoteVersions.name, name), eq(remoteVersions.version, version))),
  )
  return row?.entry ?? null
}

type Marks = Pick<RemoteEntry, 'isPreview' | 'isWatched'>

/** Digests of entries, each of which is read anew every second. */
const digests = new WeakMap<RemoteEntry, string>()

function digestOf(entry: RemoteEntry): string {
  const digest = digests.get(entry) ?? hash('sha256', JSON.stringify(entry), 'base64url')
  digests.set(entry, digest)
  return digest
}

interface MarkedEntry {
  readonly entry: RemoteEntry
  readonly marks: Marks
}

/** The same list is encoded once. */
function snapshotOf(
  snapshots: LRUCache<string, RegistrySnapshot>,
  chosen: readonly MarkedEntry[],
): RegistrySnapshot {
  const key = chosen.map(({ entry, marks }) => `${digestOf(entry)} ${JSON.stringify(marks)}`).join('\n')
  const known = snapshots.get(key)
  if (known) return known
  const entries = chosen.map(({ entry, marks }) => ({ ...entry, ...marks }))
  const made = { entries, ...sharedJson({ remotes: entries.map(entryForBrowsers) }) }
  snapshots.set(key, made)
  return made
}
