import { AuditExtractHead, auditApi } from '@portal/contracts/audit'
import { createClient, RequestError } from '@portal/contracts/client'
import { passportHeader, requestIdHeader } from '@portal/contracts/passport'
import { routeUrl } from '@portal/contracts/route'
import { CodedError } from '@portal/service-kit/coded-error'
import { fetchFromReplicas } from '@portal/service-kit/http/fetch-from-replicas'
import { sleep } from '@portal/service-kit/sleep'
import { traceHeaders } from '@portal/telemetry/running-span'
import type { AuditExtract, AuditExtracts } from '../ports.ts'

/** The passport of the request is valid for a minute, which is also its deadline. */
const patienceMs = 45_000
const pauseMs = 1000

/**
 * Asks master-admin over HTTP. The making of the pack reaches the trail a moment after it was
 * committed, and is asked for until it is there.
 */
export function httpAuditExtracts(
  urlOf: () => string,
  send = fetchFromReplicas({ mayRepeat: true }),
): AuditExtracts {
  return {
    extract: async (caller, query) => {
      const client = createClient({
        baseUrl: urlOf().replace(/\/$/, ''),
        headers: () => ({
          [passportHeader]: caller.passport,
          [requestIdHeader]: caller.requestId,
          ...traceHeaders(),
        }),
        fetch: send,
      })
      const address = routeUrl(auditApi.readAuditExtract, {}, query)
      const ask = async (signal: AbortSignal) =>
        begun((await client.request('GET', address, undefined, { signal })).body)
      for (const since = performance.now(); ; await sleep(pauseMs, caller.signal)) {
        const leftMs = patienceMs - (performance.now() - since)
        const outcome = await headWithin(leftMs, ask).catch((error: unknown) => refusalOf(error, leftMs))
        if (outcome) return outcome
      }
    },
  }
}

/** The limit ends with the head: reading the entries takes as long as the pack's download. */
async function headWithin<T>(limitMs: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const cut = new AbortController()
  const timer = setTimeout(() => cut.abort(new DOMException('Timed out', 'TimeoutError')), limitMs)
  try {
    return await ask(cut.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Null: not there yet. */
function refusalOf(error: unknown, leftMs: number): null {
  if (error instanceof RequestError && error.status === 404) {
    if (leftMs > 2 * pauseMs) return null
    throw unavailable('The audit trail is behind at the moment. Please try again in a minute.', error)
  }
  if (error instanceof RequestError && error.status === 409) {
    const { suggestedAction } = error
    throw new CodedError('conflict', error.detail, suggestedAction === null ? {} : { suggestedAction })
  }
  throw unavailable('The audit trail cannot be reached right now. Please try again in a moment.', error)
}

function unavailable(message: string, cause: unknown): CodedError {
  return new CodedError('upstream_unavailable', message, { retryAfterSeconds: 10, cause })
}

const newline = 0x0a

/** Reads the first line; the entries follow as they are taken. */
async function begun(body: ReadableStream<Uint8Array> | null): Promise<AuditExtract> {
  if (!body) throw new Error('The audit extract has no body.')
  const pieces = body[Symbol.asyncIterator]()
  let read = Buffer.alloc(0)
  while (!read.includes(newline)) {
    const { value, done } = await pieces.next()
    if (done) throw new Error('The audit extract ends in its first line.')
    read = Buffer.concat([read, value])
  }
  const end = read.indexOf(newline)
  const first = AuditExtractHead.parse(JSON.parse(read.subarray(0, end).toString()))
  async function* entries() {
    yield read.subarray(end + 1)
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  return { ...first, entries: entries(), end: async () => void (await pieces.return?.()) }
}
