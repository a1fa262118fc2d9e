import { z } from 'zod'

/** To whom a remote's route applies; `/` is four screens (architecture.md §8). */
export const RouteAudience = z.enum([
  'anonymous',
  'signed-in',
  'no-organization',
  'team-member',
  'member',
  'operator',
  'always',
])
export type RouteAudience = z.infer<typeof RouteAudience>

/**
 * Where a remote shows a screen: path pattern (`:name` for a parameter), audience, tab title, files
 * to preload. `screen` names the module `src/routes/<screen>.tsx`; several routes may share a
 * screen.
 */
export const RemoteRoute = z.object({
  path: z.string().startsWith('/'),
  screen: z.string().regex(/^[a-z][a-z0-9-]*$/),
  when: z.array(RouteAudience).min(1),
  permission: z.string().optional(),
  title: z.string(),
  /** Of a page for search engines and link previews, which visitors get as HTML (ADR 31). */
  description: z.string().optional(),
  layout: z.enum(['bare', 'topbar', 'sidebar']),
  /** The navigation link that this page belongs to, if its path does not lie below that link's. */
  below: z.string().startsWith('/').optional(),
  preload: z.array(z.string()).optional(),
})
export type RemoteRoute = z.infer<typeof RemoteRoute>

/** Whether visitors get a page as HTML and search engines may list it. */
export function isPublicPage({ description }: Pick<RemoteRoute, 'description'>): boolean {
  return description !== undefined
}

/**
 * A link in the shell's navigation. `icon` is a lucide name known to the shell; `topBar` and
 * `sidebar` are the audiences in each of the two layouts (decision 11); `sidebarLabel` replaces the
 * label there.
 */
export const RemoteNavigation = z.object({
  label: z.string(),
  sidebarLabel: z.string().optional(),
  to: z.string().startsWith('/'),
  icon: z.string(),
  order: z.number(),
  permission: z.string().optional(),
  /** Address of a list: its length stands beside the label, and without any the link is hidden. */
  count: z.string().startsWith('/api/').optional(),
  topBar: z.array(RouteAudience),
  sidebar: z.array(RouteAudience),
  /** Audience of the link in the user menu, for personal matters. */
  userMenu: z.array(RouteAudience).optional(),
})
export type RemoteNavigation = z.infer<typeof RemoteNavigation>

/**
 * Something to do, which the command palette offers to those who may open the page at its address,
 * where the form opens (`?open=…`). `words` find it besides its label; `when` narrows the audience
 * of the page.
 */
export const OfferedAct = z.object({
  label: z.string(),
  words: z.string(),
  to: z.string().startsWith('/'),
  permission: z.string().optional(),
  when: z.array(RouteAudience).min(1).optional(),
})
export type OfferedAct = z.infer<typeof OfferedAct>

/**
 * The version of what a shell gives remotes: the portal context of remote-kit, the shared packages,
 * this file. The first number rises when a remote that was built before stops working.
 */
export const shellContract = '1.0'

const ContractVersion = z.string().regex(/^\d{1,4}\.\d{1,4}$/)

/** The shell contracts with which a build works: from the lowest, below the first too high. */
export const ContractRange = z.object({ from: ContractVersion, below: ContractVersion })
export type ContractRange = z.infer<typeof ContractRange>

/** Whether a shell of this contract can run a build with this range. */
export function isInRange(contract: string, { from, below }: ContractRange): boolean {
  return compareContracts(contract, from) >= 0 && compareContracts(contract, below) < 0
}

function compareContracts(one: string, other: string): number {
  const [major = 0, minor = 0] = one.split('.').map(Number)
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number)
  return major - otherMajor || minor - otherMinor
}

/** From the contract that a build is made with up to the next that breaks. */
export function rangeSince(contract: string): ContractRange {
  return { from: contract, below: `${Number(contract.split('.')[0]) + 1}.0` }
}

/** The name of a remote, in addresses too. */
export const RemoteName = z.string().regex(/^[a-z][a-z0-9-]{0,63}$/)

/** What a remote declares about itself, without React. */
export const RemoteDeclaration = z.object({
  name: RemoteName,
  routes: z.array(RemoteRoute),
  navigation: z.array(RemoteNavigation),
  /** Absent in entries from before there were any. */
  acts: z.array(OfferedAct).optional(),
  /** By default from the contract that it is built with up to the next that breaks. */
  contract: ContractRange.optional(),
})
export type RemoteDeclaration = z.infer<typeof RemoteDeclaration>

/**
 * An entry of /remotes.json, and the `remote.json` of a build. `entry` is the URL of the container
 * script, below /remotes/<name>/<version>/; `container` its global variable. `integrity` maps each
 * file below the version's folder to its sha384 (Subresource Integrity form). Entries from before
 * versions were signed lack `contract`, `files` and `signature`.
 */
export const RemoteEntry = RemoteDeclaration.extend({
  version: z.string(),
  entry: z.string(),
  container: z.string(),
  integrity: z.record(z.string(), z.string()),
  /** SHA-256 of all hashes: browsers get those of scripts and styles alone. */
  files: z.string().optional(),
  /** Ed25519 in base64, over `remoteStatement`; made when it is published. */
  signature: z.string().optional(),
  /** Not signed: this person alone sees the version, by a link. */
  isPreview: z.boolean().optional(),
  /** Not signed: the version was promoted lately, so that the shell reports whether it works. */
  isWatched: z.boolean().optional(),
})
export type RemoteEntry = z.infer<typeof RemoteEntry>

/** The registry that the shell reads on startup. */
export const RemoteRegistry = z.object({ remotes: z.array(RemoteEntry) })
export type RemoteRegistry = z.infer<typeof RemoteRegistry>
