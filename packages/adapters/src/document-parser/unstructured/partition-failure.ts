import { DocumentParseError, type ParseFailure } from '@portal/service-kit/ports/document-parser'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { ConnectionError, UnstructuredClientError } from 'unstructured-client/sdk/models/errors'
import { connectionTrouble } from '../../engine-url/connection-trouble.ts'
import { parseError } from '../failure-messages.ts'

/** The parser failed, through its own fault or the file's: worth a few retries. */
export class ParserFailed extends Error {
  override readonly name = 'ParserFailed'
}

/** Statuses about the engine rather than the file. */
const away = new Set([408, 425, 429, 502, 503, 504])
const retryAfterMax = 3600

/**
 * Classifies a failed request: {@link DocumentParseError} for an unreadable file, {@link
 * EngineUnavailable} for an unreachable or misconfigured engine, else {@link ParserFailed}. The
 * engine's own words hold paths and stack traces and are never repeated.
 */
export function partitionFailure(error: unknown): unknown {
  const own = error instanceof Error ? error.cause : null
  if (own instanceof DocumentParseError) return own
  if (error instanceof UnstructuredClientError) return ofStatus(error)
  if (error instanceof ConnectionError && (connectionTrouble(error) !== null || isNeverReached(error)))
    return parserAway(error)
  return new ParserFailed('The document parser broke off.', { cause: error })
}

/** The engine could not be reached. */
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

/** 400 and 422: a sentence is about the file, a list of fields (FastAPI) about the request. */
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

const neverReached = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/

/** Whether the file never arrived. Only later could the file have broken the connection. */
function isNeverReached(error: Error): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++)
    if ('code' in at && neverReached.test(String(at.code))) return true
  return false
}
