import { type Logger as PinoLogger, pino } from 'pino'

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

/** Redacts secrets at the top level and one level down (headers, bodies). */
export function createLogger(options: {
  readonly service: string
  readonly level: string
  /** Receives whole lines; standard output by default. */
  readonly destination?: { write(line: string): void }
}): Logger {
  const paths = secretFields.flatMap((name) => [`["${name}"]`, `*["${name}"]`])
  const settings = {
    level: options.level,
    base: { service: options.service },
    redact: { paths, censor: '[redacted]' },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return options.destination ? pino(settings, options.destination) : pino(settings)
}
