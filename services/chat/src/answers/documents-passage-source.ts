import { createClient, RequestError } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { passportHeader, requestIdHeader } from '@portal/contracts/passport'
import type { Supposition } from '@portal/contracts/reviewed-retrieval'
import type { Route, RouteCall, RouteResponse } from '@portal/contracts/route'
import { CodedError, notFound } from '@portal/service-kit/coded-error'
import { fetchFromReplicas } from '@portal/service-kit/http/fetch-from-replicas'
import { traceHeaders } from '@portal/telemetry/running-span'
import type { Caller, PassageSource } from '../ports.ts'

const deadlineMs = 8000
/** To find and compare passages, which wait for the encoder when many people ask at once. */
const encodingMs = 20_000
const encoding: ReadonlySet<Route> = new Set([documentsApi.retrievePassages, documentsApi.compareSpans])
/** To compare two long texts. */
const comparisonMs = 55_000

/** Calls documents with the asker's passport, so that the same rights apply. */
export function documentsPassageSource(documentsUrl: string, supposed?: Supposition): PassageSource {
  // All that is asked reads.
  const send = fetchFromReplicas({ mayRepeat: true })
  const call = <R extends Route>(
    caller: Caller,
    route: R,
    input: RouteCall<R>,
  ): Promise<RouteResponse<R>> => {
    const client = createClient({
      baseUrl: documentsUrl,
      fetch: send,
      headers: () => ({
        [passportHeader]: caller.passport,
        [requestIdHeader]: caller.requestId,
        ...traceHeaders(),
      }),
    })
    const signal = AbortSignal.any([caller.signal, AbortSignal.timeout(limitOf(route))])
    return orUnavailable(client.call(route, input, { signal }))
  }
  return {
    retrieve: async (caller, question, limit) => {
      const body = { question, limit, supposed }
      const { passages, ...about } = await call(caller, documentsApi.retrievePassages, { body })
      return Object.assign(passages, about)
    },
    compare: async (caller, question, spans) =>
      (await call(caller, documentsApi.compareSpans, { body: { question, spans: [...spans], supposed } }))
        .similarities,
    verify: async (caller, spans) =>
      (await call(caller, documentsApi.verifySpans, { body: { spans: [...spans], supposed } })).valid,
    supposing: (version) => documentsPassageSource(documentsUrl, version),
    alteredBy: async (caller, version, spans) =>
      (await call(caller, documentsApi.findAlteredSpans, { body: { supposed: version, spans: [...spans] } }))
        .altered,
    group: async (caller, questions) =>
      (await call(caller, documentsApi.groupQuestions, { body: { questions: [...questions] } })).groups,
    vectors: async (caller, questions) => {
      const body = { questions: [...questions] }
      const { model, vectors } = await call(caller, documentsApi.encodeQuestions, { body })
      return { model, vectors: vectors.map(vectorOf) }
    },
    document: (caller, id) => call(caller, documentsApi.readDocument, { params: { id } }),
  }
}

function limitOf(route: Route): number {
  if (route.deadlineMs > 10_000) return comparisonMs
  return encoding.has(route) ? encodingMs : deadlineMs
}

/** Floats of 32 bits, little-endian, in base64. */
function vectorOf(text: string): Float32Array {
  return new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)
}

/**
 * To the asker, documents being away and search being away are the same. What documents says of a
 * supposed version is passed on.
 */
async function orUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    if (cause instanceof RequestError && cause.status === 404) throw notFound()
    if (cause instanceof RequestError && cause.status === 409) throw new CodedError('conflict', cause.detail)
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
