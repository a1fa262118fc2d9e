import { z } from 'zod'
import { ContractRange, RemoteName } from './remotes.ts'
import { route } from './route.ts'
import { OrganizationId } from './whole-number.ts'

const Version = z.string().regex(/^\w[\w.-]{0,63}$/, 'Version must be letters, digits and . _ - only.')
const Reason = z.string().trim().min(1).max(500)

/** Threshold of a promotion without one of its own, in percent. */
export const defaultThreshold = 20
/** Longest life of a preview. */
const previewHoursMax = 72

/** How a remote failed in a browser. */
export const failureKinds = ['load', 'slow', 'render', 'script'] as const
/** Errors by the names that engines and the shell give; any other is `Error`. */
export const failureErrors = [
  ...['Error', 'TypeError', 'ReferenceError', 'RangeError', 'SyntaxError', 'ChunkLoadError'],
] as const

/**
 * Whether a version works in somebody's browser, as the shell reports it. No message and no
 * address: both may hold what people wrote. `location` is a file of the version with line and
 * column.
 */
export const RemoteReport = z.object({
  name: RemoteName,
  version: Version,
  outcome: z.enum(['shown', 'failed']),
  kind: z.enum(failureKinds).optional(),
  error: z.enum(failureErrors).optional(),
  location: z
    .string()
    .regex(/^[\w/.-]{1,120}:\d{1,7}:\d{1,7}$/)
    .optional(),
})
export type RemoteReport = z.infer<typeof RemoteReport>

/** A published version, as operators see it. `reasonAgainst` is why it may not be shown. */
export const PublishedVersion = z.object({
  version: z.string(),
  publishedAt: z.iso.datetime(),
  /** The key that signed it. */
  signedBy: z.string().nullable(),
  contract: ContractRange.nullable(),
  reasonAgainst: z.string().nullable(),
})
export type PublishedVersion = z.infer<typeof PublishedVersion>

/** The latest promotion, with what was reported since: distinct people and organizations. */
export const RemotePromotion = z.object({
  version: z.string(),
  previous: z.string().nullable(),
  percent: z.number().int(),
  threshold: z.number().int(),
  promotedAt: z.iso.datetime(),
  isWatched: z.boolean(),
  people: z.number().int(),
  failing: z.number().int(),
  organizations: z.number().int(),
  failingOrganizations: z.number().int(),
})
export type RemotePromotion = z.infer<typeof RemotePromotion>

/** What is done to remotes. */
export const remoteActs = ['publish', 'promote', 'rollback', 'pin', 'unpin', 'preview'] as const

/** An act on a remote. `who` is a person's id for an operator, else a name of key or account. */
export const RemoteAct = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  name: z.string(),
  act: z.enum(remoteActs),
  version: z.string().nullable(),
  organization: z.number().int().nullable(),
  percent: z.number().int().nullable(),
  by: z.enum(['operator', 'command', 'key', 'start', 'automatic']),
  who: z.string().nullable(),
  why: z.string(),
})
export type RemoteAct = z.infer<typeof RemoteAct>

/** A failure that was reported of a version, and by how many people. */
export const RemoteFailure = z.object({
  version: z.string(),
  kind: z.enum(failureKinds).nullable(),
  error: z.string().nullable(),
  location: z.string().nullable(),
  people: z.number().int(),
})
export type RemoteFailure = z.infer<typeof RemoteFailure>

/** A remote with its latest versions, newest first. */
export const ReleasedRemote = z.object({
  name: z.string(),
  current: z.string().nullable(),
  promotion: RemotePromotion.nullable(),
  versions: z.array(PublishedVersion),
  pins: z.array(z.object({ organization: z.number().int(), version: z.string() })),
  failures: z.array(RemoteFailure),
})
export type ReleasedRemote = z.infer<typeof ReleasedRemote>

/** Everything about remotes that operators see; the latest acts first. */
export const RemoteReleases = z.object({
  contract: z.string(),
  /** Names of the keys whose signatures count; without any, versions need none. */
  keys: z.array(z.string()),
  remotes: z.array(ReleasedRemote),
  acts: z.array(RemoteAct),
})
export type RemoteReleases = z.infer<typeof RemoteReleases>

/** A link by which one person sees a version. */
export const PreviewLink = z.object({ url: z.string(), expiresAt: z.iso.datetime() })
export type PreviewLink = z.infer<typeof PreviewLink>

const RemotePath = z.object({ name: RemoteName })

/** Routes about remotes: operators' acts, and what shells report. Served by the gateway. */
export const remotesApi = {
  readRemotes: route('GET', '/api/remotes', {
    can: 'operator',
    summary: 'Every remote with its versions, promotion, pins and failures, and the latest acts',
    returns: RemoteReleases,
  }),
  promoteRemote: route('POST', '/api/remotes/{name}/promotions', {
    can: 'operator',
    summary: 'Show a published version to a share of the organizations, or to everybody',
    params: RemotePath,
    body: z.object({
      version: Version,
      percent: z.number().int().min(1).max(100),
      threshold: z.number().int().min(1).max(100).default(defaultThreshold),
      why: Reason,
    }),
    bearer: false,
    isRepeatable: true,
  }),
  rollBackRemote: route('POST', '/api/remotes/{name}/rollbacks', {
    can: 'operator',
    summary: 'Take the latest promotion back, or show an earlier version to everybody',
    params: RemotePath,
    body: z.object({ version: Version.optional(), why: Reason }),
    bearer: false,
    isRepeatable: true,
  }),
  pinRemote: route('PUT', '/api/remotes/{name}/pins/{organizationId}', {
    can: 'operator',
    summary: 'Keep a version for an organization, whatever is promoted; null ends that',
    params: RemotePath.extend({ organizationId: OrganizationId }),
    body: z.object({ version: Version.nullable(), why: Reason }),
    bearer: false,
  }),
  previewRemote: route('POST', '/api/remotes/{name}/previews', {
    can: 'operator',
    summary: 'A signed link by which one person sees a version, for as many hours',
    params: RemotePath,
    body: z.object({
      version: Version,
      userId: z.string().min(1).max(200),
      hours: z.number().int().min(1).max(previewHoursMax).default(24),
      why: Reason,
    }),
    returns: PreviewLink,
    status: 201,
    bearer: false,
    // A link is shown once and stored nowhere.
    isRepeatable: true,
  }),
  reportRemote: route('POST', '/api/remotes/reports', {
    can: 'signed-in',
    summary: 'Whether a version works in this browser, without personal data',
    body: RemoteReport,
    returns: z.object({
      /** The version that the person has now. */
      version: z.string().nullable(),
    }),
    limit: 'remote-report',
    bearer: false,
    isRepeatable: true,
  }),
} as const
