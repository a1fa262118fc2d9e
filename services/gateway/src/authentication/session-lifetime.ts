/** How long sessions last, in milliseconds. */
export const lifetime = {
  idleMs: 30 * 60_000,
  absoluteMs: 12 * 3600_000,
  /** A session's activity is written once a minute, not with every request. */
  touchMs: 60_000,
  /** How often the provider is asked whether the person may still be signed in. */
  refreshMs: 4 * 60_000,
} as const

/** Whether a session is still open. */
export function isLive(
  session: { readonly lastSeenAt: Date; readonly expiresAt: Date },
  now: number,
): boolean {
  return session.expiresAt.getTime() > now && session.lastSeenAt.getTime() + lifetime.idleMs > now
}
