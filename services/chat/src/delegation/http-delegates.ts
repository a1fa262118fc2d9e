import { DelegatedPassport, type DelegationRequest, delegationPath } from '@portal/contracts/delegation'
import { fetchFromReplicas } from '@portal/service-kit/http/fetch-from-replicas'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import type { Delegates } from '../ports.ts'

const timeoutMs = 5000

/** Asks the gateway, on its internal address, with the secret that it shares with chat. */
export function httpDelegates(gatewayUrl: string, secret: string): Delegates {
  // A second passport does no more than the first.
  const send = fetchFromReplicas({ mayRepeat: true })
  return {
    passportOf: async (person: DelegationRequest, signal) => {
      const response = await send(new URL(delegationPath, gatewayUrl).href, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(person),
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      }).catch((cause: unknown) => {
        throw new EngineUnavailable('The gateway cannot be reached.', 5, { cause })
      })
      if (response.status === 404) return null
      if (!response.ok) throw new Error(`The gateway gave no passport: ${response.status}.`)
      return DelegatedPassport.parse(await response.json())
    },
  }
}
