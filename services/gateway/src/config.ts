import { PortalSettings } from '@portal/contracts/session'
import { z } from 'zod'

const Origin = z.url({ protocol: /^https?$/ }).refine((value) => new URL(value).origin === value, {
  error: 'must be an origin without a path, as https://portal.example.com',
})
const HttpUrl = z.url({ protocol: /^https?$/ })
const Port = z.coerce.number().int().min(1).max(65_535)
const Secret = z
  .string()
  .refine((value) => Buffer.from(value, 'base64').length === 32, { error: 'must be 32 bytes in base64' })
const Switch = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])

/** How many requests one caller may make: `perMinute` on average, `burst` at once. */
const RateLimit = z.object({ perMinute: z.number().positive(), burst: z.number().positive() })
export type RateLimit = z.infer<typeof RateLimit>

/** Limits by kind of caller and act; generous enough for an office behind one address. */
const RateLimits = z.object({
  session: RateLimit.default({ perMinute: 1200, burst: 240 }),
  address: RateLimit.default({ perMinute: 3000, burst: 600 }),
  login: RateLimit.default({ perMinute: 60, burst: 60 }),
  joinCode: RateLimit.default({ perMinute: 20, burst: 20 }),
  token: RateLimit.default({ perMinute: 10, burst: 10 }),
})
export type RateLimits = z.infer<typeof RateLimits>

/** Everything the gateway must know before it starts. Addresses of services and provider are reachable from here, not from browsers. */
export const GatewayConfig = z.object({
  /** What people type: scheme, host and port, nothing else. */
  publicOrigin: Origin,
  host: z.string().default('127.0.0.1'),
  port: Port,
  /** Passport keys, /livez and /readyz for services and probes; never exposed to browsers. */
  internalPort: Port,
  database: z.object({ owner: z.string(), app: z.string(), platform: z.string(), reader: z.string() }),
  /** Encrypts refresh tokens, login attempts and signing keys at rest. */
  secret: Secret,
  upstreams: z.object({ team: HttpUrl, documents: HttpUrl, chat: HttpUrl }),
  provider: z.object({
    issuer: HttpUrl,
    /** Base address for calls from this process; the issuer's path is appended. */
    internalOrigin: HttpUrl,
    clientId: z.string().min(1),
    clientSecret: z.string().min(1),
  }),
  shellDirectory: z.string().min(1),
  remotesDirectory: z.string().min(1),
  settings: PortalSettings,
  rateLimits: RateLimits.prefault({}),
  /** Reverse proxies in front whose X-Forwarded-For entry is believed. */
  trustedProxies: z.coerce.number().int().min(0).max(5).default(0),
  isAuthTokenEnabled: Switch.default(true),
  logLevel: z.enum(['debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})
export type GatewayConfig = z.output<typeof GatewayConfig>

/** The environment variable behind each value, for reading and for saying which one is missing. */
const variables = {
  publicOrigin: 'PUBLIC_ORIGIN',
  host: 'HOST',
  port: 'PORT',
  internalPort: 'INTERNAL_PORT',
  'database.owner': 'DATABASE_URL_OWNER',
  'database.app': 'DATABASE_URL_APP',
  'database.platform': 'DATABASE_URL_PLATFORM',
  'database.reader': 'DATABASE_URL_READER',
  secret: 'GATEWAY_SECRET',
  'upstreams.team': 'TEAM_URL',
  'upstreams.documents': 'DOCUMENTS_URL',
  'upstreams.chat': 'CHAT_URL',
  'provider.issuer': 'OIDC_ISSUER',
  'provider.internalOrigin': 'OIDC_INTERNAL_ORIGIN',
  'provider.clientId': 'OIDC_CLIENT_ID',
  'provider.clientSecret': 'OIDC_CLIENT_SECRET',
  shellDirectory: 'SHELL_DIRECTORY',
  remotesDirectory: 'REMOTES_DIRECTORY',
  'settings.scheduleUrl': 'SCHEDULE_URL',
  'settings.quizUrl': 'QUIZ_URL',
  'settings.aboutUrl': 'ABOUT_URL',
  'settings.contactMailbox': 'CONTACT_MAILBOX',
  'settings.oidcIssuer': 'OIDC_ISSUER',
  'settings.oidcClientId': 'OIDC_SHELL_CLIENT_ID',
  'settings.accountUrl': 'ACCOUNT_URL',
  trustedProxies: 'TRUSTED_PROXIES',
  isAuthTokenEnabled: 'AUTH_TOKEN_ENABLED',
  logLevel: 'LOG_LEVEL',
} as const

/** Reads the configuration; throws one sentence per value that is missing or wrong. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): GatewayConfig {
  const given: Record<string, unknown> = {}
  for (const [path, variable] of Object.entries(variables)) {
    if (environment[variable] !== undefined) place(given, path.split('.'), environment[variable])
  }
  const parsed = GatewayConfig.safeParse(given)
  if (parsed.success) return parsed.data
  throw new Error(parsed.error.issues.map(sentence).join('\n'))
}

function place(target: Record<string, unknown>, path: readonly string[], value: string): void {
  const [head = '', ...rest] = path
  if (rest.length === 0) {
    target[head] = value
    return
  }
  const inner = target[head]
  const next: Record<string, unknown> =
    typeof inner === 'object' && inner !== null ? { ...inner } : {}
  target[head] = next
  place(next, rest, value)
}

function sentence(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.')
  const below = Object.entries(variables).filter(([name]) => name === path || name.startsWith(`${path}.`))
  const names = below.map(([, variable]) => variable).join(', ')
  return `Set ${names === '' ? path : names}: ${issue.message}.`
}
