import { type AnalyticsReport, analyticsApi } from '@portal/contracts/analytics'
import { routeUrl } from '@portal/contracts/route'
import { useSaveFile } from '@portal/remote-kit/save-file'
import { Button } from '@portal/ui/button'
import { DropdownMenu, DropdownMenuItem } from '@portal/ui/dropdown-menu'
import { Spinner } from '@portal/ui/spinner'
import { Download } from 'lucide-react'
import type { ChosenPeriod } from '../period/use-period.ts'

const reports: Readonly<Record<AnalyticsReport, string>> = {
  'time-series': 'Questions over time',
  insights: 'AI Performance Insights',
  departments: 'Department Activity',
  'trending-questions': 'Trending Questions',
  'unanswered-questions': 'Unanswered questions',
  recommendations: 'Usage Recommendations',
  coverage: 'Coverage of policies',
  activity: 'Recent activity',
}

/** Each report of the page as a CSV file, of the period and department that are shown. */
export function ExportMenu({ period }: { readonly period: ChosenPeriod }) {
  const query = { ...period.query, unit: period.unit }
  const { mutate, isPending } = useSaveFile()
  return (
    <DropdownMenu
      trigger={
        <Button aria-busy={isPending || undefined}>
          {isPending ? <Spinner /> : <Download aria-hidden="true" className="size-4" />}
          Export CSV
        </Button>
      }
    >
      {Object.entries(reports).map(([report, label]) => (
        <DropdownMenuItem
          key={report}
          onSelect={() =>
            mutate({
              address: routeUrl(analyticsApi.exportReport, { report }, query),
              name: `${report}.csv`,
            })
          }
        >
          {label}
        </DropdownMenuItem>
      ))}
    </DropdownMenu>
  )
}
