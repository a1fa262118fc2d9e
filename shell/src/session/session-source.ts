import type { Client } from '@portal/contracts/client'
import { RequestError } from '@portal/contracts/client'
import type { Session } from '@portal/contracts/session'
import type { QueryClient } from '@tanstack/react-query'
import { QueryObserver } from '@tanstack/react-query'
import { dropToken, storedToken } from '../boot/auth-token.ts'

/** The query key of the session: its address. */
export const sessionKey = ['/api/session'] as const

/** The session and its changes, read through the page's query cache. */
export type SessionSource = ReturnType<typeof createSessionSource>

/** A stored token that gets a 401 or names nobody is dropped, and the session read without it. */
export function createSessionSource(client: Client, queries: QueryClient) {
  const query = {
    queryKey: sessionKey,
    queryFn: async () => {
      // Read first: a credential conflict drops the token during the request.
      const hadToken = storedToken() !== null
      try {
        const session = await readSession(client)
        // Expired, revoked, or its person is gone.
        if (hadToken && session.person === null) dropToken()
        return session
      } catch (error) {
        if (!(error instanceof RequestError && error.status === 401 && hadToken)) throw error
        dropToken()
        return readSession(client)
      }
    },
  }
  return {
    known: (): Session | null => queries.getQueryData<Session>(sessionKey) ?? null,
    /** Reads it once; later calls share the result until it is stale. */
    read: (): Promise<Session> => queries.ensureQueryData(query),
    refresh: (): Promise<Session> => queries.fetchQuery({ ...query, staleTime: 0 }),
    /** Reads the session if needed, again when it becomes stale, and reports each new one. */
    onChange: (listener: (session: Session) => void): (() => void) => {
      const state: { notified: Session | null } = { notified: null }
      return new QueryObserver(queries, query).subscribe(({ data }) => {
        if (!data || data === state.notified) return
        state.notified = data
        listener(data)
      })
    },
  }
}

/**
 * Typed by contract: the shell carries no second validator. With a bearer token the address
 * differs, or the browser would reuse the page's preload, which was sent without it.
 */
async function readSession(client: Client): Promise<Session> {
  const body = await client.read([storedToken() ? `${sessionKey[0]}?credential=bearer` : sessionKey[0]])
  if (typeof body !== 'object' || body === null || !('permissions' in body) || !('settings' in body))
    throw new Error('/api/session did not answer with a session')
  return body as Session
}
