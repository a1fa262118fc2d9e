import { documentsApi } from '@portal/contracts/documents'
import { fullName } from '@portal/contracts/full-name'
import { teamApi } from '@portal/contracts/team'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'

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

export interface KnownMember {
  readonly id: string
  readonly name: string
}

/** The members, for those who may list them; else none. */
export function useMembers(): readonly KnownMember[] {
  const isEnabled = useCan(teamApi.listMembers)
  const { data = [] } = useRouteQuery(teamApi.listMembers, { query: {} }, { isEnabled })
  return data.map((member) => ({ id: member.id, name: fullName(member) ?? member.email ?? member.id }))
}

/** A person's name, as far as one may know it. */
export function useNameOf(): (personId: string) => string {
  const members = useMembers()
  return (personId) => members.find(({ id }) => id === personId)?.name ?? 'A member'
}
