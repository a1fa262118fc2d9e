import { errors } from '@elastic/elasticsearch'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'
import { connectionTrouble } from '../../engine-url/connection-trouble.ts'

/** Seconds until a retry makes sense, by expected duration of the fault. */
const soon = 2
const later = 5
/** For what only an operator mends. */
export const longer = 60

/** Elasticsearch makes indices read-only when a disk passes its flood stage. */
export const diskFull = 'Elasticsearch is out of disk space and takes no more writes.'

const noEngine = 'What answers as Elasticsearch is not Elasticsearch.'

/** An index of the portal is missing: never created, or lost. */
export class IndexMissing extends EngineUnavailable {
  constructor(cause: unknown) {
    super('Elasticsearch lacks an index of the portal; run provisioning again.', longer, { cause })
  }
}

/** An error as reported by the engine. */
export interface EngineError {
  readonly status: number
  readonly type: string
  readonly reason: string
}

/** Maps a client error to the port's, without address or user. Our own defects stay as is. */
export function portError(error: unknown): Error {
  if (error instanceof EngineUnavailable) return error
  if (error instanceof errors.TimeoutError)
    return unavailable('Elasticsearch took too long to answer.', soon, error)
  if (error instanceof errors.ConnectionError || error instanceof errors.NoLivingConnectionsError) {
    const why = connectionTrouble(error)
    return why
      ? unavailable(`Elasticsearch ${why}.`, longer, error)
      : unavailable('Elasticsearch cannot be reached.', later, error)
  }
  if (error instanceof errors.ProductNotSupportedError) return unavailable(noEngine, longer, error)
  if (error instanceof errors.ResponseError)
    return statusError(statedError(error.statusCode ?? 500, Object(error.body).error))
  return error instanceof Error ? error : new Error(String(error))
}

/** Maps an error response, for a whole request or one of its items. */
export function statusError({ status, type, reason }: EngineError): Error {
  const cause = new Error(`${status} ${type}: ${reason}`)
  if (/flood.stage|read-only-allow-delete/.test(reason)) return unavailable(diskFull, longer, cause)
  if (status === 401) return unavailable('Elasticsearch refuses the user name or password.', longer, cause)
  if (status === 403)
    return unavailable('Elasticsearch does not allow this user what search needs.', longer, cause)
  if (type === 'index_not_found_exception') return new IndexMissing(cause)
  // Errors of the engine itself carry a type.
  if (type === 'unknown' && (status === 404 || status === 405)) return unavailable(noEngine, longer, cause)
  if (status === 429) return unavailable('Elasticsearch is overloaded.', soon, cause)
  if (status >= 500) return unavailable('Elasticsearch cannot serve right now.', later, cause)
  return new Error(`Elasticsearch refused a request: ${cause.message}`, { cause })
}

/** An error as Elasticsearch writes it into bodies and items. */
export function statedError(status: number, stated: unknown): EngineError {
  const { type = 'unknown', reason = typeof stated === 'string' ? stated : '' } = Object(stated)
  return { status, type: String(type), reason: String(reason) }
}

function unavailable(message: string, retryAfterSeconds: number, cause: unknown): EngineUnavailable {
  return new EngineUnavailable(message, retryAfterSeconds, { cause })
}
