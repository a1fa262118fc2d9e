import { documentsEvents } from '@portal/contracts/documents'
import { campaigns, documents } from '../facts/facts-schema.ts'
import { announce } from '../figures/announce.ts'
import { type OrganizationScope, project } from './project.ts'

type Facts = Partial<Omit<typeof documents.$inferInsert, 'organizationId' | 'id'>>

/** What is undefined stays. */
function keepDocument({ db, organizationId }: OrganizationScope, id: string, facts: Given<Facts>) {
  const set = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
  const insert = db.insert(documents).values({ ...set, organizationId, id })
  return Object.keys(set).length === 0
    ? insert.onConflictDoNothing()
    : insert.onConflictDoUpdate({ target: [documents.organizationId, documents.id], set })
}

/** As optional fields of an event are typed. */
type Given<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

/** Projects documents: their titles, whom they are visible to, and when they are reviewed. */
export const followDocuments = [
  project(documentsEvents.documentUploaded, (scope, { data: { documentId, versionId: _, ...facts } }) =>
    keepDocument(scope, documentId, { ...facts, isDeleted: false }),
  ),
  project(documentsEvents.documentChanged, (scope, { data }) => {
    const { documentId, effectiveOn: _, reviewCycleMonths: __, ...facts } = data
    return keepDocument(scope, documentId, facts)
  }),
  project(documentsEvents.documentRestored, (scope, { data: { documentId, ...facts } }) =>
    keepDocument(scope, documentId, { ...facts, isDeleted: false }),
  ),
  project(documentsEvents.documentDeleted, (scope, { data: { documentId } }) =>
    keepDocument(scope, documentId, { isDeleted: true }),
  ),
  project(documentsEvents.documentRecertified, (scope, { data: { documentId, nextReviewOn } }) =>
    keepDocument(scope, documentId, { nextReviewOn }),
  ),
  project(documentsEvents.versionActivated, (scope, { data }) => {
    const { documentId, versionId: currentVersionId, ownerId, nextReviewOn } = data
    return keepDocument(scope, documentId, { currentVersionId, ownerId, nextReviewOn })
  }),
]

/** Projects how far the campaigns are that ask people to read. */
export const followCampaigns = [
  project(documentsEvents.campaignCounted, async ({ db, emit, organizationId }, { data }) => {
    const { campaignId: id, ...facts } = data
    await db
      .insert(campaigns)
      .values({ organizationId, id, ...facts })
      .onConflictDoUpdate({ target: [campaigns.organizationId, campaigns.id], set: facts })
    await announce(emit, organizationId)
  }),
]
