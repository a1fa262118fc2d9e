import { type Document, documentsApi } from '@portal/contracts/documents'
import type { MemberName } from '@portal/contracts/members'
import { teamApi } from '@portal/contracts/team'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan, useSession } from '@portal/remote-kit/session'
import { useMemo } from 'react'

export function useVersions(documentId: string) {
  return useRouteQuery(documentsApi.listVersions, { params: { id: documentId } })
}

/** What a version changed; without naming another one, since the current one. */
export function differencePath({ documentId, id }: { readonly documentId: string; readonly id: string }) {
  return `/documents/${documentId}/versions/${id}/difference`
}

export function useApprovals(versionId: string) {
  return useRouteQuery(documentsApi.listApprovals, { params: { versionId } })
}

export function usePendingApprovals() {
  return useRouteQuery(documentsApi.listPendingApprovals, {})
}

/** What an act on a version changes on the screens. */
export const refreshedReads = ['/api/documents', '/api/approvals']

/** The members by name; none while the list has not come. */
export function useMembers(): readonly MemberName[] {
  const { data } = useRouteQuery(teamApi.listMemberNames, { query: {} })
  return useMemo(() => (data ?? []).toSorted((a, b) => a.name.localeCompare(b.name)), [data])
}

/** A person's name; of someone who left, that it is a member's. */
export function useNameOf(): (personId: string) => string {
  const members = useMembers()
  return (personId) => members.find(({ id }) => id === personId)?.name ?? 'A member'
}

type Owned = Pick<Document, 'ownerId'>

function useIsOwner({ ownerId }: Owned): boolean {
  const { person } = useSession()
  return person !== null && ownerId === person.id
}

/** Whether a document's versions page is open: not to employees, except its owner (decision 57). */
export function useSeesVersions(document: Owned): boolean {
  const isOwner = useIsOwner(document)
  return useCan('version:read-any') || isOwner
}

/** Whether the person may write versions of a document: stewards, and its owner (decision 75). */
export function useWritesVersions(document: Owned): boolean {
  const isOwner = useIsOwner(document)
  return useCan('version:manage') || isOwner
}
