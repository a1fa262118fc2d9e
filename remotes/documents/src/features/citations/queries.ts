import { chatApi } from '@portal/contracts/chat'
import type { Document } from '@portal/contracts/documents'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan, useSession } from '@portal/remote-kit/session'

type Owned = Pick<Document, 'id' | 'ownerId'>

function useOwns({ ownerId }: Owned): boolean {
  const { person } = useSession()
  return person !== null && ownerId === person.id
}

/** Whether the person may know how a document is used: its owner, and managers. */
export function useReadsCitations(document: Owned): boolean {
  const owns = useOwns(document)
  return useCan('citation:read-any') || owns
}

/** Whether questions sent to the owner are theirs to see: its owner's, and the stewards'. */
export function useReadsSent(document: Owned): boolean {
  const owns = useOwns(document)
  return useCan('question:read-any-sent') || owns
}

export function useCitations({ id }: Pick<Owned, 'id'>, isEnabled: boolean) {
  return useRouteQuery(chatApi.readCitations, { params: { id } }, { isEnabled })
}

export function useDocumentQuestions({ id }: Pick<Owned, 'id'>) {
  return useRouteQuery(chatApi.listDocumentQuestions, { params: { id } })
}
