import { dayIn } from '@portal/contracts/calendar-day'
import { type OrganizationSettings, organizationSettingsApi } from '@portal/contracts/organization-settings'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import type { UseQueryResult } from '@tanstack/react-query'

/** Until the settings are read `day` and `timeZone` are undefined, after a failure for good. */
interface Today {
  readonly day: string | undefined
  readonly timeZone: string | undefined
  readonly isLoading: boolean
  /** The read that they wait for. */
  readonly query: UseQueryResult<OrganizationSettings>
}

/** The day that it is in the organization's time zone (IANA), in which the server judges days. */
export function useToday(): Today {
  const query = useRouteQuery(organizationSettingsApi.readSettings, {})
  const timeZone = query.data?.timeZone
  return { day: timeZone && dayIn(timeZone), timeZone, isLoading: query.isPending, query }
}
