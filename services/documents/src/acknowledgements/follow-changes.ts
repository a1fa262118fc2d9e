import { documentsEvents } from '@portal/contracts/documents'
import { teamEvents } from '@portal/contracts/team'
import { own } from '@portal/service-kit/database/own'
import { type ConsumerScope, on } from '@portal/service-kit/inbox/consumers'
import { asc, eq, isNull } from 'drizzle-orm'
import { documents, versions } from '../schema.ts'
import { campaigns } from './acknowledgement-schema.ts'
import { lockAudience, updateRequests } from './asked-people.ts'
import { documentOfCampaign, isRunning, lockCampaign, running, versionOfCampaign } from './campaign-access.ts'

/** Which campaigns an event concerns, and whom of their people; by default all. */
interface Concerned {
  readonly personId?: string
  readonly documentId?: string
}

/**
 * Keeps who is asked as the membership, the departments and the visibility are. Runs after the
 * projections of the same events. Documents are locked in the order of their ids.
 */
async function updateCampaigns(scope: ConsumerScope, { personId, documentId }: Concerned): Promise<void> {
  const { db, emit, enqueue, organizationId } = scope
  if (organizationId === null) return
  const step = { organizationId, db, emit, enqueue }
  await lockAudience(step)
  const ofDocument = documentId === undefined ? undefined : eq(campaigns.documentId, documentId)
  const rows = await db
    .select({ campaign: campaigns })
    .from(campaigns)
    .innerJoin(documents, documentOfCampaign)
    .innerJoin(versions, versionOfCampaign)
    .where(own(campaigns, step, running, isNull(documents.deletedAt), ofDocument))
    .orderBy(asc(campaigns.documentId))
  for (const { campaign } of rows) {
    const locked = await lockCampaign(step, campaign)
    if (isRunning(locked)) await updateRequests(step, locked, personId)
  }
}

/** Maintains who is asked. */
export const followChanges = [
  on(teamEvents.memberJoined, (scope, { data }) => updateCampaigns(scope, { personId: data.userId })),
  on(teamEvents.memberRoleChanged, (scope, { data }) => updateCampaigns(scope, { personId: data.userId })),
  on(teamEvents.memberDepartmentsChanged, (scope, { data }) =>
    updateCampaigns(scope, { personId: data.userId }),
  ),
  on(teamEvents.memberRemoved, (scope, { data }) => updateCampaigns(scope, { personId: data.userId })),
  on(teamEvents.departmentDeleted, (scope) => updateCampaigns(scope, {})),
  on(documentsEvents.documentChanged, (scope, { data: { documentId } }) =>
    updateCampaigns(scope, { documentId }),
  ),
  on(documentsEvents.documentRestored, (scope, { data: { documentId } }) =>
    updateCampaigns(scope, { documentId }),
  ),
]
