import { createClient, RequestError } from '@portal/contracts/client'
import { type ErrorCode, errorStatus } from '@portal/contracts/errors'
import { idempotencyHeader, passportHeader, requestIdHeader, wroteHeader } from '@portal/contracts/passport'
import { CodedError } from '@portal/service-kit/coded-error'
import { fetchFromReplicas } from '@portal/service-kit/http/fetch-from-replicas'
import { traceHeaders } from '@portal/telemetry/running-span'
import type { Context, TeamCommands } from '../ports.ts'

const deadlineMs = 7000

/** Calls team over HTTP. */
export function httpTeamCommands(teamUrl: string): TeamCommands {
  // Not every command has a key by which team knows it again.
  const send = fetchFromReplicas({ mayRepeat: false })
  const baseUrl = teamUrl.replace(/\/$/, '')
  const clientFor = (ctx: Context) =>
    createClient({
      baseUrl,
      headers: () => ({
        [passportHeader]: ctx.passport,
        [requestIdHeader]: ctx.requestId,
        ...traceHeaders(),
        // Passed on, so that a repeated request takes effect once in team as well.
        ...(ctx.idempotencyKey === null ? {} : { [idempotencyHeader]: ctx.idempotencyKey }),
      }),
      fetch: async (address, init) => {
        const response = await send(address, init)
        ctx.passOnWrites(response.headers.get(wroteHeader))
        return response
      },
    })
  return {
    call: async (ctx, route, input) => {
      const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(deadlineMs)])
      try {
        return await clientFor(ctx).call(route, input, { signal })
      } catch (cause) {
        throw refusalOf(cause)
      }
    },
  }
}

/** Team's refusals pass unchanged; any other failure means that nothing was confirmed. */
function refusalOf(cause: unknown): CodedError {
  if (cause instanceof RequestError && cause.status < 500 && isErrorCode(cause.code)) {
    const { suggestedAction } = cause
    return new CodedError(cause.code, cause.detail, suggestedAction === null ? {} : { suggestedAction })
  }
  const message =
    cause instanceof RequestError && cause.status === 503
      ? 'The identity provider or the team service cannot be reached right now. Please try again in a moment.'
      : 'The team service cannot be reached right now. Please try again in a moment.'
  return new CodedError('upstream_unavailable', message, { retryAfterSeconds: 5, cause })
}

function isErrorCode(code: string | null): code is ErrorCode {
  return code !== null && Object.hasOwn(errorStatus, code)
}
