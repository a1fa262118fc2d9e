import { RequestError } from '@portal/contracts/client'
import { roleLabels } from '@portal/contracts/permissions'
import { teamApi } from '@portal/contracts/team'
import { useParams } from '@portal/remote-kit/navigation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useSession } from '@portal/remote-kit/session'
import { isUnauthorized } from '@portal/remote-kit/unauthorized'
import { Button } from '@portal/ui/button'
import { counted } from '@portal/ui/counted'
import { useQueryClient } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import {
  currentUserPath,
  isAlreadyMember,
  useBecomingMember,
  useCurrentUser,
} from '../features/account/membership.ts'
import {
  AlreadyMember,
  InvalidLink,
  JoinCard,
  JoinFrame,
  JoinLoading,
  LogInFirst,
} from '../features/joining/join-card.tsx'

/** Product §2, `/join/{code}`. */
export function Screen() {
  const { person } = useSession()
  const { code } = useParams()
  return (
    <JoinFrame>
      {person === null ? <LogInFirst /> : code ? <JoinInvitation code={code} /> : <InvalidLink />}
    </JoinFrame>
  )
}

const joiningNote = `You join as ${roleLabels.team_member}. An admin can change your role.`

/** For someone logged in: what the code leads to, and the button that joins. */
function JoinInvitation({ code }: { readonly code: string }) {
  const queries = useQueryClient()
  const user = useCurrentUser()
  const organization = useRouteQuery(teamApi.organizationByCode, { params: { code } })
  const { mutate, isBusy } = useBecomingMember(teamApi.joinOrganization, {
    failure: 'Failed to join organization',
    onRefused: (error) => {
      // Another tab was faster (decision 59): the page says so once it knows.
      if (isAlreadyMember(error)) void queries.invalidateQueries({ queryKey: [currentUserPath] })
    },
  })

  if (organization.isError) {
    const { error, isFetching, refetch } = organization
    if (isUnauthorized(error)) return <LogInFirst />
    const isUnknown = error instanceof RequestError && error.status === 404
    return (
      <InvalidLink>
        {!isUnknown && (
          <Button size="lg" onClick={() => void refetch()} busy={isFetching}>
            Try again
          </Button>
        )}
      </InvalidLink>
    )
  }
  if (organization.isPending || user.isPending) return <JoinLoading />
  // After joining the person has an organization: the card stays until home is shown.
  if (user.data?.organizationId != null && !isBusy) return <AlreadyMember />
  const { name, memberCount } = organization.data
  return (
    <JoinCard
      icon={<Building2 />}
      title={<bdi>{name}</bdi>}
      text={counted(memberCount, 'member')}
      note={<p className="mb-4 text-pretty text-secondary">{joiningNote}</p>}
      act={{
        label: isBusy ? 'Joining...' : 'Join Organization',
        onClick: () => mutate({ params: { code } }),
        isBusy,
      }}
      home="Cancel"
      isHomeLocked={isBusy}
    />
  )
}
