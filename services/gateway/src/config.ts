import { readRemoteKeys } from '@portal/contracts/remote-statement'
import {
  byService,
  proxiedServices,
  type ServiceUrlVariable,
  serviceUrlVariable,
} from '@portal/contracts/services'
import { readConfig, ServiceEnvironment } from '@portal/service-kit/config'
import { SecretKeys, secretTexts } from '@portal/service-kit/rotated-secrets'
import { TelemetryEnvironment } from '@portal/telemetry/telemetry-environment'
import { z } from 'zod'

const HttpUrl = z.url({ protocol: /^https?$/ })
const Origin = HttpUrl.refine((value) => new URL(value).origin === value, {
  error: 'must be an origin without a path, as https://portal.example.com',
})
/** How many requests one client may make: `perMinute` on average, `burst` at once. */
export interface RateLimit {
  readonly perMinute: number
  readonly burst: number
}

/** A limit written as `<per minute>/<burst>`, for example `600/120`. */
const Limit = z
  .string()
  .regex(/^[1-9]\d*\/[1-9]\d*$/, 'must be <per minute>/<burst>, as 600/120')
  .transform((text): RateLimit => {
    const [perMinute = 0, burst = 0] = text.split('/').map(Number)
    return { perMinute, burst }
  })

const RemoteKeys = z
  .string()
  .default('')
  .transform((text, problem) => {
    const keys = readRemoteKeys(text)
    if (keys) return keys
    problem.addIssue('must be as <name>=<32 bytes in base64>, with spaces between')
    return z.NEVER
  })

const Count = z.coerce.number().int().min(1)

/** TEAM_URL and so on. Safe because every variable of the type names one service. */
function serviceUrls(): Record<ServiceUrlVariable, typeof HttpUrl> {
  const urls = proxiedServices.map((service) => [serviceUrlVariable(service), HttpUrl])
  return Object.fromEntries(urls) as Record<ServiceUrlVariable, typeof HttpUrl>
}

/**
 * What the gateway reads from its environment. Addresses of services and of the provider are as
 * seen from this process; LISTEN_PORT is public, INTERNAL_PORT (for other services GATEWAY_URL)
 * serves passport keys, /livez and /readyz and is never exposed.
 */
export const GatewayEnvironment = ServiceEnvironment.omit({ GATEWAY_URL: true }).extend({
  /** The portal's address in browsers: scheme, host and port, nothing else. */
  PUBLIC_ORIGIN: Origin,
  INTERNAL_PORT: z.coerce.number().int().min(0).max(65_535),
  /** 32 bytes in base64: encrypts refresh tokens, login attempts and signing keys at rest. */
  GATEWAY_SECRET: SecretKeys,
  /** Shared with chat and analytics, whose jobs get passports of members to read documents with. */
  DELEGATION_SECRET: secretTexts(32),
  ...serviceUrls(),
  /** As in browsers and tokens; its path is proxied when it is below PUBLIC_ORIGIN. */
  OIDC_ISSUER: HttpUrl,
  /** Origin of the provider as seen from this process; the issuer's path is appended. */
  OIDC_INTERNAL_ORIGIN: Origin,
  /** Path of the provider's static files, if not below the issuer (Keycloak: /auth/resources). */
  OIDC_FILES_PATH: z
    .string()
    .regex(/^\/[\w/-]*\w$/, 'must be a path as /auth/resources')
    .optional(),
  /** Binds people to the provider's subjects, so that the issuer, its default, may change. */
  OIDC_REALM: z.string().min(1).optional(),
  OIDC_CLIENT_ID: z.string().min(1),
  /** The provider knows one of them: whichever it accepts is used. */
  OIDC_CLIENT_SECRET: secretTexts(1),
  /** Public client of the shell's silent single sign-on check. */
  OIDC_SHELL_CLIENT_ID: z.string().min(1),
  ACCOUNT_URL: z.string().default(''),
  SHELL_DIRECTORY: z.string().min(1),
  REMOTES_DIRECTORY: z.string().min(1),
  /** Public keys (Ed25519) as `<name>=<base64>`, with spaces between; with any, all is signed. */
  REMOTE_KEYS: RemoteKeys,
  /** Number of trusted reverse proxies in front, for X-Forwarded-For. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  AUTH_TOKEN: z.enum(['on', 'off']).default('on'),
  /** The button of /upload-test. */
  UPLOAD_TEST: z.enum(['on', 'off']).default('on'),
  /** Requests that one address, person and session may have running at once. */
  IN_FLIGHT_ADDRESS: Count.default(512),
  IN_FLIGHT_PERSON: Count.default(48),
  IN_FLIGHT_SESSION: Count.default(32),
  /** Open connections in all, and of one address unless proxies are trusted. */
  CONNECTIONS: Count.default(8192),
  CONNECTIONS_ADDRESS: Count.default(1024),
  RATE_SESSION: Limit.prefault('1200/240'),
  /** Of all sessions of a person together. */
  RATE_PERSON: Limit.prefault('2400/480'),
  RATE_ADDRESS: Limit.prefault('3000/600'),
  RATE_LOGIN: Limit.prefault('60/60'),
  /** Logins begun in browsers in which nobody has logged in before, of all addresses together. */
  RATE_SIGN_IN: Limit.prefault('600/60'),
  RATE_JOIN_CODE: Limit.prefault('20/20'),
  RATE_TOKEN: Limit.prefault('10/10'),
  RATE_SEARCH: Limit.prefault('120/60'),
  /** Exports of one's own data, each of which reads everything that is kept of a person. */
  RATE_OWN_DATA: Limit.prefault('1/3'),
  /** Reports of a person's shells about remotes. */
  RATE_REMOTE_REPORT: Limit.prefault('30/30'),
  /** Bytes of one organization's uploads; what is above it arrives more slowly. */
  RATE_UPLOAD_BYTES: Limit.prefault('150000000/11000000'),
  /** Of one person, in blocks of 64 KB of JSON: 128 MB. Files are streamed and do not count. */
  RATE_DATA: Limit.prefault('2048/2048'),
})
export type GatewayEnvironment = z.input<typeof GatewayEnvironment>

/** The gateway's configuration, complete and typed. */
export type GatewayConfig = ReturnType<typeof readGatewayConfig>

/** Reads the configuration. Throws ConfigError naming every value that is missing or wrong. */
export function readGatewayConfig(environment: Readonly<Record<string, string | undefined>>) {
  const env = readConfig(GatewayEnvironment, environment)
  return {
    publicOrigin: env.PUBLIC_ORIGIN,
    host: env.LISTEN_HOST,
    port: env.LISTEN_PORT,
    internalPort: env.INTERNAL_PORT,
    lingerMs: env.LINGER_SECONDS * 1000,
    version: env.VERSION,
    logLevel: env.LOG_LEVEL,
    telemetry: TelemetryEnvironment.parse(env),
    eventsUrl: env.EVENTS_URL,
    database: {
      owner: env.DATABASE_OWNER_URL,
      app: env.DATABASE_APP_URL,
      platform: env.DATABASE_PLATFORM_URL,
    },
    secrets: env.GATEWAY_SECRET,
    delegationSecrets: env.DELEGATION_SECRET,
    upstreams: byService((service) => env[serviceUrlVariable(service)]),
    provider: {
      issuer: env.OIDC_ISSUER,
      realm: env.OIDC_REALM ?? env.OIDC_ISSUER,
      internalOrigin: env.OIDC_INTERNAL_ORIGIN,
      filesPath: env.OIDC_FILES_PATH ?? null,
      clientId: env.OIDC_CLIENT_ID,
      clientSecrets: env.OIDC_CLIENT_SECRET,
    },
    settings: {
      oidcIssuer: env.OIDC_ISSUER,
      oidcClientId: env.OIDC_SHELL_CLIENT_ID,
      accountUrl: env.ACCOUNT_URL,
      isUploadTestOpen: env.UPLOAD_TEST === 'on',
    },
    shellDirectory: env.SHELL_DIRECTORY,
    remotesDirectory: env.REMOTES_DIRECTORY,
    remoteKeys: env.REMOTE_KEYS,
    trustedProxies: env.TRUSTED_PROXIES,
    inFlight: {
      address: env.IN_FLIGHT_ADDRESS,
      person: env.IN_FLIGHT_PERSON,
      session: env.IN_FLIGHT_SESSION,
    },
    strangersSignInLimit: env.RATE_SIGN_IN,
    uploadBytesLimit: env.RATE_UPLOAD_BYTES,
    connections: { inAll: env.CONNECTIONS, address: env.CONNECTIONS_ADDRESS },
    isAuthTokenEnabled: env.AUTH_TOKEN === 'on',
    rateLimits: {
      session: env.RATE_SESSION,
      person: env.RATE_PERSON,
      address: env.RATE_ADDRESS,
      login: env.RATE_LOGIN,
      'join-code': env.RATE_JOIN_CODE,
      token: env.RATE_TOKEN,
      search: env.RATE_SEARCH,
      'own-data': env.RATE_OWN_DATA,
      'remote-report': env.RATE_REMOTE_REPORT,
      data: env.RATE_DATA,
    },
  }
}
