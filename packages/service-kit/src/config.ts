import { TelemetryEnvironment } from '@portal/telemetry/telemetry-environment'
import { z } from 'zod'

/** Configuration is incomplete or wrong. The message lists every faulty value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Parses environment variables once, at startup. Throws {@link ConfigError}. */
export function readConfig<Schema extends z.ZodType>(
  schema: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const result = schema.safeParse(environment)
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new ConfigError(`The configuration is not complete. ${problems.join('; ')}.`)
}

/** Variables that every service reads. URLs select the adapters (architecture.md §9). */
export const ServiceEnvironment = z.object({
  DATABASE_OWNER_URL: z.url(),
  DATABASE_APP_URL: z.url(),
  DATABASE_PLATFORM_URL: z.url(),
  EVENTS_URL: z.string().min(1),
  GATEWAY_URL: z.url(),
  LISTEN_HOST: z.string().default('127.0.0.1'),
  LISTEN_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  /**
   * Seconds for which a stopping part still serves, asking clients to connect to another replica: 3
   * with several replicas.
   */
  LINGER_SECONDS: z.coerce.number().min(0).max(10).default(0),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  VERSION: z.string().default('development'),
  ...TelemetryEnvironment.shape,
})
export type ServiceEnvironment = z.infer<typeof ServiceEnvironment>

/** Login names, comma-separated. */
export const LoginNames = z.string().transform((names) =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
)
