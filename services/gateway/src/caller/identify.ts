import type { IncomingHttpHeaders } from 'node:http'
import type { AccessLog } from '@portal/service-kit/access/access-log'
import { CodedError } from '@portal/service-kit/coded-error'
import type { SessionRefresh } from '../identity/session-refresh.ts'
import type { KnownPerson, People } from '../people/people.ts'
import { cookieNames, readCookie } from '../sessions/cookies.ts'
import type { Session, SessionStore } from '../sessions/session-store.ts'
import type { AuthTokens } from '../tokens/auth-tokens.ts'
import { type AccessEnding, isEnded } from './access-ending.ts'

/** Who sends a request, and by which credential. `sid` names the session or token. */
export type Caller =
  | (CallerFacts & { readonly via: 'cookie'; readonly session: Session })
  | (CallerFacts & { readonly via: 'bearer' })

interface CallerFacts {
  readonly sid: string
  readonly person: KnownPerson
  /** When the session or token began. */
  readonly beganAt: Date
}

/** What identification rests on. */
export interface IdentifyOptions {
  /** Hears of credentials that do not belong together. */
  readonly access: Pick<AccessLog, 'denied'>
  readonly sessions: SessionStore
  /** Null when bearer tokens are switched off. */
  readonly tokens: AuthTokens | null
  readonly people: People
  readonly ending: AccessEnding
  readonly refresh: SessionRefresh
}

/**
 * Who sends a request: the session of its cookie, else the bearer of its token, else null. With both, the cookie decides, and credentials
 * of different people are refused (decisions 14 and 58). Whose access was ended since it began
 * is nobody, and loses it here.
 */
export function createIdentify(options: IdentifyOptions) {
  const { sessions, tokens, people, ending, refresh, access } = options
  return async function identify(headers: IncomingHttpHeaders): Promise<Caller | null> {
    const cookie = readCookie(headers.cookie, cookieNames.session)
    const bearer = bearerToken(headers.authorization)
    const session = cookie === null ? null : await sessions.find(cookie)
    const token = bearer === null || tokens === null ? null : await tokens.check(bearer)
    if (session && token && session.personId !== token.personId) {
      const attempt = { personId: session.personId, organizationId: null, route: 'credentials' }
      await access.denied(attempt, 'credential_conflict')
      throw new CodedError(
        'credential_conflict',
        'Unauthorized: the session and the token belong to different people.',
      )
    }
    const personId = session?.personId ?? token?.personId
    if (personId === undefined) return null
    const person = await people.read(personId)
    const beganAt = (session ?? token)?.createdAt
    if (!person || !beganAt || isEnded(person, beganAt)) {
      await ending.endInvalid(personId, person)
      return null
    }
    if (session) {
      refresh.whenDue(session)
      return { via: 'cookie', sid: session.id, person, beganAt, session }
    }
    if (!token) return null
    refuseOperator(person)
    return { via: 'bearer', sid: token.id, person, beganAt }
  }
}

/** Tokens are not minted for operators; one who became an operator since loses the token's use. */
function refuseOperator(person: KnownPerson): void {
  if (person.identity.isMasterAdmin) {
    throw new CodedError('unauthorized', 'Unauthorized: an operator signs in with a browser session.')
  }
}

function bearerToken(header: string | undefined): string | null {
  return header !== undefined && /^Bearer /i.test(header) ? header.slice('Bearer '.length).trim() : null
}
