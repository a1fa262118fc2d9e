import { useState } from 'react'
import { DepartmentsCard } from '../features/departments/departments-card.tsx'
import { InviteMemberDialog } from '../features/inviting/invite-dialog.tsx'
import { OrganizationOverview } from '../features/team/organization-overview.tsx'
import { TeamMembers } from '../features/team/team-members.tsx'
import { TeamPageHead } from '../features/team/team-page-head.tsx'

/** Product §2, Team Management. */
export function Screen() {
  const [isInviting, setInviting] = useState(false)
  return (
    <div className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <TeamPageHead onInvite={() => setInviting(true)} />
      <OrganizationOverview />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TeamMembers />
        <DepartmentsCard />
      </div>
      {isInviting && <InviteMemberDialog onClose={() => setInviting(false)} />}
    </div>
  )
}
