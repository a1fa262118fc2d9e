import { teamApi } from '@portal/contracts/team'
import { useQueryClient } from '@tanstack/react-query'
import { currentUserPath } from '../account/current-user.ts'
import { isAlreadyMember } from '../account/is-already-member.ts'
import { useBecomingMember } from '../account/use-becoming-member.ts'

/** Joins by code. */
export function useJoinOrganization(code: string) {
  const queries = useQueryClient()
  const { mutate, isBusy } = useBecomingMember(teamApi.joinOrganization, {
    fallback: 'Failed to join organization',
    onRefused: (error) => {
      // Another tab was faster (decision 59): the page says so once it knows.
      if (isAlreadyMember(error)) void queries.invalidateQueries({ queryKey: [currentUserPath] })
    },
  })
  return { join: () => mutate({ params: { code } }), isBusy }
}
