import { documentsApi } from '@portal/contracts/documents'
import type { Actor } from '@portal/testkit/passports'
import type { Ids } from '@portal/testkit/route-samples'
import { vi } from 'vitest'
import type { IsolatedPortal, Organization } from './isolated-portal.ts'

/**
 * The owning organization, and the member who acts where it matters, as the asker of a
 * conversation.
 */
export interface Whose {
  readonly organization: Organization
  readonly actor: Actor
}

/** Creates things for a request. */
export type Make = (portal: IsolatedPortal, whose: Whose) => Promise<Partial<Ids>>

interface Draft {
  readonly draft?: string
  readonly approverIds?: string
}

/** A document with one more version, by an author other than the one who approves. */
async function versionOf(
  { services }: IsolatedPortal,
  { organization: { members, label }, actor }: Whose,
  draftFor: (approverId: string) => Draft,
) {
  const approver = Object.values(members).find(({ personId }) => personId === actor.personId)
  const author = approver?.role === 'admin' ? members.facilitator : members.admin
  const steward = services.documents.as(author)
  const upload = () => ({
    file: new Blob([
      `The ${label} policy ${crypto.randomUUID()} says that records are kept for seven years.\n`,
    ]),
    fileName: `${label}.txt`,
  })
  const { id } = await steward.call(documentsApi.uploadDocument, { form: { title: label }, ...upload() })
  const form = { title: label, changes: label, ...draftFor((approver ?? members.facilitator).personId) }
  const version = await steward.call(documentsApi.createVersion, { params: { id }, form, ...upload() })
  return { steward, documentId: id, versionId: version.id }
}

export const newDraft: Make = async (portal, whose) => {
  const { documentId, versionId } = await versionOf(portal, whose, () => ({ draft: 'true' }))
  return { documentId, draftVersionId: versionId }
}

/** The one who acts is its approver. */
export const newPending: Make = async (portal, whose) => {
  const made = await versionOf(portal, whose, (approverIds) => ({ approverIds }))
  const { steward, documentId, versionId } = made
  const [approval] = await steward.call(documentsApi.listApprovals, { params: { versionId } })
  return { documentId, pendingVersionId: versionId, approvalId: approval?.id ?? '' }
}

export const newApproved: Make = async (portal, whose) => {
  const { documentId, versionId } = await versionOf(portal, whose, () => ({}))
  return { documentId, approvedVersionId: versionId }
}

/** On the pending version, whose text must have been read; by its approver. */
export const newComment: Make = async (portal, whose) => {
  const made = await newPending(portal, whose)
  const { documentId: id = '', pendingVersionId: versionId = '' } = made
  const { members } = whose.organization
  const acting = Object.values(members).find(({ personId }) => personId === whose.actor.personId)
  const commenter = portal.services.documents.as(acting ?? members.facilitator)
  const params = { id, versionId }
  await vi.waitFor(() => commenter.call(documentsApi.readVersionText, { params }), {
    timeout: 45_000,
    interval: 100,
  })
  const body = { text: whose.organization.label, start: 0, end: 3, quote: 'The' }
  const { id: commentId } = await commenter.call(documentsApi.addComment, { params, body })
  const { id: resolvedCommentId } = await commenter.call(documentsApi.addComment, { params, body })
  await commenter.call(documentsApi.resolveComment, { params: { ...params, commentId: resolvedCommentId } })
  return { ...made, commentId, resolvedCommentId }
}

/** Extracted in the background; until then there is no text to show. */
export const newDocument: Make = async ({ services }, { organization: { members, label } }) => {
  const steward = services.documents.as(members.admin)
  const { id, currentVersion } = await steward.call(documentsApi.uploadDocument, {
    form: {
      title: `${label} ${crypto.randomUUID()}`,
      customId: `${label} ${crypto.randomUUID()}`,
    },
    file: new Blob([
      `The ${label} policy ${crypto.randomUUID()} says that records are kept for seven years.\n`,
    ]),
    fileName: `${label}.txt`,
  })
  const versionId = currentVersion?.id ?? ''
  await vi.waitFor(() => steward.call(documentsApi.readVersionText, { params: { id, versionId } }), {
    timeout: 45_000,
    interval: 100,
  })
  return { documentId: id, versionId }
}
