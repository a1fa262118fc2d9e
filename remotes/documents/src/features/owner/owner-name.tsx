import { useNameOf } from '../versions/queries.ts'

/** Who answers for a document. */
export function OwnerName({ ownerId }: { readonly ownerId: string | null }) {
  const nameOf = useNameOf()
  if (ownerId === null) return <span className="text-tertiary">No owner</span>
  return <bdi className="truncate">{nameOf(ownerId)}</bdi>
}
