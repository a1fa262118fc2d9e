import { hash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { createClient, RequestError } from '@portal/contracts/client'
import { invitationsApi } from '@portal/contracts/invitations'
import { passportHeader } from '@portal/contracts/passport'
import { type Identity, type ProviderClaims, teamApi } from '@portal/contracts/team'
import { CodedError } from '@portal/service-kit/coded-error'
import { RetryBudget } from '@portal/service-kit/retry-budget'
import { backoff, sleep } from '@portal/service-kit/sleep'
import { Breaker } from '../breaker.ts'
import { ExpiringCache } from '../expiring-cache.ts'

/** A person as team knows them now; `version` changes with anything that a passport shows. */
export interface KnownPerson {
  readonly identity: Identity
  readonly version: string
}

/** Where people are looked up, and with which passport. */
export interface IdentityClientOptions {
  readonly teamUrl: string
  readonly servicePassport: () => Promise<string>
  readonly now?: (() => number) | undefined
}

const timeoutMs = 5000
/** While a team process leaves, the next connection finds another one. */
const pause = { firstMs: 50, maxMs: 400 }
const attemptsMax = 6

/** Whose facts may have changed. */
interface Drops {
  drop: [personId: string]
  dropOrganization: [organizationId: number]
}

/** What stops questions to a team that does not answer. */
interface Guard {
  readonly breaker: Breaker
  readonly retries: RetryBudget
}

const newGuard = (): Guard => ({ breaker: new Breaker(), retries: new RetryBudget(10) })

/** Who people are, according to team, cached for at most five seconds. */
export class IdentityClient extends EventEmitter<Drops> {
  readonly #options: IdentityClientOptions
  readonly #cache: ExpiringCache<KnownPerson | null>
  /** Apart: logins that team is too busy for leave those who are logged in alone. */
  readonly #reads = newGuard()
  readonly #logins = newGuard()

  constructor(options: IdentityClientOptions) {
    super()
    this.#options = options
    this.#cache = new ExpiringCache({ maxAgeMs: 5000, entriesMax: 20_000, now: options.now })
  }

  /** The person, or null if there is none any more. Throws `upstream_unavailable` without team. */
  read(personId: string): Promise<KnownPerson | null> {
    return this.#cache.read(personId, async () => {
      const identity = await this.#call(this.#reads, (client, signal) =>
        client.call(teamApi.readIdentity, { params: { personId } }, { signal }),
      )
      return identity && known(identity)
    })
  }

  /** Finds or registers the person of the provider's verified claims. */
  async resolve(claims: ProviderClaims): Promise<Identity> {
    const identity = await this.#call(this.#logins, (client, signal) =>
      client.call(teamApi.resolveIdentity, { body: claims }, { signal }),
    )
    if (!identity) throw unavailable(2)
    this.drop(identity.personId)
    return identity
  }

  /** The address that an open invitation was mailed to; null without one. */
  async invitedAddress(token: string): Promise<string | null> {
    const invited = await this.#call(this.#logins, (client, signal) =>
      client.call(invitationsApi.invitedAddress, { params: { token } }, { signal }),
    )
    return invited?.email ?? null
  }

  drop(personId: string): void {
    this.#cache.drop(personId)
    this.emit('drop', personId)
  }

  /** Drops the members of an organization; who joins or leaves it is dropped as a person. */
  dropOrganization(organizationId: number): void {
    this.#cache.dropWhere((person) => person?.identity.organization?.id === organizationId)
    this.emit('dropOrganization', organizationId)
  }

  async #call<Answer>(
    { breaker, retries }: Guard,
    request: (client: ReturnType<typeof createClient>, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer | null> {
    const passport = await this.#options.servicePassport()
    const client = createClient({
      baseUrl: this.#options.teamUrl.replace(/\/$/, ''),
      headers: () => ({ [passportHeader]: passport }),
    })
    const signal = AbortSignal.timeout(timeoutMs)
    // Otherwise a team service that hangs would delay everyone's next request.
    if (!breaker.admit()) throw unavailable(breaker.retryAfterSeconds)
    retries.earn()
    try {
      const answer = await repeated(() => request(client, signal), { signal, retries })
      breaker.settle('responded')
      return answer
    } catch (cause) {
      breaker.settle(cause instanceof RequestError ? 'responded' : 'failed')
      if (cause instanceof RequestError && cause.status === 404) return null
      throw unavailable(2, cause)
    }
  }
}

/** All that is asked of team may be asked twice; for the breaker, it is one request. */
async function repeated<Answer>(
  request: () => Promise<Answer>,
  { signal, retries }: Pick<Guard, 'retries'> & { readonly signal: AbortSignal },
): Promise<Answer> {
  const mayRepeat = (error: unknown) =>
    !(error instanceof RequestError && error.status < 500) && retries.spend()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request()
    } catch (error) {
      if (signal.aborted || attempt === attemptsMax || !mayRepeat(error)) throw error
    }
    await sleep(backoff(attempt, pause), signal)
  }
}

function known(identity: Identity): KnownPerson {
  return { identity, version: hash('sha256', JSON.stringify(identity), 'base64url') }
}

function unavailable(retryAfterSeconds: number, cause?: unknown): CodedError {
  const message = 'The portal cannot check who you are right now. Please try again in a moment.'
  return new CodedError('upstream_unavailable', message, { retryAfterSeconds, cause })
}
