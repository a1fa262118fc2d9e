import { type Client, createClient } from '@portal/contracts/client'
import type { IdentityAdmin } from '@portal/service-kit/ports/identity-admin'
import { signIn } from '@portal/testkit/sign-in'
import { isPassing, keepTrying, PassingResponse, type Patience } from '../keep-trying.ts'
import type { DemoPerson } from './demo-people.ts'

/** Where to create the demo, and its passwords. `patience.note` receives a line per step. */
export interface SeedOptions {
  readonly address: string
  readonly identities: IdentityAdmin
  readonly passwordOf: (username: string) => string
  readonly patience: Patience
}

/** A signed-in person. `leave` ends the session, so that nobody finds one they did not start. */
export interface DemoSession {
  readonly client: Client
  leave(): Promise<void>
}

/** Creates the account of a person, or sets its password. */
export async function ensureAccount(
  { identities, passwordOf, patience }: SeedOptions,
  person: DemoPerson,
): Promise<void> {
  const { username, firstName, lastName } = person
  const password = passwordOf(username)
  await keepTrying(async () => {
    const subject = await identities.findSubject(username)
    const reference = `demo ${username}`
    const account = { username, email: emailOf(person), firstName, lastName, password, reference }
    if (subject === null) await identities.createAccount(account)
    else await identities.setPassword(subject, password)
  }, patience)
}

/**
 * Logs in. Requests are repeated, with their idempotency keys, while the portal does not answer.
 */
export async function enter(
  { address, passwordOf, patience }: SeedOptions,
  { username }: Pick<DemoPerson, 'username'>,
): Promise<DemoSession> {
  const password = passwordOf(username)
  const begin = () => keepTrying(() => signIn({ address, username, password }), patience)
  let browse = await begin()
  const send = (path: string, init: RequestInit) =>
    keepTrying(async () => {
      const response = await browse(path, init)
      // A start may take longer than a session lasts.
      if (response.status === 401) browse = await begin()
      else if (!isPassing(response.status) && !response.headers.has('retry-after')) return response
      throw new PassingResponse(`${path} was answered with ${response.status}.`)
    }, patience)
  const leave = async () => {
    const { headers } = await send('/api/logout', { method: 'POST' })
    await keepTrying(() => browse(headers.get('location') ?? '/'), patience)
  }
  return { client: createClient({ fetch: send }), leave }
}

/** The address of a person of the demo. */
export function emailOf({ username }: Pick<DemoPerson, 'username'>): string {
  return `${username}@halden.example`
}
