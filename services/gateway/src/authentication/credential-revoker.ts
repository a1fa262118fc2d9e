import type { Logger } from '@portal/service-kit/logger'
import type { IdentityClient, KnownPerson } from '../identity-client/identity-client.ts'
import type { LogoutSubject, ProviderLink } from '../oidc/provider-link.ts'
import { ProviderUnavailable } from '../oidc/reach-provider.ts'
import type { AuthTokens } from './auth-tokens.ts'
import type { Session, SessionStore } from './session-store.ts'

/** Whether its person was disabled, deleted or removed from their organization (decision 40). */
export function isRevoked(person: KnownPerson | null, beganAt: Date): boolean {
  if (!person || person.identity.isDisabled) return true
  const { sessionsValidFrom } = person.identity
  return sessionsValidFrom !== null && beganAt.getTime() < Date.parse(sessionsValidFrom)
}

interface CredentialRevokerOptions {
  readonly sessions: SessionStore
  readonly tokens: AuthTokens | null
  readonly people: IdentityClient
  readonly provider: ProviderLink
  readonly logger: Logger
}

/** How many sessions the provider ends at once. */
const providerCallsMax = 8

/** Ends sessions and tokens, also at the provider: no browser may log in without a password. */
export class CredentialRevoker {
  readonly #options: CredentialRevokerOptions
  readonly #background = new Set<Promise<void>>()

  constructor(options: CredentialRevokerOptions) {
    this.#options = options
  }

  /** Ends a person's credentials: all, or those from before their sessions became invalid. */
  async revokeInvalid(personId: string, person: KnownPerson | null): Promise<void> {
    const { sessions, tokens } = this.#options
    const validFrom = person?.identity.isDisabled === false ? person.identity.sessionsValidFrom : null
    const before = validFrom === null ? {} : { before: new Date(validFrom) }
    const atProvider = onlyOf(await sessions.list(personId), (session) =>
      isRevoked(person, session.createdAt),
    )
    await tokens?.revokeOfPerson(personId, before)
    await sessions.endOfPerson(personId, before)
    // In the background: the person has lost access already.
    const ending = this.#endAtProvider(atProvider).finally(() => this.#background.delete(ending))
    this.#background.add(ending)
  }

  /** Ends what an event invalidates, without waiting for the person's next request. */
  async revokeByEvent(personId: string): Promise<void> {
    const person = await this.#options.people.read(personId)
    const isUntouched = person && !person.identity.isDisabled && person.identity.sessionsValidFrom === null
    if (!isUntouched) await this.revokeInvalid(personId, person)
  }

  /** Ends a person's session or token by its public id; false for an unknown or foreign id. */
  async revokeOne(personId: string, id: string): Promise<boolean> {
    const { sessions, tokens } = this.#options
    await this.#endAtProvider(onlyOf(await sessions.list(personId), (session) => session.id === id))
    const revoked = (await tokens?.revoke(personId, id)) ?? 0
    const ended = await sessions.endById(personId, id)
    return revoked + ended.length > 0
  }

  /** Ends every token of a person, and every session but the one with this public id. */
  async revokeOthers(personId: string, sessionId: string | null): Promise<void> {
    const { sessions, tokens } = this.#options
    const all = await sessions.list(personId)
    const kept = all.find(({ id }) => id === sessionId)
    await this.#endAtProvider(onlyOf(all, (session) => session !== kept))
    await tokens?.revokeOfPerson(personId)
    await sessions.endOfPerson(personId, { except: kept })
  }

  /** Ends what a back-channel logout names; resolves with the number of sessions. */
  async revokeOfProvider(named: LogoutSubject): Promise<number> {
    const { sessions, tokens, provider } = this.#options
    await tokens?.revokeOfProvider(provider.issuer, named)
    return (await sessions.endOfProvider(provider.issuer, named)).length
  }

  /** Resolves when nothing is being ended in the background. */
  async settled(): Promise<void> {
    await Promise.all(this.#background)
  }

  /**
   * Never rejects. What a person ends is ended at the provider first: its page goes to the login at
   * once, which must not log it in again.
   */
  async #endAtProvider(sessions: readonly Session[]): Promise<void> {
    const left = sessions.values()
    let isAway = false
    const endNext = async () => {
      for (const session of left) {
        // Each attempt at one that does not respond would take seconds.
        if (isAway) return
        if (!(await this.#endOneAtProvider(session))) isAway = true
      }
    }
    await Promise.all(Array.from({ length: providerCallsMax }, endNext))
  }

  /** False when the provider does not respond. */
  async #endOneAtProvider({ sealedRefreshToken, sealedIdToken }: Session): Promise<boolean> {
    const { sessions, provider, logger } = this.#options
    const refreshToken = sessions.open(sealedRefreshToken)
    if (refreshToken === null) return true
    try {
      await provider.endSession({ refreshToken, idToken: sessions.open(sealedIdToken) })
    } catch (error) {
      if (error instanceof ProviderUnavailable) {
        logger.info('provider away, sessions stay open there')
        return false
      }
      logger.warn({ err: error }, 'a session could not be ended at the provider')
    }
    return true
  }
}

/** The chosen sessions, except where another shares the provider's session, which then goes on. */
function onlyOf(all: readonly Session[], isChosen: (session: Session) => boolean): Session[] {
  const kept = all.filter((session) => !isChosen(session)).map(({ providerSession }) => providerSession)
  return all.filter(
    (session) =>
      isChosen(session) && session.providerSession !== null && !kept.includes(session.providerSession),
  )
}
