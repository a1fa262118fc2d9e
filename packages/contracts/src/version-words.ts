import type { VersionState } from './versions.ts'

export type VersionWord =
  | 'Draft'
  | 'Changes requested'
  | 'Pending approval'
  | 'Rejected'
  | 'Approved'
  | 'Scheduled'
  | 'Superseded'

/** Where a version is in its life, as people read it on screens, in packs and in saved files. */
export function versionWord(state: VersionState): VersionWord {
  const { status, areChangesRequested, isActive, activatedAt, effectiveAt } = state
  if (areChangesRequested) return 'Changes requested'
  if (status === 'draft') return 'Draft'
  if (status === 'pending_approval') return 'Pending approval'
  if (status === 'rejected') return 'Rejected'
  if (isActive || (activatedAt === null && effectiveAt === null)) return 'Approved'
  return activatedAt === null ? 'Scheduled' : 'Superseded'
}
