import type { gatewayEvents } from './gateway.ts'
import type { teamEvents } from './team.ts'

/**
 * What an event makes stale in the gateway's memory: the facts about the person in `userId`, about
 * everyone of the organization, or the session that is the event's subject.
 */
export type CacheDrop = 'person' | 'organization' | 'session'

type TypeOf<Events extends Readonly<Record<string, { readonly type: string }>>> = Events[keyof Events]['type']

/** Every event of team and gateway, so that a new one does not compile until it is decided here. */
const drops: Readonly<Record<TypeOf<typeof teamEvents> | TypeOf<typeof gatewayEvents>, CacheDrop | null>> = {
  'organization.created': 'organization',
  'organization.renamed': 'organization',
  'organization.logo-changed': 'organization',
  'organization.features-changed': 'organization',
  'organization.join-code-changed': null,
  'organization.settings-changed': null,
  'organization.disabled': 'organization',
  'department.created': null,
  'department.deleted': 'organization',
  'member.joined': 'person',
  'member.role-changed': 'person',
  'member.departments-changed': 'person',
  'member.removed': 'person',
  'person.changed': 'person',
  'person.access-renewed': null,
  'invitation.created': null,
  'invitation.resent': null,
  'invitation.revoked': null,
  'invitation.undeliverable': null,
  'invitation.accepted': 'person',
  'session.started': null,
  'session.ended': 'session',
  'token.minted': null,
  'token.revoked': null,
  'remote.changed': null,
}

const byType: ReadonlyMap<string, CacheDrop | null> = new Map(Object.entries(drops))

/** What an event of this type makes stale; null for nothing, as for events of other services. */
export function cacheDrop(type: string): CacheDrop | null {
  return byType.get(type) ?? null
}
