import { DeletedDocuments } from '../features/deleted/deleted-documents.tsx'
import { BesideLibrary } from '../features/library/beside-library.tsx'

/** For stewards: what was deleted in the last 30 days. */
export function Screen() {
  return (
    <BesideLibrary
      title="Recently deleted"
      lead="A deleted document comes back as it was, with its versions, for 30 days."
    >
      <DeletedDocuments />
    </BesideLibrary>
  )
}
