import { assistantApi } from '@portal/contracts/answer-stream'
import { chatApi } from '@portal/contracts/chat'
import { documentsApi } from '@portal/contracts/documents'
import { followRoute } from '@portal/contracts/event-stream'
import { teamApi } from '@portal/contracts/team'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { type Ids, newPersonOf, type Sample } from '@portal/testkit/route-samples'
import { vi } from 'vitest'
import {
  type IsolatedPortal,
  newDepartment,
  type Organization,
  register,
  theirDepartments,
} from './isolated-portal.ts'
import {
  newCitedAnswer,
  newGap,
  newGoldenQuestion,
  newGoldenRun,
  newVerifiedAnswer,
} from './learned-things.ts'
import { inTurnOfCodes, newMember, newPictured } from './member-things.ts'
import {
  type Make,
  newApproved,
  newComment,
  newDocument,
  newDraft,
  newPending,
  type Whose,
} from './version-things.ts'

/** Ids that do not exist. */
export const unknownIds: Ids = {
  organizationId: '987654321',
  userId: 'nobody',
  picturedId: 'nobody',
  newcomerId: 'nobody-new',
  code: 'NOSUCHCODE22',
  departmentNumber: '2147483647',
  documentId: uuidV7(),
  deletedDocumentId: uuidV7(),
  versionId: uuidV7(),
  draftVersionId: uuidV7(),
  pendingVersionId: uuidV7(),
  approvedVersionId: uuidV7(),
  approvalId: uuidV7(),
  approvalRuleId: uuidV7(),
  evidencePackId: uuidV7(),
  campaignId: uuidV7(),
  askedVersionId: uuidV7(),
  askedContentHash: '0'.repeat(64),
  commentId: uuidV7(),
  resolvedCommentId: uuidV7(),
  conversationId: uuidV7(),
  messageId: uuidV7(),
  streamId: uuidV7(),
  citedMessageId: uuidV7(),
  verifiedAnswerId: uuidV7(),
  gapId: uuidV7(),
  goldenQuestionId: uuidV7(),
  goldenRunId: uuidV7(),
  invitationId: uuidV7(),
  invitationToken: 'no-such-token',
  sessionId: uuidV7(),
}

/**
 * Consumable things: only those that the request names are created, because each costs requests.
 */
export async function freshThings(portal: IsolatedPortal, whose: Whose, sample: Sample): Promise<Ids> {
  const made = await Promise.all([...makersOf(sample)].map((make) => make(portal, whose)))
  return Object.assign({}, unknownIds, ...made)
}

const lasting = new WeakMap<Organization, Map<string, Map<Make, Promise<Partial<Ids>>>>>()

/**
 * Shared things for requests that leave them as they are, created once per organization and, where
 * it matters who acts, per actor.
 */
export async function lastingThings(
  portal: IsolatedPortal,
  whose: Whose,
  { sample, isActors }: { readonly sample: Sample; readonly isActors: boolean },
): Promise<Ids> {
  const byActor = lasting.get(whose.organization) ?? new Map<string, Map<Make, Promise<Partial<Ids>>>>()
  lasting.set(whose.organization, byActor)
  const actor = isActors ? whose.actor.personId : 'anyone'
  const known = byActor.get(actor) ?? new Map<Make, Promise<Partial<Ids>>>()
  byActor.set(actor, known)
  const made = [...makersOf(sample)].map(async (make) => {
    const things = known.get(make) ?? make(portal, whose)
    known.set(make, things)
    return things.catch((error: unknown) => {
      known.delete(make)
      throw error
    })
  })
  return Object.assign({}, unknownIds, ...(await Promise.all(made)))
}

function makersOf(sample: Sample): Set<Make> {
  const named = new Set<Make>()
  const listening = new Proxy(unknownIds, {
    get: (ids, key: keyof Ids) => {
      named.add(makers[key])
      return ids[key]
    },
  })
  sample.request(listening)
  for (const make of [...named]) for (const less of includedIn.get(make) ?? []) named.delete(less)
  return named
}

/** What makes a version makes its document, and what makes a comment its version. */
const includedIn = new Map<Make, readonly Make[]>([
  [newDraft, [newDocument]],
  [newPending, [newDocument]],
  [newApproved, [newDocument]],
  [newComment, [newDocument, newPending]],
])

const newcomer: Make = async ({ services }, { organization }) => {
  const operator = services.team.as({ personId: await register(services, 'operator'), isOperator: true })
  const body = newPersonOf({ organizationId: String(organization.id) })
  return { newcomerId: (await operator.call(teamApi.createPerson, { body })).id }
}

const newCode: Make = async ({ services }, { organization }) => {
  const team = services.team.as(organization.members.admin)
  const draw = () => team.call(teamApi.rotateJoinCode, {})
  return { code: (await inTurnOfCodes(organization, draw)).joinCode }
}

/** The foreign number is one that mine lacks. */
const department: Make = async ({ services, theirs }, { organization }) => {
  if (organization === theirs) return { departmentNumber: String(theirDepartments) }
  return { departmentNumber: String((await newDepartment(services, organization)).id) }
}

const newDeletedDocument: Make = async (portal, whose) => {
  const { documentId = '' } = await newDocument(portal, whose)
  const steward = portal.services.documents.as(whose.organization.members.admin)
  await steward.call(documentsApi.deleteDocument, { params: { id: documentId } })
  return { deletedDocumentId: documentId }
}

/** Of a department, so that other uploads of the organization need no approval. */
const newApprovalRule: Make = async ({ services }, { organization }) => {
  const { id: departmentId } = await newDepartment(services, organization)
  const stages = [{ approverIds: [], roles: ['admin' as const], quorum: 1, deadlineDays: null }]
  const steward = services.documents.as(organization.members.admin)
  const body = { departmentId, stages, mayAuthorDecide: true }
  // Not found until the documents service has heard of the department.
  const { id } = await vi.waitFor(() => steward.call(documentsApi.createApprovalRule, { body }), {
    timeout: 45_000,
    interval: 50,
  })
  return { approvalRuleId: id }
}

const newEvidencePack: Make = async (portal, whose) => {
  const { documentId = '' } = await newDocument(portal, whose)
  const steward = portal.services.documents.as(whose.organization.members.admin)
  const { id } = await steward.call(documentsApi.createEvidencePack, { body: { documentId } })
  return { evidencePackId: id }
}

/** Of everyone; the one who acts is among them, if a member. */
const newCampaign: Make = async (portal, whose) => {
  const { versionId = '' } = await newDocument(portal, whose)
  const steward = portal.services.documents.as(whose.organization.members.admin)
  const campaign = await steward.call(documentsApi.startCampaign, { body: { versionId } })
  const { id, contentHash } = campaign
  const isMember = whose.actor.organizationId === whose.organization.id
  await vi.waitFor(
    async () => {
      const people = await steward.call(documentsApi.listCampaignPeople, { params: { id }, query: {} })
      if (isMember && !people.some((person) => person.id === whose.actor.personId))
        throw new Error('Not asked yet.')
    },
    { timeout: 45_000, interval: 100 },
  )
  return { campaignId: id, askedVersionId: versionId, askedContentHash: contentHash }
}

const newConversation: Make = async ({ services }, { organization, actor }) => {
  const asker = actor.organizationId === organization.id ? actor : organization.members.admin
  const body = { question: `${organization.label} records` }
  const client = services.chat.as(asker, ['chat', 'documents'])
  const { conversation, assistantMessage } = await client.call(chatApi.ask, { body })
  return { conversationId: conversation.id, messageId: assistantMessage.id }
}

/** It goes on without a reader. */
const newStream: Make = async ({ services }, { organization, actor }) => {
  const asker = actor.organizationId === organization.id ? actor : organization.members.admin
  const input = { body: { question: `${organization.label} streams` } }
  const asked = { route: assistantApi.streamAnswer, input }
  for await (const { event, data } of followRoute(services.chat.as(asker, ['chat', 'documents']), asked))
    if (event === 'conversation') return { streamId: data.streamId }
  throw new Error('The answer has no stream.')
}

const newInvitation: Make = async ({ services }, { organization: { members, label } }) => {
  const { invitation, link } = await services.team.as(members.admin).call(teamApi.createInvitation, {
    body: { email: `${label}-${crypto.randomUUID()}@example.org` },
  })
  return { invitationId: invitation.id, invitationToken: link?.split('/').at(-1) ?? '' }
}

const newSession: Make = async ({ sessions }, { actor: { personId } }) => {
  const value = await sessions.begin({
    ...{ personId, issuer: 'https://portal.test', subject: personId, providerSession: null, issuedAt: null },
    ...{ refreshToken: null, idToken: null, userAgent: '', validFrom: null },
  })
  const session = await sessions.find(value)
  return { sessionId: session?.id ?? '' }
}

const makers: Readonly<Record<keyof Ids, Make>> = {
  organizationId: async (_, { organization }) => ({ organizationId: String(organization.id) }),
  userId: newMember,
  picturedId: newPictured,
  newcomerId: newcomer,
  code: newCode,
  departmentNumber: department,
  documentId: newDocument,
  deletedDocumentId: newDeletedDocument,
  versionId: newDocument,
  draftVersionId: newDraft,
  pendingVersionId: newPending,
  approvedVersionId: newApproved,
  approvalId: newPending,
  approvalRuleId: newApprovalRule,
  evidencePackId: newEvidencePack,
  campaignId: newCampaign,
  askedVersionId: newCampaign,
  askedContentHash: newCampaign,
  commentId: newComment,
  resolvedCommentId: newComment,
  conversationId: newConversation,
  messageId: newConversation,
  streamId: newStream,
  citedMessageId: newCitedAnswer,
  verifiedAnswerId: newVerifiedAnswer,
  gapId: newGap,
  goldenQuestionId: newGoldenQuestion,
  goldenRunId: newGoldenRun,
  invitationId: newInvitation,
  invitationToken: newInvitation,
  sessionId: newSession,
}
