import { createClient, RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { passportHeader, requestIdHeader } from '@portal/contracts/passport'
import type { Route, RouteCall, RouteResponse } from '@portal/contracts/route'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Caller, PassageSource } from '../ports.ts'

const deadlineMs = 8000

/** Calls documents with the asker's passport, so that the same rights apply. */
export function documentsPassageSource(documentsUrl: string): PassageSource {
  const call = <R extends Route>(
    caller: Caller,
    route: R,
    input: RouteCall<R>,
  ): Promise<RouteResponse<R>> => {
    const client = createClient({
      baseUrl: documentsUrl,
      headers: () => ({ [passportHeader]: caller.passport, [requestIdHeader]: caller.requestId }),
    })
    const signal = AbortSignal.any([caller.signal, AbortSignal.timeout(deadlineMs)])
    return orUnavailable(client.call(route, input, { signal }))
  }
  return {
    retrieve: async (caller, question, limit) =>
      (await call(caller, documentsApi.retrievePassages, { body: { question, limit } })).passages,
    compare: async (caller, question, spans) =>
      (await call(caller, documentsApi.compareSpans, { body: { question, spans: [...spans] } })).similarities,
    verify: async (caller, spans) =>
      (await call(caller, documentsApi.verifySpans, { body: { spans: [...spans] } })).valid,
  }
}

/** To the asker, documents being away and search being away are the same. */
async function orUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    if (!isAway(cause)) throw cause
    const message = 'Search is unavailable right now. Please try again in a moment.'
    throw new CodedError('search_unavailable', message, { retryAfterSeconds: 5, cause })
  }
}

/** 502 to 504, a timeout, a connection that failed or broke off; anything else is a defect. */
function isAway(error: unknown): boolean {
  if (error instanceof RequestError) return error.status > 500
  if (error instanceof DOMException) return error.name === 'TimeoutError'
  return error instanceof TypeError && /^(?:fetch failed|terminated)$/.test(error.message)
}
