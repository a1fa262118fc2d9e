import type { Client } from '@portal/contracts/client'
import type { RemoteEntry } from '@portal/contracts/remotes'

/** The remotes that the gateway serves now. */
export type Registry = ReturnType<typeof createRegistry>

/**
 * Whether an entry has the parts the shell reads. The gateway validated it when it was published; a
 * second copy of the validator would outweigh this folder.
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

/** Reads /remotes.json. Leaves out malformed entries, and logs them: they affect no others. */
export function createRegistry(
  client: Pick<Client, 'read'>,
  log: (...values: unknown[]) => void = console.error,
) {
  const state: Record<'reading' | 'known', Promise<readonly RemoteEntry[]> | null> = {
    reading: null,
    known: null,
  }
  async function fetchEntries(): Promise<readonly RemoteEntry[]> {
    const body = await client.read(['/remotes.json'])
    const listed = typeof body === 'object' && body !== null && 'remotes' in body ? body.remotes : null
    if (!Array.isArray(listed)) throw new Error('/remotes.json holds no list of remotes')
    return listed.flatMap((value: unknown) => {
      if (isRemoteEntry(value)) return [value]
      log('A remote is left out: its registry entry is malformed', value)
      return []
    })
  }
  /** Reads the entries again: after a remote failed, or a deploy. Those known stay if it fails. */
  function refresh(): Promise<readonly RemoteEntry[]> {
    const reading = fetchEntries()
    reading.then(
      () => {
        state.known = reading
      },
      () => {
        if (state.reading === reading) state.reading = state.known
      },
    )
    state.reading = reading
    return reading
  }
  /** The entries, read once. */
  const read = () => state.reading ?? refresh()
  return { read, refresh }
}
