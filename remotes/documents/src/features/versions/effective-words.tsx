import type { DocumentVersion } from '@portal/contracts/versions'
import { RelativeTime } from '@portal/ui/relative-time'
import type { ReactNode } from 'react'

/** When a version takes effect by itself; null if it does not, or has done so. */
export function effectiveWords({ status, activatedAt, effectiveAt }: DocumentVersion): ReactNode {
  if (effectiveAt === null || activatedAt !== null || status === 'rejected') return null
  if (Date.parse(effectiveAt) > Date.now()) return <RelativeTime at={effectiveAt} />
  // Its day has come before its approval, as a first version's has at once.
  return status === 'pending_approval' ? 'once approved' : null
}
