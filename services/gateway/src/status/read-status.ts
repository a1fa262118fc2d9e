import { join } from 'node:path'
import { type PortalStatus, StatusPart } from '@portal/contracts/gateway'
import type { RemoteEntry } from '@portal/contracts/remotes'
import { engineStates } from '@portal/service-kit/http/engine-states'
import { z } from 'zod'
import { findFile } from '../files/find-file.ts'

/** Where the states of the portal's parts come from. */
export interface StatusSources {
  /** Base addresses of the services, by name. */
  readonly services: Readonly<Record<string, string>>
  /** Engines that the gateway uses itself, by name. */
  readonly ownEngines: object
  readonly remotes: () => Promise<readonly RemoteEntry[]>
  readonly remotesDirectory: string
  readonly own: { readonly version: string; check(): Promise<void> }
}

const timeoutMs = 2000

const keptMs = 1000

/** Reads the status at most once a second, however many ask. */
export function createStatusReader(sources: StatusSources): () => Promise<PortalStatus> {
  let reading: Promise<PortalStatus> | null = null
  const forget = () => {
    reading = null
  }
  return () => {
    if (reading) return reading
    reading = readStatus(sources)
    reading.finally(() => setTimeout(forget, keptMs).unref()).catch(forget)
    return reading
  }
}

/** Asks every service, engine and remote at once, for two seconds. Ready when every part is. */
export async function readStatus(sources: StatusSources): Promise<PortalStatus> {
  const parts = await Promise.all([
    probe({ name: 'gateway', kind: 'service' }, async () => {
      await sources.own.check()
      return sources.own.version
    }),
    ...Object.entries(sources.services).map(([name, url]) =>
      probe({ name, kind: 'service' }, () => readiness(url)),
    ),
    ...(await remoteParts(sources)),
  ])
  const engines = await Promise.all([
    engineStates(sources.ownEngines),
    ...Object.entries(sources.services).map(([name, url]) => enginesOf(name, url)),
  ])
  const all = [...parts, ...engines.flat()]
  return { state: all.every((part) => part.state === 'ready') ? 'ready' : 'unavailable', parts: all }
}

/**
 * The engines of a service, as it sees them; none if it does not respond, which its own part shows.
 */
async function enginesOf(service: string, url: string): Promise<StatusPart[]> {
  try {
    const response = await fetch(new URL('/enginez', url), { signal: AbortSignal.timeout(timeoutMs) })
    const engines = z.array(StatusPart).parse(await response.json())
    return engines.map((engine) => ({ ...engine, name: `${service} ${engine.name}` }))
  } catch {
    return []
  }
}

type Part = Pick<StatusPart, 'name' | 'kind'>

/**
 * What a part reports; the reason of a failure is a sentence of ours, never an internal message.
 */
async function probe(part: Part, ask: () => Promise<string | null>): Promise<StatusPart> {
  try {
    return { ...part, state: 'ready', version: await within(timeoutMs, ask()), detail: null }
  } catch (error) {
    const detail = error instanceof NotReady ? error.message : 'It does not answer.'
    return { ...part, state: 'unavailable', version: null, detail }
  }
}

class NotReady extends Error {
  override readonly name = 'NotReady'
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new NotReady('It does not answer in time.')), limitMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function readiness(url: string): Promise<string | null> {
  const response = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(timeoutMs) })
  const body: unknown = await response.json()
  const field = (name: string): string | null => {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
    return typeof value === 'string' ? value : null
  }
  if (!response.ok) throw new NotReady(field('detail') ?? 'It is not ready.')
  return field('version')
}

async function remoteParts(sources: StatusSources): Promise<Promise<StatusPart>[]> {
  try {
    const entries = await sources.remotes()
    return entries.map((entry) => probe({ name: entry.name, kind: 'remote' }, () => present(entry, sources)))
  } catch {
    // Without the registry the gateway itself is reported as not ready.
    return []
  }
}

async function present(entry: RemoteEntry, sources: StatusSources): Promise<string> {
  const file = await findFile(join(sources.remotesDirectory), entry.entry.replace(/^\/remotes\//, ''))
  if (!file) throw new NotReady('Its entry file is missing.')
  return entry.version
}
