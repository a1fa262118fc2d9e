import { type PortalStatus, StatusPart } from '@portal/contracts/gateway'
import type { RemoteEntry } from '@portal/contracts/remotes'
import { engineStates } from '@portal/service-kit/http/health'
import { z } from 'zod'
import { ExpiringCache } from '../expiring-cache.ts'
import { pathInside } from '../files/send-file.ts'
import { type RemoteStore, reasonAgainst } from '../remotes/remote-store.ts'

/** Where the states of the portal's parts come from. */
export interface StatusSources {
  /** Base addresses of the services, by name. */
  readonly services: Readonly<Record<string, string>>
  /** Engines that the gateway uses itself, by name. */
  readonly ownEngines: object
  readonly remotes: () => Promise<readonly RemoteEntry[]>
  readonly remoteStore: Pick<RemoteStore, 'directory' | 'keys' | 'contract'>
  readonly own: { readonly version: string; check(): Promise<void> }
}

const timeoutMs = 2000

/** Reads the status at most once a second, however many ask. */
export function createStatusReader(sources: StatusSources): () => Promise<PortalStatus> {
  const known = new ExpiringCache<PortalStatus>({ maxAgeMs: 1000, entriesMax: 1 })
  return () => known.read('status', () => readStatus(sources))
}

/** Asks every service, engine and remote at once, for two seconds. Ready when every part is. */
export async function readStatus(sources: StatusSources): Promise<PortalStatus> {
  const parts = await Promise.all([
    probe({ name: 'gateway', kind: 'service' }, () => sources.own.check().then(() => sources.own.version)),
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
 * The engines of a service, as it reports them; none if it does not respond, which its own entry
 * says.
 */
async function enginesOf(service: string, url: string): Promise<StatusPart[]> {
  const { body } = await ask(url, '/enginez').catch(() => ({ body: [] }))
  const engines = z.array(StatusPart).safeParse(body).data ?? []
  return engines.map((engine) => ({ ...engine, name: `${service} ${engine.name}` }))
}

async function ask(url: string, path: string): Promise<{ isOk: boolean; body: unknown }> {
  const response = await fetch(new URL(path, url), { signal: AbortSignal.timeout(timeoutMs) })
  return { isOk: response.ok, body: await response.json() }
}

/** What a part reports; the reason of a failure is our sentence, never an internal message. */
async function probe(
  part: Pick<StatusPart, 'name' | 'kind'>,
  read: () => Promise<string | null>,
): Promise<StatusPart> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new NotReady('It does not answer in time.')), timeoutMs)
  try {
    return { ...part, state: 'ready', version: await Promise.race([read(), late.promise]), detail: null }
  } catch (error) {
    const detail = error instanceof NotReady ? error.message : 'It does not answer.'
    return { ...part, state: 'unavailable', version: null, detail }
  } finally {
    clearTimeout(timer)
  }
}

class NotReady extends Error {}

const Readiness = z.object({
  version: z.string().nullable().catch(null),
  detail: z.string().nullable().catch(null),
})

async function readiness(url: string): Promise<string | null> {
  const { isOk, body } = await ask(url, '/readyz')
  const { version, detail } = Readiness.parse(body)
  if (!isOk) throw new NotReady(detail ?? 'It is not ready.')
  return version
}

/** None without the registry: the gateway itself is then reported as not ready. */
async function remoteParts({ remotes, remoteStore }: StatusSources): Promise<Promise<StatusPart>[]> {
  const entries = await remotes().catch(() => [])
  return entries.map((remote) =>
    probe({ name: remote.name, kind: 'remote' }, async () => {
      const file = await pathInside(remoteStore.directory, remote.entry.replace(/^\/remotes\//, ''))
      if (!file) throw new NotReady('Its entry file is missing.')
      const reason = reasonAgainst(remote, remoteStore)
      if (reason !== null) throw new NotReady(reason)
      return remote.version
    }),
  )
}
