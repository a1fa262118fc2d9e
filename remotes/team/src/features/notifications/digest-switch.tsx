import { type NotificationSettings, notificationsApi } from '@portal/contracts/notifications'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Card } from '@portal/ui/card'
import { CheckboxField } from '@portal/ui/checkbox-field'
import { Skeleton, Unsettled } from '@portal/ui/skeleton'

/** Whether the person gets the daily mail, when, and why not. */
export function DigestSwitch() {
  const settings = useRouteQuery(notificationsApi.readNotificationSettings, {})
  return (
    <Card title="Daily mail">
      <div className="flex flex-col gap-2 px-2 py-3">
        {settings.isPending && (
          <div role="status" aria-label="Loading your settings">
            <Skeleton className="h-8 w-72 max-w-full" />
            <Unsettled />
          </div>
        )}
        <ReadFailure title="Your settings could not be loaded" query={settings} />
        {settings.data && <Choice settings={settings.data} />}
      </div>
    </Card>
  )
}

function Choice({ settings }: { readonly settings: NotificationSettings }) {
  const { hasDigest, hour, timeZone, problem } = settings
  const changing = useReportedMutation(notificationsApi.changeNotificationSettings, {
    refreshes: [notificationsApi.readNotificationSettings.path],
    failure: 'Failed to change the daily mail',
  })
  const chosen = changing.isPending ? changing.variables.body.hasDigest : hasDigest
  return (
    <>
      <CheckboxField
        label="Send me a mail with what is new and unread"
        checked={chosen}
        onCheckedChange={(next) => !changing.isPending && changing.mutate({ body: { hasDigest: next } })}
      />
      <p className="px-2 text-13 text-secondary">
        {problem ??
          `Once a day at most, from ${String(hour ?? 0).padStart(2, '0')}:00 (${timeZone}) on. It names documents, never their text.`}
      </p>
    </>
  )
}
