import type { Client } from '@portal/contracts/client'
import type { RemoteEntry } from '@portal/contracts/remotes'

/** The remotes that the gateway serves now. */
export interface Registry {
  /** The entries, read once. */
  read(): Promise<readonly RemoteEntry[]>
  /** Reads the entries again: after a remote failed, or a deploy. */
  refresh(): Promise<readonly RemoteEntry[]>
}

/**
 * Whether an entry has the parts that the shell reads. The gateway has checked the whole by the contract's schema when it was published;
 * a second copy of the validator would weigh more than the rest of this file's neighbours together.
 */
function isRemoteEntry(value: unknown): value is RemoteEntry {
  if (typeof value !== 'object' || value === null) return false
  const entry: Partial<Record<keyof RemoteEntry, unknown>> = value
  const texts = [entry.name, entry.version, entry.entry, entry.container]
  const lists = [entry.routes, entry.navigation]
  return (
    texts.every((text) => typeof text === 'string') &&
    lists.every(Array.isArray) &&
    typeof entry.integrity === 'object' &&
    entry.integrity !== null
  )
}

/** Reads /remotes.json. An entry that does not fit the contract is left out and logged: one bad remote takes no other with it. */
export function createRegistry(
  client: Pick<Client, 'read'>,
  log: (...values: unknown[]) => void = console.error,
): Registry {
  const state: { reading: Promise<readonly RemoteEntry[]> | null } = { reading: null }
  async function fetchEntries(): Promise<readonly RemoteEntry[]> {
    const answer = await client.read(['/remotes.json'])
    const listed =
      typeof answer === 'object' && answer !== null && 'remotes' in answer ? answer.remotes : null
    if (!Array.isArray(listed)) throw new Error('/remotes.json holds no list of remotes')
    return listed.flatMap((value: unknown) => {
      if (isRemoteEntry(value)) return [value]
      log('A remote is left out: its registry entry is malformed', value)
      return []
    })
  }
  function refresh(): Promise<readonly RemoteEntry[]> {
    const reading = fetchEntries()
    reading.catch(() => {
      if (state.reading === reading) state.reading = null
    })
    state.reading = reading
    return reading
  }
  return { read: () => state.reading ?? refresh(), refresh }
}
