import { documentsEvents } from '@portal/contracts/documents'
import { teamEvents } from '@portal/contracts/team'
import { own } from '@portal/service-kit/database/own'
import { type ConsumerScope, on } from '@portal/service-kit/inbox/consumers'
import { job } from '@portal/service-kit/jobs/job'
import { asc, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Step } from '../lifecycle/lock-document.ts'
import type { DocumentsPorts } from '../ports.ts'
import { documents, versions } from '../schema.ts'
import { campaigns } from './acknowledgement-schema.ts'
import { lockAudience, updateRequests } from './asked-people.ts'
import { documentOfCampaign, isRunning, lockCampaign, running, versionOfCampaign } from './campaign-access.ts'
import { countCampaign } from './count-campaign.ts'

/** Which campaigns an event concerns, and whom of their people; by default all. */
const Concerned = z.object({ personId: z.string().optional(), documentId: z.uuid().optional() })
type Concerned = z.infer<typeof Concerned>

/** Events of all organizations wait for one another, so handling one must not take long. */
const handledAtOnce = 20

/**
 * Keeps who is asked as the membership, the departments and the visibility are. Runs after the
 * projections of the same events. Documents are locked in the order of their ids.
 */
async function updateCampaigns(scope: ConsumerScope, concerned: Concerned): Promise<void> {
  const { db, emit, enqueue, organizationId } = scope
  if (organizationId === null) return
  const step = { organizationId, db, emit, enqueue }
  await lockAudience(step)
  const found = await runningCampaigns(step, concerned)
  if (found.length > handledAtOnce) {
    const subject = concerned.personId ?? concerned.documentId ?? 'everybody'
    return enqueue(updateAsked, { subject, payload: concerned })
  }
  for (const campaign of found) await updateCampaign(step, campaign, concerned)
}

/** The same of an organization with many campaigns, each in a transaction of its own. */
export const updateAsked = job<typeof Concerned, DocumentsPorts>('update-asked-people', {
  payload: Concerned,
  maxAttempts: 20,
  leaseMs: 60_000,
  concurrency: 2,
  perOrganization: 1,
  run: async ({ organizationId, payload, tx, signal, progress }) => {
    const found = await tx((db) => runningCampaigns({ organizationId, db }, payload))
    for (const [at, campaign] of found.entries()) {
      signal.throwIfAborted()
      await tx(async (db, emit, enqueue) => {
        const step = { organizationId, db, emit, enqueue }
        await lockAudience(step)
        const [present] = await runningCampaigns(step, { documentId: campaign.documentId })
        if (present?.id === campaign.id) await updateCampaign(step, campaign, payload)
      })
      progress((at + 1) / found.length)
    }
  },
})

type Found = Awaited<ReturnType<typeof runningCampaigns>>[number]

function runningCampaigns(step: Pick<Step, 'db' | 'organizationId'>, { documentId }: Concerned) {
  const { id, documentId: of, versionId } = campaigns
  const ofDocument = documentId === undefined ? undefined : eq(of, documentId)
  return step.db
    .select({ id, documentId: of, versionId })
    .from(campaigns)
    .innerJoin(documents, documentOfCampaign)
    .innerJoin(versions, versionOfCampaign)
    .where(own(campaigns, step, running, isNull(documents.deletedAt), ofDocument))
    .orderBy(asc(of))
}

async function updateCampaign(step: Step, campaign: Found, { personId }: Concerned): Promise<void> {
  const locked = await lockCampaign(step, campaign)
  if (!isRunning(locked)) return
  await updateRequests(step, locked, personId)
  await step.enqueue(countCampaign, { subject: campaign.id, payload: { campaignId: campaign.id } })
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
