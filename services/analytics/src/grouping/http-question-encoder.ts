import { createClient } from '@portal/contracts/client'
import { DelegatedPassport, delegationPath } from '@portal/contracts/delegation'
import { documentsApi } from '@portal/contracts/documents'
import { passportHeader } from '@portal/contracts/passport'
import { fetchFromReplicas } from '@portal/service-kit/http/fetch-from-replicas'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { traceHeaders } from '@portal/telemetry/running-span'
import type { QuestionEncoder } from '../ports.ts'

interface Addresses {
  readonly gatewayUrl: string
  /** Shared with the gateway. */
  readonly secret: string
  readonly documentsUrl: string
}

const passportTimeoutMs = 5000
/** As long as documents takes for the largest batch. */
const encodingTimeoutMs = 30_000

/** Has questions encoded by documents, on the passport of one of their askers. */
export function httpQuestionEncoder({ gatewayUrl, secret, documentsUrl }: Addresses): QuestionEncoder {
  // A second passport does no more than the first, and encoding reads.
  const send = fetchFromReplicas({ mayRepeat: true })
  const passportOf = async (organizationId: number, personId: string, signal: AbortSignal) => {
    const response = await send(new URL(delegationPath, gatewayUrl).href, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ organizationId, personId }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(passportTimeoutMs)]),
    }).catch((cause: unknown) => {
      throw new EngineUnavailable('The gateway cannot be reached.', 5, { cause })
    })
    if (response.status === 404) return null
    if (!response.ok) throw new Error(`The gateway gave no passport: ${response.status}.`)
    return DelegatedPassport.parse(await response.json()).passport
  }
  return {
    encode: async ({ organizationId, questions, askerIds, signal }) => {
      for (const personId of askerIds) {
        const passport = await passportOf(organizationId, personId, signal)
        if (passport === null) continue
        const headers = () => ({ [passportHeader]: passport, ...traceHeaders() })
        const { model, vectors } = await createClient({ baseUrl: documentsUrl, fetch: send, headers }).call(
          documentsApi.encodeQuestions,
          { body: { questions: [...questions] } },
          { signal: AbortSignal.any([signal, AbortSignal.timeout(encodingTimeoutMs)]) },
        )
        return { model, vectors: vectors.map(vectorOf) }
      }
      return null
    },
  }
}

/** Floats of 32 bits, little-endian, in base64. */
function vectorOf(text: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)
}
