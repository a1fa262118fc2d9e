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

/** A document with a version in each state; the one who acts is the approver of the pending one. */
export const newVersions: Make = async ({ services }, { organization: { members, label }, actor }) => {
  const approver = Object.values(members).find(({ personId }) => personId === actor.personId)
  const author = approver?.role === 'admin' ? members.facilitator : members.admin
  const steward = services.documents.as(author)
  const upload = () => ({
    file: new Blob([
      `The ${label} policy ${crypto.randomUUID()} says that records are kept for seven years.\n`,
    ]),
    fileName: `${label}.txt`,
  })
  const form = { title: label, changes: label }
  const { id } = await steward.call(documentsApi.uploadDocument, { form: { title: label }, ...upload() })
  const add = (further: { draft?: string; approverIds?: string }) =>
    steward.call(documentsApi.createVersion, { params: { id }, form: { ...form, ...further }, ...upload() })
  const draft = await add({ draft: 'true' })
  const pending = await add({ approverIds: (approver ?? members.facilitator).personId })
  const approved = await add({})
  const [approval] = await steward.call(documentsApi.listApprovals, { params: { versionId: pending.id } })
  return {
    documentId: id,
    draftVersionId: draft.id,
    pendingVersionId: pending.id,
    approvedVersionId: approved.id,
    approvalId: approval?.id ?? '',
  }
}

/** On the pending version, whose text must have been read; by its approver. */
export const newComment: Make = async (portal, whose) => {
  const made = await newVersions(portal, whose)
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
