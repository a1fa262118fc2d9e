import type { ApprovalStatus } from '@portal/contracts/approvals'
import type { VersionState } from '@portal/contracts/versions'
import { Badge, type BadgeTone } from '@portal/ui/badge'

interface Word {
  readonly tone: BadgeTone
  readonly word: string
}

/** Where a version is in its life, in words. */
export function VersionStatusBadge({ version }: { readonly version: VersionState }) {
  const { tone, word } = wordFor(version)
  return <Badge tone={tone}>{word}</Badge>
}

function wordFor({ status, isActive, activatedAt, effectiveAt, ...version }: VersionState): Word {
  if (version.areChangesRequested) return approvals.changes_requested
  if (status === 'draft') return { tone: 'neutral', word: 'Draft' }
  if (status === 'pending_approval') return { tone: 'warning', word: 'Pending approval' }
  if (status === 'rejected') return { tone: 'danger', word: 'Rejected' }
  if (isActive || (activatedAt === null && effectiveAt === null)) return { tone: 'success', word: 'Approved' }
  return activatedAt === null ? { tone: 'info', word: 'Scheduled' } : { tone: 'outline', word: 'Superseded' }
}

const approvals: Readonly<Record<ApprovalStatus, Word>> = {
  waiting: { tone: 'neutral', word: 'Waiting for an earlier stage' },
  pending: { tone: 'warning', word: 'Pending' },
  approved: { tone: 'success', word: 'Approved' },
  rejected: { tone: 'danger', word: 'Rejected' },
  changes_requested: { tone: 'info', word: 'Changes requested' },
  not_needed: { tone: 'outline', word: 'No longer needed' },
}

/** What an approver was asked or has decided, in words. */
export function ApprovalStatusBadge({ status }: { readonly status: ApprovalStatus }) {
  const { tone, word } = approvals[status]
  return <Badge tone={tone}>{word}</Badge>
}
