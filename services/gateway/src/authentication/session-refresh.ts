import type { Logger } from '@portal/service-kit/logger'
import type { ProviderLink } from '../oidc/provider-link.ts'
import { ProviderUnavailable } from '../oidc/reach-provider.ts'
import type { Session, SessionStore } from './session-store.ts'

interface RefreshOptions {
  readonly provider: ProviderLink
  readonly sessions: SessionStore
  readonly logger: Logger
  readonly now: () => number
}

/**
 * Asks the provider every few minutes of activity whether a session is still open, in the
 * background. One refresh per session at a time over all replicas, because refresh tokens rotate
 * and a second use ends the session. A provider that is away changes nothing (R9).
 */
export class SessionRefresh {
  readonly #options: RefreshOptions
  readonly #running = new Map<string, Promise<void>>()

  constructor(options: RefreshOptions) {
    this.#options = options
  }

  /** Starts a refresh if one is due; never rejects and never delays the request. */
  startIfDue(session: Session): void {
    if (session.sealedRefreshToken === null || session.refreshAt.getTime() > this.#options.now()) return
    if (this.#running.has(session.digest)) return
    const running = this.#refresh(session)
      .catch((error: unknown) => this.#report(error))
      .finally(() => this.#running.delete(session.digest))
    this.#running.set(session.digest, running)
  }

  /** Resolves when no refresh is running. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values())
  }

  async #refresh(seen: Session): Promise<void> {
    const { sessions, provider } = this.#options
    const session = await sessions.claimRefresh(seen)
    const token = session && sessions.open(session.sealedRefreshToken)
    if (!session || !token) return
    const tokens = await provider.refresh(token)
    if (tokens) await sessions.keepTokens(session, tokens)
    else await sessions.endOne(session, 'portal')
  }

  #report(error: unknown): void {
    const { logger } = this.#options
    if (error instanceof ProviderUnavailable) logger.info('provider away, sessions go on')
    else logger.warn({ err: error }, 'a session could not be refreshed')
  }
}
