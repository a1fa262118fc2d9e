import { CodedError } from '@portal/service-kit/coded-error'
import { EngineUnavailable } from '@portal/service-kit/ports/engine-unavailable'

/** An unavailable engine is "search unavailable" (503); any other error is a defect. */
export async function orSearchUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (!(cause instanceof EngineUnavailable)) throw cause
    const message = 'Search is unavailable right now. Please try again in a moment.'
    const { retryAfterSeconds } = cause
    throw new CodedError('search_unavailable', message, { retryAfterSeconds, cause })
  }
}
