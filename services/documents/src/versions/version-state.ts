import { versionWord } from '@portal/contracts/version-words'
import type { VersionState } from '@portal/contracts/versions'
import { own } from '@portal/service-kit/database/own'
import { eq, type SQL, sql } from 'drizzle-orm'
import { approvals, versions } from '../schema.ts'

/** Whether `versions` are drafts of whose last round an approver requested changes, as a column. */
export function areChangesRequested(): SQL<boolean> {
  const requested = own(
    approvals,
    versions,
    eq(approvals.versionId, versions.id),
    eq(approvals.round, versions.round),
    eq(approvals.status, 'changes_requested'),
  )
  return sql<boolean>`(${eq(versions.status, 'draft')} and exists (select from ${approvals} where ${requested}))`
}

/** A version with what its row alone does not say. */
export interface StateOf {
  readonly version: typeof versions.$inferSelect
  readonly isActive: boolean
  readonly areChangesRequested: boolean
}

/** Where a version is in its life, as sent to clients. */
export function versionState({ version, ...state }: StateOf): VersionState {
  return {
    status: version.status,
    areChangesRequested: state.areChangesRequested,
    isActive: state.isActive,
    effectiveAt: version.effectiveAt?.toISOString() ?? null,
    activatedAt: version.activatedAt?.toISOString() ?? null,
  }
}

/** The same in words, for files that people keep. */
export function stateInWords(of: StateOf): string {
  return of.isActive ? 'Current' : versionWord(versionState(of))
}
