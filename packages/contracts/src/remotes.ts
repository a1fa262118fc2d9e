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

/** What a remote declares about itself, without React. */
export const RemoteDeclaration = z.object({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/),
  routes: z.array(RemoteRoute),
  navigation: z.array(RemoteNavigation),
})
export type RemoteDeclaration = z.infer<typeof RemoteDeclaration>

/**
 * An entry of /remotes.json, and the `remote.json` of a build. `entry` is the URL of the container
 * script, below /remotes/<name>/<version>/; `container` its global variable. `integrity` maps each
 * file below the version's folder to its sha384 (Subresource Integrity form).
 */
export const RemoteEntry = RemoteDeclaration.extend({
  version: z.string(),
  entry: z.string(),
  container: z.string(),
  integrity: z.record(z.string(), z.string()),
})
export type RemoteEntry = z.infer<typeof RemoteEntry>

/** The registry that the shell reads on startup. */
export const RemoteRegistry = z.object({ remotes: z.array(RemoteEntry) })
export type RemoteRegistry = z.infer<typeof RemoteRegistry>
