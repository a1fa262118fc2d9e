import { assistantApi } from '@portal/contracts/answer-stream'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan } from '@portal/remote-kit/session'
import { Skeleton } from '@portal/ui/skeleton'
import { SkeletonList } from '@portal/ui/skeleton-list'
import { HeldSettings } from '../features/assistant/held-settings.tsx'
import { SettingsForm } from '../features/assistant/settings-form.tsx'
import { UseToday } from '../features/assistant/use-today.tsx'

/** Whether a model answers and what it may cost: admins decide, stewards see what was used. */
export function Screen() {
  const use = useRouteQuery(assistantApi.readAssistant, {})
  const mayChange = useCan(assistantApi.changeAssistant)
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header>
        <h1 className="font-semibold text-20">Assistant settings</h1>
        <p className="mt-1 max-w-measure text-13 text-secondary">
          {use.data?.hasModel === false
            ? 'This portal has no language model: the assistant quotes your documents. You can limit how much is asked.'
            : 'Whether a language model puts your documents into words, and how much it may be used.'}
        </p>
      </header>
      {use.isPending && (
        <SkeletonList label="Loading the settings" count={2} className="flex flex-col gap-6">
          <Skeleton className="h-40 w-full" />
        </SkeletonList>
      )}
      <ReadFailure title="The settings could not be loaded" query={use} />
      {use.data && <UseToday use={use.data} />}
      {use.data && !mayChange && <HeldSettings use={use.data} />}
      {use.data && mayChange && <SettingsForm use={use.data} />}
    </div>
  )
}
