import { errorKind, traceFields } from '@portal/telemetry/running-span'
import type { LoggedError } from '@portal/telemetry/telemetry'
import { type LogFn, type Logger as PinoLogger, pino } from 'pino'

/** Writes JSON lines. Field values that could be secrets are redacted by name. */
export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error' | 'fatal'> & {
  child(fields: Record<string, unknown>): Logger
}

const secretFields = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'secret',
  'passport',
  'access_token',
  'refresh_token',
  'id_token',
  'auth_token',
  'code_verifier',
]

const errorLevel = 50

function reportingErrors(onError: (error: LoggedError) => void) {
  // biome-ignore lint/complexity/useMaxParams: pino calls it so.
  return function report(this: PinoLogger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    if (level >= errorLevel) onError(loggedError(this.bindings(), args))
    method.apply(this, args)
  }
}

function loggedError(bindings: Record<string, unknown>, args: readonly unknown[]): LoggedError {
  const [first, second] = args
  const fields = typeof first === 'object' && first !== null ? { ...bindings, ...first } : bindings
  const text = (name: string) => {
    const value = (fields as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : null
  }
  const err = (fields as Record<string, unknown>)['err']
  return {
    at: Date.now(),
    message: String(typeof first === 'string' ? first : (second ?? 'error')),
    route: text('route') ?? text('job') ?? text('eventType'),
    error: err === undefined ? null : errorKind(err),
    requestId: text('requestId'),
    traceId: traceFields()['trace_id'] ?? null,
  }
}

/** Redacts secrets at the top level and one level down (headers, bodies). */
export function createLogger(options: {
  readonly service: string
  readonly level: string
  /** Receives whole lines; standard output by default. */
  readonly destination?: { write(line: string): void }
  /** Receives what is logged as an error, without the words of the error itself. */
  readonly onError?: (error: LoggedError) => void
}): Logger {
  const paths = secretFields.flatMap((name) => [`["${name}"]`, `*["${name}"]`])
  const settings = {
    level: options.level,
    base: { service: options.service },
    redact: { paths, censor: '[redacted]' },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceFields,
    hooks: options.onError ? { logMethod: reportingErrors(options.onError) } : {},
  }
  return options.destination ? pino(settings, options.destination) : pino(settings)
}
