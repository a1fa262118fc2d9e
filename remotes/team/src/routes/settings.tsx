import { organizationSettingsApi } from '@portal/contracts/organization-settings'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan, useSession } from '@portal/remote-kit/session'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { LogoCard } from '../features/pictures/logo-card.tsx'
import { ConfiguredElsewhere } from '../features/settings/configured-elsewhere.tsx'
import { FeaturesCard } from '../features/settings/features-card.tsx'
import { NameForm } from '../features/settings/name-form.tsx'
import { SettingsForm } from '../features/settings/settings-form.tsx'
import { AccessDenied } from '../features/team/access-denied.tsx'
import { TeamTabs } from '../features/team/team-tabs.tsx'

/** What the organization decides once: a tab of Team, with an address of its own. */
export function Screen() {
  const { organization } = useSession()
  const canChange = useCan(organizationSettingsApi.changeSettings)
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header>
        <h1 className="font-semibold text-20">Organization settings</h1>
        <p className="mt-1 text-13 text-secondary">
          What <bdi>{organization?.name}</bdi> decides once, for everything that has no setting of its own.
        </p>
      </header>
      {canChange ? (
        <Settings name={organization?.name} />
      ) : (
        <AccessDenied
          description="Admins see and change these settings. Team Management says who they are."
          way={{ to: '/team', children: 'See the team' }}
        />
      )}
    </div>
  )
}

function Settings({ name }: { readonly name: string | undefined }) {
  const settings = useRouteQuery(organizationSettingsApi.readSettings, {})
  return (
    <>
      <TeamTabs current="/settings" />
      {name !== undefined && <NameForm name={name} />}
      <LogoCard />
      {settings.isPending && (
        <SkeletonList label="Loading the settings" count={3} className="flex flex-col gap-6">
          <Skeleton className="h-40 w-full" />
        </SkeletonList>
      )}
      <ReadFailure title="The settings could not be loaded" query={settings} />
      {settings.data && <SettingsForm settings={settings.data} />}
      <FeaturesCard />
      <ConfiguredElsewhere />
    </>
  )
}
