import { DeletedDocuments } from '../features/deleted/deleted-documents.tsx'
import { BesideLibrary } from '../features/library/beside-library.tsx'

/** For stewards: what was deleted in the last 30 days. */
export function Screen() {
  return (
    <BesideLibrary
      title="Recently deleted"
      lead="A deleted document can be restored for 30 days, as it was and with all its versions."
    >
      <DeletedDocuments />
    </BesideLibrary>
  )
}
