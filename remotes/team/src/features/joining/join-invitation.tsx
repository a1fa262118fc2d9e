import { RequestError } from '@portal/contracts/client'
import { teamApi } from '@portal/contracts/team'
import { useNavigate } from '@portal/remote-kit/navigation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { isUnauthorized } from '@portal/remote-kit/unauthorized'
import { Button } from '@portal/ui/button'
import { useQueryClient } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { currentUserPath, useCurrentUser } from '../account/current-user.ts'
import { isAlreadyMember } from '../account/is-already-member.ts'
import { useBecomingMember } from '../account/use-becoming-member.ts'
import { JoinCard } from './join-card.tsx'
import { AlreadyMember, InvalidLink, JoinLoading, LogInFirst } from './join-notices.tsx'

/** For someone signed in: what the code leads to, and the button that joins. */
export function JoinInvitation({ code }: { code: string }) {
  const navigate = useNavigate()
  const user = useCurrentUser()
  const organization = useRouteQuery(teamApi.organizationByCode, { params: { code } })
  const { join, isBusy } = useJoinOrganization(code)

  if (organization.isError) {
    const { error, isFetching, refetch } = organization
    if (isUnauthorized(error)) return <LogInFirst />
    const isUnknown = error instanceof RequestError && error.status === 404
    return <InvalidLink isRetrying={isFetching} {...(isUnknown ? {} : { onRetry: refetch })} />
  }
  if (organization.isPending || user.isPending) return <JoinLoading />
  // After joining the person has an organization: the card stays until home is shown.
  if (user.data?.organizationId != null && !isBusy) return <AlreadyMember />
  const { name, memberCount } = organization.data
  return (
    <JoinCard
      icon={<Building2 />}
      title={<bdi>{name}</bdi>}
      text={memberCount === 1 ? '1 member' : `${memberCount} members`}
    >
      <Button variant="primary" size="lg" busy={isBusy} onClick={join}>
        {isBusy ? 'Joining...' : 'Join Organization'}
      </Button>
      <Button size="lg" disabled={isBusy} onClick={() => navigate('/')}>
        Cancel
      </Button>
    </JoinCard>
  )
}

function useJoinOrganization(code: string) {
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
