import { RetryBudget } from '../retry-budget.ts'
import { backoff, sleep } from '../sleep.ts'

type Send = (address: string, init: RequestInit) => Promise<Response>

const pause = { firstMs: 50, maxMs: 400 }
const triesMax = 6
/** Codes of connections that were not made, so that nobody got the request. */
const unmade = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])

/**
 * `fetch` for another service, of which one process may be leaving: the next connection finds
 * another one. What nobody got is sent again, six times at most; what somebody may have got once
 * more, within a budget, and only if `mayRepeat`. Rejects with the last failure. Bodies must be
 * strings.
 */
export function fetchFromReplicas({ mayRepeat }: { readonly mayRepeat: boolean }): Send {
  const retries = new RetryBudget(10)
  const maySendAgain = (error: unknown, attempt: number) => {
    if (!isFailedConnection(error)) return false
    if (unmade.has(codeOf(error))) return attempt < triesMax
    return mayRepeat && attempt < 2 && retries.spend()
  }
  return async (address, init) => {
    retries.earn()
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await fetch(address, init)
      } catch (error) {
        if (init.signal?.aborted || !maySendAgain(error, attempt)) throw error
      }
      await sleep(backoff(attempt, pause), init.signal ?? undefined)
    }
  }
}

/** As `fetch` says that a connection failed; an aborted request rejects with its reason instead. */
function isFailedConnection(error: unknown): error is TypeError {
  return error instanceof TypeError && error.message === 'fetch failed'
}

/** Of several addresses of one name, that of the last failure. */
function codeOf({ cause }: TypeError): string {
  const failure = cause instanceof AggregateError ? cause.errors.at(-1) : cause
  return failure instanceof Error && 'code' in failure ? String(failure.code) : ''
}
