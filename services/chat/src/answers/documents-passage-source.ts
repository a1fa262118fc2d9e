import { createClient, RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { passportHeader, requestIdHeader } from '@portal/contracts/passport'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Caller, PassageSource } from '../ports.ts'

const deadlineMs = 8000

/** Asks the documents service over HTTP with the asker's own passport, so it decides by the same rights. */
export function documentsPassageSource(documentsUrl: string): PassageSource {
  const clientFor = (caller: Caller) =>
    createClient({
      baseUrl: documentsUrl,
      headers: () => ({ [passportHeader]: caller.passport, [requestIdHeader]: caller.requestId }),
    })
  const options = (caller: Caller) => ({
    signal: AbortSignal.any([caller.signal, AbortSignal.timeout(deadlineMs)]),
  })
  return {
    retrieve: async (caller, question, limit) => {
      const call = clientFor(caller).call(
        documentsApi.retrievePassages,
        { body: { question, limit } },
        options(caller),
      )
      return (await orUnavailable(call)).passages
    },
    verify: async (caller, spans) => {
      const call = clientFor(caller).call(
        documentsApi.verifySpans,
        { body: { spans: [...spans] } },
        options(caller),
      )
      return (await orUnavailable(call)).valid
    },
  }
}

/** A documents service that is away or cannot search is one and the same to the asker: search is unavailable. */
async function orUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    if (cause instanceof RequestError && cause.status < 500) throw cause
    throw new CodedError(
      'search_unavailable',
      'Search is unavailable right now. Please try again in a moment.',
      { retryAfterSeconds: 5, cause },
    )
  }
}
