import type { Client } from '@portal/contracts/client'
import { createClient } from '@portal/contracts/client'
import { dropToken, storedToken } from './auth-token.ts'

/**
 * The client of the page: cookies always, the stored bearer token when there is one. A token whose person is not the cookie's is
 * dropped (decision 14), so that the next request goes through.
 */
export function createShellClient(send: typeof fetch = (...args) => fetch(...args)): Client {
  return createClient({
    token: storedToken,
    fetch: async (input, init) => {
      const response = await send(input, init)
      if (response.status === 401 && (await isCredentialConflict(response.clone()))) dropToken()
      return response
    },
  })
}

async function isCredentialConflict(response: Response): Promise<boolean> {
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'credential_conflict'
}
