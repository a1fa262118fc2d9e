import { hash } from 'node:crypto'

/** Which versions of a remote there are to choose from. */
export interface RemoteChoice {
  readonly name: string
  /** The version for everybody else; null before the first promotion. */
  readonly current: string | null
  readonly promotion: { readonly version: string; readonly percent: number } | null
  /** By organization. */
  readonly pins: ReadonlyMap<number, string>
}

/** For whom versions are chosen: previews are versions by the name of the remote. */
export interface Audience {
  /** Null for visitors and for people without one. */
  readonly organizationId: number | null
  readonly previews: ReadonlyMap<string, string>
}

/** Everybody without a pin, a preview, or a place in a promotion's share. */
export const everybody: Audience = { organizationId: null, previews: new Map() }

/** A preview first, then the organization's pin, then a promotion that has reached it. */
export function chooseVersion(
  { name, current, promotion, pins }: RemoteChoice,
  { organizationId, previews }: Audience,
): string | null {
  const preview = previews.get(name)
  if (preview !== undefined) return preview
  const pinned = organizationId === null ? undefined : pins.get(organizationId)
  if (pinned !== undefined) return pinned
  if (organizationId === null || !promotion) return current
  const isReached = shareOf(name, promotion.version, organizationId) < promotion.percent
  return isReached ? promotion.version : current
}

/**
 * An organization's rank among all, from 0 to 99.99. It stays the same during a promotion, so that
 * a larger share takes the version from nobody, and differs between versions.
 */
export function shareOf(name: string, version: string, organizationId: number): number {
  const digest = hash('sha256', `${name}\n${version}\n${organizationId}`, 'hex')
  return (Number.parseInt(digest.slice(0, 8), 16) % 10_000) / 100
}
