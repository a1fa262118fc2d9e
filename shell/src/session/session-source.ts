import type { Client } from '@portal/contracts/client'
import { RequestError } from '@portal/contracts/client'
import type { Session } from '@portal/contracts/session'
import type { QueryClient } from '@tanstack/react-query'
import { QueryObserver } from '@tanstack/react-query'

/** The query key of the session: its address. */
export const sessionKey = ['/api/session'] as const

/** The session and its changes, read through the page's query cache. */
export interface SessionSource {
  /** The session if it was read before. */
  known(): Session | null
  /** Reads it once; later calls share that reading until it is made stale. */
  read(): Promise<Session>
  /** Reads it again now. */
  refresh(): Promise<Session>
  /** Watches the session: reads it when that has not happened, again when it is made stale, and calls back with what was read. */
  onChange(listener: (session: Session) => void): () => void
}

/** What the source rests on. `dropToken` forgets a stored bearer token that the server refuses. */
export interface SessionSourceOptions {
  readonly client: Client
  readonly queries: QueryClient
  readonly storedToken: () => string | null
  readonly dropToken: () => void
}

/** Builds the source. A stored token that the server answers with 401 is dropped and the session read without it; so is one that names nobody. */
export function createSessionSource(options: SessionSourceOptions): SessionSource {
  const { queries } = options
  const query = {
    queryKey: sessionKey,
    queryFn: async () => {
      // Looked at before: whoever hears of a conflict first drops the token.
      const hadToken = options.storedToken() !== null
      try {
        const session = await readSession(options)
        // It names nobody any more: expired, revoked, or its person is gone.
        if (hadToken && session.person === null) options.dropToken()
        return session
      } catch (error) {
        if (!(error instanceof RequestError && error.status === 401 && hadToken)) throw error
        options.dropToken()
        return readSession(options)
      }
    },
  }
  return {
    known: () => queries.getQueryData<Session>(sessionKey) ?? null,
    read: () => queries.ensureQueryData(query),
    refresh: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    onChange: (listener) => {
      const state: { told: Session | null } = { told: null }
      return new QueryObserver(queries, query).subscribe(({ data }) => {
        if (!data || data === state.told) return
        state.told = data
        listener(data)
      })
    },
  }
}

/**
 * The gateway answers by the contract's schema; the shell carries no second copy of the validator for it. With a bearer token the
 * address differs, or the browser would hand over the page's preload, which was asked for without the token.
 */
async function readSession({ client, storedToken }: SessionSourceOptions): Promise<Session> {
  const answer = await client.read([storedToken() ? `${sessionKey[0]}?credential=bearer` : sessionKey[0]])
  if (typeof answer !== 'object' || answer === null || !('permissions' in answer) || !('settings' in answer))
    throw new Error('/api/session did not answer with a session')
  return answer as Session
}
