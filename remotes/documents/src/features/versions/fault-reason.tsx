import type { Document } from '@portal/contracts/documents'
import { useWritesVersions } from './queries.ts'

type Faulty = Pick<Document, 'ingestion' | 'ownerId'>

/** Why a file could not be read; how to mend it is for those who can upload another. */
export function FaultReason({ document }: { readonly document: Faulty }) {
  const { state, reason } = document.ingestion
  const mayMend = useWritesVersions(document)
  // The first sentence says what is wrong, what follows what to do.
  const [fault] = reason?.split(/(?<=\.) /) ?? []
  return <span dir="auto">{state === 'failed' && !mayMend ? fault : reason}</span>
}
