import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import type { RemoteManifest } from '@portal/contracts/declare-remote'
import { permissionsOf, type Role } from '@portal/contracts/permissions'
import { RemoteDeclaration, type RemoteEntry } from '@portal/contracts/remotes'
import { audiencesOf } from '@portal/contracts/route-choice'
import type { Session } from '@portal/contracts/session'
import { beforeAll, describe, expect, it } from 'vitest'
import { resolveRoute } from '../../../shell/src/routing/resolve-route.ts'

// The route table of product §2 against what this repository's remotes declare.

let remotes: readonly RemoteEntry[] = []

beforeAll(async () => {
  const names = readdirSync(join(workspaceRoot, 'remotes'))
  remotes = await Promise.all(names.map(declared))
})

/** The registry entry that a remote's build would write. */
async function declared(name: string): Promise<RemoteEntry> {
  const file = join(workspaceRoot, 'remotes', name, 'src', 'manifest.ts')
  const { manifest }: { manifest: RemoteManifest } = await import(file)
  const entry = `/remotes/${name}/1/remote-entry.js`
  return { ...RemoteDeclaration.parse(manifest), version: '1', entry, container: name, integrity: {} }
}

const settings: Session['settings'] = { oidcIssuer: '', oidcClientId: '', accountUrl: '' }
const person = { id: 'p', email: null, firstName: null, lastName: null, profileImageUrl: null }

function sessionOf(role: Role | null, changes: Partial<Session> = {}): Session {
  const organization = role === null ? null : { id: 7, name: 'Halden Medical' }
  const permissions = permissionsOf(role)
  return { person, organization, role, isMasterAdmin: false, permissions, settings, ...changes }
}

const sessions = {
  visitor: sessionOf(null, { person: null }),
  newcomer: sessionOf(null),
  team_member: sessionOf('team_member'),
  manager: sessionOf('manager'),
  facilitator: sessionOf('facilitator'),
  admin: sessionOf('admin'),
  operator: sessionOf('admin', { isMasterAdmin: true }),
  'operator without organization': sessionOf(null, { isMasterAdmin: true }),
} as const

type Who = keyof typeof sessions
const others: readonly Who[] = ['manager', 'facilitator', 'admin', 'operator']
const members: readonly Who[] = ['team_member', ...others]
const newcomers: readonly Who[] = ['newcomer', 'operator without organization']
const signedIn: readonly Who[] = [...newcomers, ...members]
const everyone: readonly Who[] = ['visitor', ...signedIn]
const chat = 'chat/assistant'

const publicPages = [
  ...['features', 'security', 'integrations', 'contact', 'terms', 'privacy'],
  ...['about', 'quiz', 'call'],
]

/** Who sees what at which address; decisions 8, 9, 12, 56, 57, 63, 68 and 76 say the rest. */
const table: readonly (readonly [readonly Who[], string, string])[] = [
  [['visitor'], '/', 'marketing/landing'],
  ...publicPages.map((name) => [everyone, `/${name}`, `marketing/${name}`] as const),
  [newcomers, '/', 'team/get-started'],
  [['team_member'], '/', chat],
  [['team_member'], '/chat', chat],
  [['team_member'], '/documents', 'documents/library'],
  [['team_member'], '/analytics', chat],
  [['team_member'], '/team', chat],
  [['team_member'], '/users', chat],
  [others, '/', 'analytics/dashboard'],
  [others, '/analytics', 'analytics/analytics'],
  [others, '/documents', 'documents/library'],
  [others, '/chat', chat],
  [others, '/team', 'team/team'],
  [others, '/users', 'team/users'],
  [members, '/sessions', 'team/sessions'],
  // The screen itself says who may change them.
  [others, '/settings', 'team/settings'],
  [['team_member'], '/settings', chat],
  [['visitor'], '/settings', 'sign-in'],
  [newcomers, '/settings', 'redirect to /'],
  [signedIn, '/master-admin', 'master-admin/dashboard'],
  [['facilitator', 'admin'], '/audit', 'master-admin/audit'],
  [['manager'], '/audit', 'not-found'],
  [['team_member'], '/audit', chat],
  [everyone, '/join/ABC', 'team/join'],
  [everyone, '/upload-test', 'documents/upload-test'],
  [everyone, '/chat-simple', 'chat/simple'],
  [everyone, '/invitation/t', 'team/invitation'],
  [['visitor'], '/documents', 'documents/visitor'],
  [['visitor'], '/chat', 'chat/visitor'],
  [['visitor'], '/analytics', 'sign-in'],
  [['visitor'], '/team', 'sign-in'],
  [['visitor'], '/users', 'sign-in'],
  [['visitor'], '/sessions', 'sign-in'],
  [['visitor'], '/master-admin', 'sign-in'],
  [['visitor'], '/audit', 'sign-in'],
  [['newcomer'], '/documents', 'redirect to /'],
  [['newcomer'], '/chat', 'redirect to /'],
  [['newcomer'], '/team', 'redirect to /'],
  [['newcomer'], '/users', 'redirect to /'],
  [['newcomer'], '/analytics', 'redirect to /'],
  [['newcomer'], '/sessions', 'redirect to /'],
  [newcomers, '/audit', 'redirect to /'],
  [everyone, '/nothing', 'not-found'],
  [members, '/documents/1', 'documents/document'],
  // Of employees the screen itself shows all but the document's owner the 404 page (decision 57).
  [members, '/documents/1/versions', 'documents/versions'],
  [members, '/documents/1/versions/2/difference', 'documents/difference'],
  [members, '/approvals', 'documents/approvals'],
  [others, '/approvals/rules', 'documents/rules'],
  [['visitor'], '/approvals/rules', 'sign-in'],
  [newcomers, '/approvals/rules', 'redirect to /'],
  [['facilitator', 'admin', 'operator'], '/documents/deleted', 'documents/deleted'],
  [['manager'], '/documents/deleted', 'not-found'],
  [['team_member'], '/documents/deleted', chat],
  [['facilitator', 'admin', 'operator'], '/documents/ingestion', 'documents/ingestion'],
  [['manager'], '/documents/ingestion', 'not-found'],
  [['team_member'], '/documents/ingestion', chat],
  [['facilitator', 'admin', 'operator'], '/documents/contradictions', 'documents/contradictions'],
  [['manager'], '/documents/contradictions', 'not-found'],
  [['team_member'], '/documents/contradictions', chat],
  [['visitor'], '/documents/contradictions', 'sign-in'],
  [newcomers, '/documents/contradictions', 'redirect to /'],
  [['facilitator', 'admin', 'operator'], '/documents/synonyms', 'documents/synonyms'],
  [['manager'], '/documents/synonyms', 'not-found'],
  [['team_member'], '/documents/synonyms', chat],
  [['visitor'], '/documents/synonyms', 'sign-in'],
  [newcomers, '/documents/synonyms', 'redirect to /'],
  [['facilitator', 'admin', 'operator'], '/documents/1/versions/2/extracted', 'documents/extracted'],
  [['manager', 'team_member'], '/documents/1/versions/2/extracted', 'not-found'],
  [['visitor'], '/documents/1', 'sign-in'],
  [['visitor'], '/documents/1/versions', 'sign-in'],
  [['visitor'], '/documents/1/versions/2/difference', 'sign-in'],
  [['visitor'], '/approvals', 'sign-in'],
  [['visitor'], '/documents/deleted', 'sign-in'],
  [['visitor'], '/documents/ingestion', 'sign-in'],
  [['visitor'], '/documents/1/versions/2/extracted', 'sign-in'],
  [newcomers, '/documents/1', 'redirect to /'],
  [newcomers, '/documents/1/versions', 'redirect to /'],
  [newcomers, '/documents/1/versions/2/difference', 'redirect to /'],
  [newcomers, '/approvals', 'redirect to /'],
  [newcomers, '/documents/deleted', 'redirect to /'],
  [newcomers, '/documents/ingestion', 'redirect to /'],
  [newcomers, '/documents/1/versions/2/extracted', 'redirect to /'],
  [everyone, '/team/1', 'not-found'],
]

function shown(who: Who, path: string): string {
  const decision = resolveRoute(remotes, sessions[who], path)
  if (decision.kind === 'screen') return `${decision.chosen.remote.name}/${decision.chosen.route.screen}`
  return decision.kind === 'redirect' ? `redirect to ${decision.to}` : decision.kind
}

describe('product §2: the route table, with the real manifests', () => {
  for (const [people, path, expected] of table) {
    it.each(people)(`${path} shows ${expected} to: %s`, (who) => {
      expect(shown(who, path)).toBe(expected)
    })
  }

  it('no two remotes offer one address to the same people', () => {
    const offers = remotes.flatMap(({ name, routes }) =>
      routes.flatMap(({ path, when }) => when.map((audience) => ({ name, offer: `${path} ${audience}` }))),
    )
    const doubled = Object.entries(Object.groupBy(offers, ({ offer }) => offer)).filter(
      ([, same = []]) => same.length > 1,
    )
    expect(doubled).toEqual([])
  })

  it.each(everyone)('every link leads to a screen for: %s', (who) => {
    const session = sessions[who]
    const audiences = audiencesOf(session)
    const links = remotes
      .flatMap(({ navigation }) => navigation)
      .filter(({ permission }) => permission === undefined || session.permissions.includes(permission))
      .filter(({ topBar, sidebar, userMenu = [] }) =>
        [...topBar, ...sidebar, ...userMenu].some((audience) => audiences.includes(audience)),
      )
    expect(links.filter(({ to }) => resolveRoute(remotes, session, to).kind !== 'screen')).toEqual([])
  })
})
