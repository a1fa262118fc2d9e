import type { Logger } from '@portal/service-kit/logger'
import type { ProviderLink } from '../identity/provider-link.ts'
import { ProviderUnavailable } from '../identity/reach-provider.ts'
import type { KnownPerson, People } from '../people/people.ts'
import type { EndedSessions, Session, SessionStore } from '../sessions/session-store.ts'
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

/** Ends sessions and tokens here, and then at the provider: a browser would come back without a password otherwise. */
export class AccessEnding {
  readonly #options: AccessEndingOptions
  readonly #telling = new Set<Promise<unknown>>()

  constructor(options: AccessEndingOptions) {
    this.#options = options
  }

  /** Ends what of a person's access may stand no longer: all of it, or what began before their sessions became invalid. */
  async endInvalid(personId: string, person: KnownPerson | null): Promise<void> {
    const { sessions, tokens } = this.#options
    const validFrom = person?.identity.isDisabled === false ? person.identity.sessionsValidFrom : null
    const before = validFrom === null ? {} : { before: new Date(validFrom) }
    await tokens?.revokeOfPerson(personId, before)
    void this.#tell(await sessions.endOfPerson(personId, before))
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
    const revoked = (await tokens?.revoke(personId, id)) ?? 0
    const ended = await sessions.endById(personId, id)
    await this.#tell(ended)
    return revoked + ended.sessions.length > 0
  }

  /** Ends every token of a person, and every session but one. */
  async endOthers(personId: string, except: Pick<Session, 'digest'>): Promise<void> {
    await this.#options.tokens?.revokeOfPerson(personId)
    await this.#tell(await this.#options.sessions.endOfPerson(personId, { except }))
  }

  /** Resolves when the provider has been told. */
  async settled(): Promise<void> {
    await Promise.all(this.#telling)
  }

  /** Resolves when the provider knows or does not answer: the sessions are over here all the same. */
  async #tell({ unshared }: EndedSessions): Promise<void> {
    const telling = Promise.all(unshared.map((session) => this.#revoke(session.sealedRefreshToken)))
    this.#telling.add(telling)
    await telling
    this.#telling.delete(telling)
  }

  async #revoke(sealed: string | null): Promise<void> {
    const { sessions, provider, logger } = this.#options
    const token = sessions.open(sealed)
    if (token === null) return
    try {
      await provider.revoke(token)
    } catch (error) {
      if (error instanceof ProviderUnavailable) logger.info('provider away, a session stays open there')
      else logger.warn({ err: error }, 'a session could not be ended at the provider')
    }
  }
}
