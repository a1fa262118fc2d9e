import { type Role, roles } from '@portal/contracts/permissions'
import type { Route } from '@portal/contracts/route'
import type { Actor } from '@portal/testkit/passports'
import type { Ids } from '@portal/testkit/route-samples'
import { canary, type IsolatedPortal, newOrganization, register } from './isolated-portal.ts'
import { requestOf, type SampledRoute, smuggled, specifiedHolders } from './route-samples.ts'
import { freshThings, lastingThings, unknownIds } from './things.ts'
import type { Whose } from './version-things.ts'

/** Who sends the request (reliability.md R4). */
export const principals = ['anonymous', 'no organization', ...roles, 'master admin'] as const
export type Principal = (typeof principals)[number]

/** Whose ids the request contains. */
export const idKinds = ['own', 'foreign', 'unknown'] as const
type IdKind = (typeof idKinds)[number]

/** One request of the matrix; `wrong` says what it revealed or why its refusal was wrong. */
export interface Cell {
  readonly principal: Principal
  readonly ids: IdKind
  readonly wrong: string | null
}

interface Answer {
  readonly status: number
  readonly text: string
}

type Answers = Readonly<Record<IdKind, Answer>>

/** Sends the route's three requests as this principal and judges each. */
export async function judgeRoute(
  portal: IsolatedPortal,
  sampled: SampledRoute,
  principal: Principal,
): Promise<Cell[]> {
  const cells = []
  for await (const cell of judgeInTurn(portal, sampled, principal)) cells.push(cell)
  return cells
}

/** The same, a cell at a time: a caller that stops early sends no further requests. */
export async function* judgeInTurn(
  portal: IsolatedPortal,
  sampled: SampledRoute,
  principal: Principal,
): AsyncGenerator<Cell> {
  const own = await ask(portal, sampled, { principal, ids: 'own' })
  const judge = (ids: IdKind, answers: Answers) => ({
    ...{ principal, ids },
    wrong: wrongOf(sampled, { principal, ids, answers }),
  })
  // An own id is judged by its own answer alone.
  yield judge('own', { own, foreign: own, unknown: own })
  const foreign = await ask(portal, sampled, { principal, ids: 'foreign' })
  const unknown = await ask(portal, sampled, { principal, ids: 'unknown' })
  for (const ids of ['foreign', 'unknown'] as const) yield judge(ids, { own, foreign, unknown })
}

/**
 * Whether the route's authorization alone admits this principal: by the specified holders, not by
 * the table that the services read.
 */
export function isLetIn({ can }: Route, principal: Principal): boolean {
  if (can === 'service') return false
  if (can === 'public') return true
  if (principal === 'anonymous') return false
  if (can === 'signed-in') return true
  if (can === 'operator') return principal === 'master admin'
  return isRole(principal) && (specifiedHolders[can] ?? '').split(' ').includes(principal)
}

function isRole(principal: Principal): principal is Role {
  return roles.some((role) => role === principal)
}

const readers = new WeakMap<IsolatedPortal['services'], Promise<string>>()

/** A person who only reads. */
function readerOf({ services }: IsolatedPortal): Promise<string> {
  const known = readers.get(services) ?? register(services, 'loner')
  readers.set(services, known)
  return known
}

/** A new person for each write, because a previous one may have made them a member. */
async function actorOf(
  portal: IsolatedPortal,
  { method }: Route,
  principal: Principal,
): Promise<Actor | null> {
  if (principal === 'anonymous') return null
  if (isRole(principal)) return portal.mine.members[principal]
  const personId = await (method === 'GET' ? readerOf(portal) : register(portal.services, 'loner'))
  return { personId, isOperator: principal === 'master admin' }
}

async function ask(portal: IsolatedPortal, sampled: SampledRoute, cell: Asked): Promise<Answer> {
  const response = await send(portal, sampled, cell)
  return { status: response.status, text: await response.text() }
}

/** A cell of the matrix. */
interface Asked {
  readonly principal: Principal
  readonly ids: IdKind
}

/** Sends the request of one cell. */
export async function send(
  portal: IsolatedPortal,
  sampled: SampledRoute,
  { principal, ids }: Asked,
): Promise<Response> {
  const { service, route, sample } = sampled
  const actor = await actorOf(portal, route, principal)
  const mayAct = isLetIn(route, principal)
  const isCommand = route.can === 'operator' && mayAct && route.method !== 'GET'
  const organization = await organizationFor(portal, ids, isCommand)
  const isOwn = actor !== null && ids === 'own'
  const whose = { organization, actor: isOwn ? actor : membersLike(organization, actor) }
  const named = ids === 'unknown' ? unknownIds : await thingsFor(portal, sampled, { whose, mayAct, ids })
  const under = portal.services[service as 'team']
  const passport = actor === null ? '' : await under.office.person(actor, [service, ...route.passes])
  const plain = requestOf(sampled, named, passport)
  const isSmuggling = !sample.hasIds && ids !== 'own'
  if (!isSmuggling) return under.service.fetch(plain)
  const foreignId = ids === 'unknown' ? unknownIds.organizationId : String(portal.theirs.id)
  return under.service.fetch(await smuggled(plain, foreignId))
}

interface Named {
  readonly whose: Whose
  readonly mayAct: boolean
  readonly ids: IdKind
}

/** Only an act that is allowed on one's own things changes them. A key is ended by the next one. */
function thingsFor(
  portal: IsolatedPortal,
  { route, sample }: SampledRoute,
  { whose, mayAct, ids }: Named,
): Promise<Ids> {
  const isAct = mayAct && ids === 'own' && route.method !== 'GET'
  return isAct || (mayAct && isKeyRoute(route))
    ? freshThings(portal, whose, sample)
    : lastingThings(portal, whose, { sample, isActors: mayAct })
}

/** An operator's act may delete an organization, so each gets a fresh one. */
function organizationFor(portal: IsolatedPortal, ids: IdKind, isCommand: boolean) {
  if (isCommand && ids !== 'unknown')
    return newOrganization(portal.services, ids === 'own' ? 'Commanded' : canary)
  return ids === 'foreign' ? portal.theirs : portal.mine
}

/** The other organization's member with the actor's role, as owner of foreign ids. */
function membersLike({ members }: IsolatedPortal['mine'], actor: Actor | null): Actor {
  return members[actor?.role ?? 'admin']
}

function wrongOf(
  sampled: SampledRoute,
  {
    principal,
    ids,
    answers,
  }: { readonly principal: Principal; readonly ids: IdKind; readonly answers: Answers },
): string | null {
  const { route, sample } = sampled
  const { status, text } = answers[ids]
  const maySeeBoth = route.can === 'operator' && principal === 'master admin'
  const isKey = isKeyRoute(route)
  if (!maySeeBoth && !(isKey && ids === 'foreign') && text.includes(canary)) return `shows theirs: ${text}`
  const expected = expectedStatuses(sampled, { principal, ids, own: answers.own.status })
  if (!expected.includes(status)) return `answers ${status}, not ${expected.join(' or ')}: ${text}`
  const isForeign = ids === 'foreign' && sample.hasIds && !isKey && !maySeeBoth
  if (isForeign && withoutRequestId(text) !== withoutRequestId(answers.unknown.text))
    return `tells foreign from unknown: ${text} / ${answers.unknown.text}`
  return null
}

const done = [200, 201, 202, 204, 409]

function expectedStatuses(
  { route, sample }: SampledRoute,
  { principal, ids, own }: { readonly principal: Principal; readonly ids: IdKind; readonly own: number },
): readonly number[] {
  if (route.can !== 'public' && principal === 'anonymous') return [401]
  if (!isLetIn(route, principal)) return [403]
  const isRefused = sample.isRefusedByRule?.(principal) ?? false
  if (!sample.hasIds && ids !== 'own') return [own, 400]
  // To an operator every organization's ids are as good as their own.
  if (sample.isUnknownTo?.(principal)) return [404]
  const isReached = ids === 'own' || (ids === 'foreign' && route.can === 'operator')
  if (isRefused && isReached) return [403, 409]
  // Members are refused before any code is looked up.
  if (ids === 'unknown') return isKeyRoute(route) && own === 409 ? [409] : [404]
  // Possession of a join code or an invitation link is the right to use it.
  if (isKeyRoute(route)) return isRefused ? [403, 409] : done
  if (route.can === 'operator') return done
  return ids === 'own' ? done : [404]
}

/** Whether the route takes a secret whose possession suffices. */
export function isKeyRoute({ path }: Route): boolean {
  return /\{(code|token)\}/.test(path)
}

const withoutRequestId = (text: string) => text.replace(/"requestId":"[^"]*"/, '')
