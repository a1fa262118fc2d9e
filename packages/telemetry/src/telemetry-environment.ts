import { z } from 'zod'

const Text = z.string().optional()

/**
 * What every part reads about telemetry: the standard variables of OpenTelemetry, and whether the
 * latest traces are kept for the operator's page.
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables
 */
export const TelemetryEnvironment = z.object({
  OTEL_SDK_DISABLED: Text,
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: Text,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Text,
  /** As `name=value,name=value`. */
  OTEL_EXPORTER_OTLP_HEADERS: Text,
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().positive().optional(),
  OTEL_TRACES_SAMPLER: z
    .enum([
      ...(['always_on', 'always_off', 'traceidratio'] as const),
      ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
    ])
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).optional(),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().positive().optional(),
  /** As `name=value,name=value`. */
  OTEL_RESOURCE_ATTRIBUTES: Text,
  /** Keeps traces of the last hour in memory, a few per second at most. */
  RECENT_TRACES: z.enum(['on', 'off']).optional(),
})
export type TelemetryEnvironment = z.infer<typeof TelemetryEnvironment>

/** Where spans go, and which are recorded. */
export interface TracingConfig {
  readonly exporter: {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly timeoutMs: number
    readonly delayMs: number
  } | null
  readonly keepsRecent: boolean
  /** The share of traces that are recorded, 0 to 1; null: a few per second. */
  readonly share: number | null
  readonly resource: Readonly<Record<string, string>>
}

/** Null: no traces, which is the default. */
export function readTracingConfig(env: TelemetryEnvironment): TracingConfig | null {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return null
  const url = tracesUrl(env)
  const keepsRecent = env.RECENT_TRACES === 'on'
  if (url === null && !keepsRecent) return null
  return {
    exporter: url === null ? null : exporterTo(url, env),
    keepsRecent,
    share: url === null ? null : shareOf(env),
    resource: pairs(env.OTEL_RESOURCE_ATTRIBUTES),
  }
}

function exporterTo(url: string, env: TelemetryEnvironment): TracingConfig['exporter'] {
  return {
    url,
    headers: pairs(env.OTEL_EXPORTER_OTLP_HEADERS),
    timeoutMs: env.OTEL_EXPORTER_OTLP_TIMEOUT ?? 10_000,
    delayMs: env.OTEL_BSP_SCHEDULE_DELAY ?? 5000,
  }
}

/** The variable for traces is a whole address, the general one has the path of traces appended. */
function tracesUrl(env: TelemetryEnvironment): string | null {
  if (env.OTEL_TRACES_EXPORTER === 'none') return null
  if (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT
  const isWanted = env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_TRACES_EXPORTER === 'otlp'
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT || 'http://localhost:4318'
  return isWanted ? `${base.replace(/\/$/, '')}/v1/traces` : null
}

function shareOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share = 1 }: TelemetryEnvironment) {
  if (sampler?.endsWith('always_off')) return 0
  return sampler?.endsWith('traceidratio') ? share : 1
}

function pairs(text = ''): Record<string, string> {
  const entries = text.split(',').flatMap((pair) => {
    const [name = '', ...value] = pair.split('=')
    return name.trim() === '' ? [] : [[name.trim(), decodeURIComponent(value.join('=').trim())]]
  })
  return Object.fromEntries(entries)
}
