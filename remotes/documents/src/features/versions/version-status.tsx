import type { ApprovalStatus } from '@portal/contracts/approvals'
import { type VersionWord, versionWord } from '@portal/contracts/version-words'
import type { VersionState } from '@portal/contracts/versions'
import { Badge, type BadgeTone } from '@portal/ui/badge'

interface Word {
  readonly tone: BadgeTone
  readonly word: string
}

/** Where a version is in its life, in words. */
export function VersionStatusBadge({ version }: { readonly version: VersionState }) {
  const word = versionWord(version)
  return <Badge tone={tones[word]}>{word}</Badge>
}

const tones: Readonly<Record<VersionWord, BadgeTone>> = {
  Draft: 'neutral',
  'Changes requested': 'info',
  'Pending approval': 'warning',
  Rejected: 'danger',
  Approved: 'success',
  Scheduled: 'info',
  Superseded: 'outline',
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
