import type { Approval, PendingApproval } from '@portal/contracts/approvals'
import type { DocumentVersion } from '@portal/contracts/versions'
import { fixedDocument } from './fixed-documents.ts'

/** The document that the versions below belong to. */
export const fixedPolicy = fixedDocument(1, { title: 'Remote Work Policy', customId: 'HR-7' })

const idOf = (n: number) => `0190b6c1-0000-7000-9000-${String(n).padStart(12, '0')}`

/** The n-th version of the policy, approved and once current by default. */
export function fixedVersion(n: number, changes: Partial<DocumentVersion> = {}): DocumentVersion {
  return {
    id: idOf(n),
    documentId: fixedPolicy.id,
    version: n,
    title: `Edition ${n}`,
    changes: `Clause ${n} was added.`,
    fileName: `policy-${n}.pdf`,
    fileType: 'application/pdf',
    sizeBytes: 1000,
    content: `Text of edition ${n}.`,
    contentHash: 'a'.repeat(64),
    status: 'approved',
    areChangesRequested: false,
    isActive: false,
    createdAt: '2026-01-14T10:20:00.000Z',
    createdBy: 'author',
    submittedAt: null,
    approvedAt: '2026-01-14T10:20:00.000Z',
    effectiveAt: null,
    activatedAt: null,
    supersededAt: null,
    ingestion: { state: 'ready', reason: null, passages: 3 },
    ...changes,
  }
}

/** An approval of the n-th version by this approver. */
export function fixedApproval(n: number, changes: Partial<Approval> = {}): Approval {
  return {
    id: `0190b6c1-0000-7000-a000-${String(n).padStart(12, '0')}`,
    versionId: idOf(n),
    approverUserId: 'person-1',
    delegateUserId: null,
    status: 'pending',
    comments: null,
    createdAt: '2026-01-15T10:20:00.000Z',
    round: 1,
    stage: 1,
    quorum: 1,
    dueAt: null,
    decidedAt: null,
    decidedBy: null,
    contentHash: 'a'.repeat(64),
    ...changes,
  }
}

/** The same as it awaits a decision, with its version. */
export function fixedPending(n: number, changes: Partial<PendingApproval> = {}): PendingApproval {
  const { id, documentId, version, title, createdBy, effectiveAt } = fixedVersion(n)
  const { customId, title: documentTitle } = fixedPolicy
  const of = { id, documentId, customId, documentTitle, version, title, createdBy, effectiveAt }
  return { ...fixedApproval(n), version: { ...of, changes: fixedVersion(n).changes }, ...changes }
}
