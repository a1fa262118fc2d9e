import { dayIn } from '@portal/contracts/calendar-day'
import { organizationSettingsApi } from '@portal/contracts/organization-settings'
import { useRouteQuery } from '@portal/remote-kit/route-query'

/** `day`: undefined as long as it is not known, which after a failure is for good. */
interface Today {
  readonly day: string | undefined
  readonly isLoading: boolean
}

/** The day that it is in the organization's time zone, in which the server judges days. */
export function useToday(): Today {
  const { data, isPending } = useRouteQuery(organizationSettingsApi.readSettings, {})
  return { day: data && dayIn(data.timeZone), isLoading: isPending }
}
