import { DocumentParseError, type ParseFailure } from '@portal/service-kit/ports/document-parser'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { ConnectionError, UnstructuredClientError } from 'unstructured-client/sdk/models/errors'
import { connectionTrouble } from '../../engine-url/connection-trouble.ts'
import { parseError } from '../failure-messages.ts'

/** The parser failed at this file in a way that may be the file's fault or its own: worth a few tries, no more. */
export class ParserFailed extends Error {
  override readonly name = 'ParserFailed'
}

/** Statuses that speak of the engine, not of the file. */
const away = new Set([408, 425, 429, 502, 503, 504])
const retryAfterMax = 3600

/**
 * What a failed request means for the file: {@link DocumentParseError} when the file cannot be read, {@link EngineUnavailable} when the engine is
 * away, wrongly addressed or keyed, {@link ParserFailed} when it broke. Its own words are read for their meaning and never repeated: they
 * hold paths and stack traces.
 */
export function partitionFailure(error: unknown): unknown {
  const own = error instanceof Error ? error.cause : null
  if (own instanceof DocumentParseError) return own
  if (error instanceof UnstructuredClientError) return ofStatus(error)
  if (error instanceof ConnectionError && (connectionTrouble(error) !== null || isNeverReached(error)))
    return parserAway(error)
  return new ParserFailed('The document parser broke off.', { cause: error })
}

/** No connection to the engine came about. */
export function parserAway(cause: unknown): EngineUnavailable {
  const why = connectionTrouble(cause) ?? 'cannot be reached'
  return new EngineUnavailable(`The document parser ${why}.`, 10, { cause })
}

function ofStatus({ statusCode, body, headers }: UnstructuredClientError): unknown {
  if (away.has(statusCode))
    return new EngineUnavailable(`The document parser is busy (${statusCode}).`, pause(headers))
  if (statusCode === 401 || statusCode === 403)
    return new EngineUnavailable(`The document parser does not accept our key (${statusCode}).`, 60)
  if (statusCode === 404 || statusCode === 405)
    return new EngineUnavailable(`The address of the document parser leads elsewhere (${statusCode}).`, 60)
  const reason = reasonOf(statusCode, body)
  return reason ? parseError(reason) : new ParserFailed(`The document parser failed (${statusCode}).`)
}

/**
 * The engine answers 400 or 422 for a bad file and for a bad request alike; a sentence about the file tells the former, a list of fields
 * (FastAPI) is about the request.
 */
function reasonOf(status: number, body: string): ParseFailure | null {
  if (status === 413) return 'too_large_inside'
  if (status === 415) return 'unsupported'
  if (status !== 400 && status !== 422) return null
  if (/encrypted|password/i.test(body)) return 'encrypted'
  if (/not (?:currently )?supported|unsupported file/i.test(body)) return 'unsupported'
  if (/"detail":\s*\[/.test(body)) return null
  return status === 422 || /valid|corrupt|damaged|cannot be read/i.test(body) ? 'corrupt' : null
}

function pause(headers: Headers): number {
  const seconds = Number(headers.get('retry-after') ?? 10)
  return Number.isFinite(seconds) ? Math.min(retryAfterMax, Math.max(1, seconds)) : 10
}

/** Whether the file never got there: refused, unknown host. A connection that ended later may have been ended by the file. */
function isNeverReached(error: Error): boolean {
  const codes = [
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
  ]
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++)
    if ('code' in at && codes.includes(String(at.code))) return true
  return false
}
