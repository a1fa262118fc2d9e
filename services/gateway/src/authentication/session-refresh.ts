import type { Logger } from '@portal/service-kit/logger'
import type { ProviderLink } from '../oidc/provider-link.ts'
import { ProviderUnavailable, wasNotSent } from '../oidc/reach-provider.ts'
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
 * and a second use ends the session. A provider that is away, or whose answer is lost, changes
 * nothing (R9): a session that can be refreshed no more ends when it is ended, or at its end.
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
    const { sessions, provider, logger } = this.#options
    const session = await sessions.claimRefresh(seen)
    if (!session || session.sealedRefreshToken === null) return
    const token = sessions.open(session.sealedRefreshToken)
    // Sealed with a secret that counts no more: the provider could never be asked again.
    if (token === null) return void (await sessions.endOne(session, 'portal'))
    const tokens = await provider.refresh(token).catch(async (error: unknown) => {
      if (wasNotSent(error)) await sessions.keepToken(session)
      throw error
    })
    if (tokens) return sessions.keepTokens(session, tokens)
    if (seen.refreshSentAt === null) return void (await sessions.endOne(session, 'portal'))
    // The answer to its last use was lost, as when a gateway is killed: the provider refuses the
    // token because it was used, whether the person may still be logged in or not.
    logger.info({ sid: session.id }, 'the answer to a refresh was lost; the session goes on without')
    await sessions.forgoRefresh(session)
  }

  #report(error: unknown): void {
    const { logger } = this.#options
    if (error instanceof ProviderUnavailable) logger.info('provider away, sessions go on')
    else logger.warn({ err: error }, 'a session could not be refreshed')
  }
}
