import { type Client, createClient } from '@portal/contracts/client'
import { newTraceparent } from '@portal/contracts/traceparent'
import { dropToken, storedToken } from './auth-token.ts'

/**
 * The page's client: cookies, plus the stored bearer token. Each request begins a trace. A token of
 * another person than the cookie's is dropped (decision 14), so that the next request succeeds.
 */
export function createShellClient(onNoResponse: () => void): Client {
  return createClient({
    token: storedToken,
    headers: () => ({ traceparent: newTraceparent() }),
    fetch: async (input, init) => {
      const response = await fetch(input, init).catch((error: unknown) => {
        if (!init.signal?.aborted) onNoResponse()
        throw error
      })
      if (response.status === 401 && (await isCredentialConflict(response.clone()))) dropToken()
      return response
    },
  })
}

async function isCredentialConflict(response: Response): Promise<boolean> {
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'credential_conflict'
}
