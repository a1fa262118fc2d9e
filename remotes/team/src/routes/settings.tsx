import { organizationSettingsApi } from '@portal/contracts/organization-settings'
import { Link } from '@portal/remote-kit/link'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { SettingsForm } from '../features/settings/settings-form.tsx'

/** What the organization decides once for all its documents. */
export function Screen() {
  const settings = useRouteQuery(organizationSettingsApi.readSettings, {})
  return (
    <div className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header>
        <h1 className="font-semibold text-20">Organization settings</h1>
        <p className="mt-1 text-13 text-secondary">
          They hold for every document and approval that has no setting of its own. The assistant has{' '}
          <Link to="/assistant-settings" className="text-accent-text hover:underline">
            settings of its own
          </Link>
          .
        </p>
      </header>
      {settings.isPending && (
        <SkeletonList label="Loading the settings" count={3} className="flex flex-col gap-6">
          <Skeleton className="h-40 w-full" />
        </SkeletonList>
      )}
      <ReadFailure title="The settings could not be loaded" query={settings} />
      {settings.data && <SettingsForm key={JSON.stringify(settings.data)} settings={settings.data} />}
    </div>
  )
}
