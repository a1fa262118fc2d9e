import { auditApi } from '@portal/contracts/audit'
import { createClient, RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { passportHeader, requestIdHeader } from '@portal/contracts/passport'
import { CodedError } from '@portal/service-kit/coded-error'
import { fetchFromReplicas } from '@portal/service-kit/http/fetch-from-replicas'
import { traceHeaders } from '@portal/telemetry/running-span'
import type { Caller, ProofSource } from '../ports.ts'

const [factsMs, recordMs] = [8000, 30_000]
const behind = 'The audit trail is behind at the moment. Please try again in a minute.'

/** Asks documents and master-admin over HTTP. */
export function httpProofSource(documentsUrl: string, masterAdminUrl: () => string): ProofSource {
  const send = fetchFromReplicas({ mayRepeat: true })
  const clientOf = (baseUrl: string, caller: Caller) =>
    createClient({
      baseUrl,
      fetch: send,
      headers: () => ({
        [passportHeader]: caller.passport,
        [requestIdHeader]: caller.requestId,
        ...traceHeaders(),
      }),
    })
  const within = (caller: Caller, ms: number) => ({
    signal: AbortSignal.any([caller.signal, AbortSignal.timeout(ms)]),
  })
  return {
    facts: async (caller, { documentId: id, versionId }) => {
      const call = clientOf(documentsUrl, caller).call(
        documentsApi.readVersionFacts,
        { params: { id, versionId } },
        within(caller, factsMs),
      )
      return call.catch((cause: unknown) => {
        if (cause instanceof RequestError && cause.status === 404) return null
        throw unavailable('The documents cannot be reached right now. Please try again in a moment.', cause)
      })
    },
    record: (caller, messageId, people) => {
      const call = clientOf(masterAdminUrl(), caller).call(
        auditApi.readAnswerRecord,
        { params: { id: messageId }, query: { people: people.join(',') } },
        within(caller, recordMs),
      )
      return call.catch((cause: unknown) => {
        // The answer is the person's own, so that only the trail can be without it.
        if (cause instanceof RequestError && cause.status === 404) throw unavailable(behind, cause)
        if (cause instanceof RequestError && cause.status === 409)
          throw new CodedError('conflict', cause.detail)
        throw unavailable('The audit trail cannot be reached right now. Please try again in a moment.', cause)
      })
    },
  }
}

function unavailable(message: string, cause: unknown): CodedError {
  return new CodedError('upstream_unavailable', message, { retryAfterSeconds: 10, cause })
}
