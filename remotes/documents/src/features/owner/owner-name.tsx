import { Skeleton } from '@portal/ui/skeleton'
import { useAwaitsNames, useNameOf } from '../versions/queries.ts'

/** Who answers for a document. */
export function OwnerName({ ownerId }: { readonly ownerId: string | null }) {
  const nameOf = useNameOf()
  const awaitsNames = useAwaitsNames()
  if (ownerId === null) return <span className="text-tertiary">No owner</span>
  if (awaitsNames) return <Skeleton className="w-24" />
  return <bdi className="truncate">{nameOf(ownerId)}</bdi>
}
