import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { EngineAddresses } from './topology.ts'

/** Options of `npm start` and `npm run start:services`. */
export interface PortalOptions {
  readonly port: number
  readonly dataFolder: string
  readonly isReset: boolean
  readonly hasDemo: boolean
  readonly engines: EngineChoice
  readonly chosen: ChosenEngines
  /** In the format of `openMailer`. Null: mail is kept in the data folder. */
  readonly mailer: string | null
  /** Limits, telemetry and public content of services, as they read them from their environment. */
  readonly limits: Readonly<Record<string, string>>
}

/** The portal's own engines, real ones that it starts, or running ones listed in a file. */
export type EngineChoice =
  | { readonly kind: 'embedded' | 'real' }
  | { readonly kind: 'running'; readonly file: string }

/** Stateless engines, each replaceable by an address of its own, such as `MODEL_URL`. */
export type ChosenEngines = Partial<Pick<EngineAddresses, 'model' | 'embedder' | 'ranker' | 'parser'>>

const defaultPort = 3000

/** Relative to the checkout. */
export const defaultDataFolder = join('.portal', 'data')

/** Reads options and environment. Throws one sentence for an unknown option. Port 0: a free one. */
export function readPortalOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): PortalOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: String(defaultPort) },
      data: { type: 'string', default: defaultDataFolder },
      reset: { type: 'boolean', default: false },
      'no-demo': { type: 'boolean', default: false },
      engines: { type: 'string', default: 'embedded' },
    },
  })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`--port takes a number from 0 to 65535, not "${values.port}".`)
  return {
    port,
    dataFolder: resolve(values.data),
    isReset: values.reset,
    hasDemo: !values['no-demo'],
    engines: readEngineChoice(values.engines),
    chosen: readChosen(environment),
    mailer: environment.MAILER_URL ?? null,
    limits: readLimits(environment),
  }
}

const limitNames =
  /^((QUOTA|DISK_FREE_MIN|IN_FLIGHT|RATE|OTEL)_|(CONNECTIONS(_ADDRESS)?|TRUSTED_PROXIES|DIGEST_HOUR|UPLOAD_TEST|REMOTE_KEYS|RECENT_TRACES)$)/

/** The content of the public pages (services/marketing/src/config.ts). */
const contentNames = /^((SCHEDULE|QUIZ|ABOUT)_URL|CONTACT_MAILBOX|CERTIFICATIONS|INTEGRATIONS|[A-Z_]+_CLAIM)$/

function readLimits(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      (limitNames.test(name) || contentNames.test(name)) && value !== undefined ? [[name, value]] : [],
    ),
  )
}

function readChosen({
  MODEL_URL: model,
  EMBEDDER_URL: embedder,
  RANKER_URL: ranker,
  PARSER_URL: parser,
}: Readonly<Record<string, string | undefined>>): ChosenEngines {
  return {
    ...(model && { model }),
    ...(embedder && { embedder }),
    ...(ranker && { ranker }),
    ...(parser && { parser }),
  }
}

function readEngineChoice(text: string): EngineChoice {
  if (text === 'embedded' || text === 'real') return { kind: text }
  if (text.endsWith('.json')) return { kind: 'running', file: resolve(text) }
  throw new Error(`--engines takes embedded, real or a .json file with their addresses, not "${text}".`)
}
