import type { Logger } from '@portal/service-kit/logger'
import type { ProviderLink } from '../identity/provider-link.ts'
import { ProviderUnavailable } from '../identity/reach-provider.ts'
import type { KnownPerson, People } from '../people/people.ts'
import type { Session, SessionStore } from '../sessions/session-store.ts'
import type { AuthTokens } from '../tokens/auth-tokens.ts'

/**
 * Whether access that began at that moment has been ended since: its person is gone, disabled, or was removed from their organization
 * (decision 40).
 */
export function isEnded(person: KnownPerson | null, beganAt: Date): boolean {
  if (!person || person.identity.isDisabled) return true
  const { sessionsValidFrom } = person.identity
  return sessionsValidFrom !== null && beganAt.getTime() < Date.parse(sessionsValidFrom)
}

/** What ending rests on. */
export interface AccessEndingOptions {
  readonly sessions: SessionStore
  readonly tokens: AuthTokens | null
  readonly people: People
  readonly provider: ProviderLink
  readonly logger: Logger
}

/** Ends sessions and tokens, here and at the provider: a browser would come back without a password otherwise. */
export class AccessEnding {
  readonly #options: AccessEndingOptions
  readonly #telling = new Set<Promise<void>>()

  constructor(options: AccessEndingOptions) {
    this.#options = options
  }

  /** Ends what of a person's access may stand no longer: all of it, or what began before their sessions became invalid. */
  async endInvalid(personId: string, person: KnownPerson | null): Promise<void> {
    const { sessions, tokens } = this.#options
    const validFrom = person?.identity.isDisabled === false ? person.identity.sessionsValidFrom : null
    const before = validFrom === null ? {} : { before: new Date(validFrom) }
    const atProvider = onlyOf(await sessions.list(personId), (session) => isEnded(person, session.createdAt))
    await tokens?.revokeOfPerson(personId, before)
    await sessions.endOfPerson(personId, before)
    // Beside the request that noticed it: nothing of the portal is open to them any more.
    const telling = this.#giveUp(atProvider).finally(() => this.#telling.delete(telling))
    this.#telling.add(telling)
  }

  /** Ends what an event says was ended, without waiting for the next request of that person. */
  async endByEvent(personId: string): Promise<void> {
    const person = await this.#options.people.read(personId)
    const isUntouched = person && !person.identity.isDisabled && person.identity.sessionsValidFrom === null
    if (!isUntouched) await this.endInvalid(personId, person)
  }

  /** Ends a session or token of a person by its public id; an unknown or foreign id ends nothing and answers false. */
  async endOne(personId: string, id: string): Promise<boolean> {
    const { sessions, tokens } = this.#options
    await this.#giveUp(onlyOf(await sessions.list(personId), (session) => session.id === id))
    const revoked = (await tokens?.revoke(personId, id)) ?? 0
    const ended = await sessions.endById(personId, id)
    return revoked + ended.length > 0
  }

  /** Ends every token of a person, and every session but one. */
  async endOthers(personId: string, except: Pick<Session, 'digest'>): Promise<void> {
    const { sessions, tokens } = this.#options
    await this.#giveUp(onlyOf(await sessions.list(personId), ({ digest }) => digest !== except.digest))
    await tokens?.revokeOfPerson(personId)
    await sessions.endOfPerson(personId, { except })
  }

  /** Resolves when the provider has been told of everything. */
  async settled(): Promise<void> {
    await Promise.all(this.#telling)
  }

  /**
   * Gives sessions up at the provider; never rejects. What a person ends is given up before it ends here: its page goes to the login at once,
   * which must not let it in again.
   */
  async #giveUp(sessions: readonly Session[]): Promise<void> {
    await Promise.all(sessions.map((session) => this.#endAtProvider(session)))
  }

  async #endAtProvider({ sealedRefreshToken, sealedIdToken }: Session): Promise<void> {
    const { sessions, provider, logger } = this.#options
    const refreshToken = sessions.open(sealedRefreshToken)
    if (refreshToken === null) return
    try {
      await provider.endSession({ refreshToken, idToken: sessions.open(sealedIdToken) })
    } catch (error) {
      if (error instanceof ProviderUnavailable) logger.info('provider away, a session stays open there')
      else logger.warn({ err: error }, 'a session could not be ended at the provider')
    }
  }
}

/** Of a person's sessions the chosen ones, as far as no other rests on the same session of the provider, which then goes on. */
function onlyOf(all: readonly Session[], isChosen: (session: Session) => boolean): Session[] {
  const kept = all.filter((session) => !isChosen(session)).map(({ providerSession }) => providerSession)
  return all.filter(
    (session) =>
      isChosen(session) && session.providerSession !== null && !kept.includes(session.providerSession),
  )
}
