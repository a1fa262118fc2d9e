import { departmentsApi } from '@portal/contracts/departments'
import { fullName } from '@portal/contracts/full-name'
import { type Member, membersApi } from '@portal/contracts/members'
import { roleLabels } from '@portal/contracts/permissions'
import { useRouteQuery } from '@portal/remote-kit/route-query'

/** Everyone in the organization, who joined last first. */
export function useMembers(options: { readonly isEnabled?: boolean } = {}) {
  return useRouteQuery(membersApi.listMembers, { query: {} }, options)
}

export function useDepartments() {
  return useRouteQuery(departmentsApi.listDepartments, {})
}

/** A member's name, else e-mail address; null without either. */
export function memberName(member: Pick<Member, 'firstName' | 'lastName' | 'email'>): string | null {
  return fullName(member) ?? member.email
}

export function memberWords(member: Member): string {
  return `${fullName(member) ?? ''} ${member.email ?? ''} ${roleLabels[member.role]}`
}

/** When a list gets a search box; few rows at first keep the sections below within reach. */
export const listSize = { searchFrom: 10, rowsAtFirst: 20, rowsMore: 100 } as const
