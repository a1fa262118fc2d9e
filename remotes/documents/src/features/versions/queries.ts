import { type Document, documentsApi } from '@portal/contracts/documents'
import type { MemberName } from '@portal/contracts/members'
import { teamApi } from '@portal/contracts/team'
import { isAwaited, useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan, useSession } from '@portal/remote-kit/session'
import type { AvatarPerson } from '@portal/ui/avatar'

export function useVersions(documentId: string) {
  return useRouteQuery(documentsApi.listVersions, { params: { id: documentId } })
}

/** What a version changed; without naming another one, since the current one. */
export function differencePath({ documentId, id }: { readonly documentId: string; readonly id: string }) {
  return `/documents/${documentId}/versions/${id}/difference`
}

/** The page on which a version's own text is read. */
export function textPath({ documentId, id }: { readonly documentId: string; readonly id: string }) {
  return `/documents/${documentId}?version=${id}`
}

export function useApprovals(versionId: string) {
  return useRouteQuery(documentsApi.listApprovals, { params: { versionId } })
}

export function usePendingApprovals(isEnabled = true) {
  return useRouteQuery(documentsApi.listPendingApprovals, {}, { isEnabled })
}

/** What an act on a version changes on the screens. */
export const refreshedReads = ['/api/documents', '/api/approvals']

interface MemberIndex {
  readonly byName: readonly MemberName[]
  readonly byId: ReadonlyMap<string, MemberName>
}

const collator = new Intl.Collator()
const indexes = new WeakMap<readonly MemberName[], MemberIndex>()
const noMembers: readonly MemberName[] = []

/** Made once per response: every row of the library asks for a name. */
function useMemberIndex(): MemberIndex {
  const { data = noMembers } = useRouteQuery(teamApi.listMemberNames, { query: {} })
  const known = indexes.get(data)
  if (known) return known
  const index = {
    byName: data.toSorted((a, b) => collator.compare(a.name, b.name)),
    byId: new Map(data.map((member) => [member.id, member])),
  }
  indexes.set(data, index)
  return index
}

/** The members by name; none while the list has not come. */
export function useMembers(): readonly MemberName[] {
  return useMemberIndex().byName
}

/** A person's name; of someone who left, that it is a member's. */
export function useNameOf(): (personId: string) => string {
  const { byId } = useMemberIndex()
  return (personId) => byId.get(personId)?.name ?? 'A member'
}

/** Whether the members' names are still to come. */
export function useAwaitsNames(): boolean {
  return isAwaited(useRouteQuery(teamApi.listMemberNames, { query: {} }))
}

/** How a member is drawn beside their name. */
export function useAvatarOf(): (personId: string) => AvatarPerson {
  const { byId } = useMemberIndex()
  return (personId) => {
    const member = byId.get(personId)
    return { firstName: member?.name ?? 'A member', profileImageUrl: member?.profileImageUrl }
  }
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
