import { TimeUnit } from '@portal/contracts/analytics'
import { teamApi } from '@portal/contracts/team'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Select } from '@portal/ui/select'
import { type ChosenPeriod, periodLengths } from './use-period.ts'

const lengthWords: Readonly<Record<number, string>> = {
  7: 'Last 7 days',
  30: 'Last 30 days',
  90: 'Last 90 days',
  365: 'Last 365 days',
}
const unitWords: Readonly<Record<TimeUnit, string>> = { day: 'By day', week: 'By week', month: 'By month' }

/** Of which days, by which step, and whose questions. */
export function PeriodControls({ period }: { readonly period: ChosenPeriod }) {
  const departments = useRouteQuery(teamApi.listDepartments, { query: {} })
  const { days, unit, department, choose } = period
  const named = (departments.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  const isUnknown = department !== null && !named.some(({ value }) => value === String(department))
  const unknown = { value: String(department), label: `Department ${department}` }
  return (
    <fieldset className="contents">
      <legend className="sr-only">What is shown</legend>
      <Select
        label="Period"
        hideLabel
        className="w-36 max-lg:w-[calc(100%-8rem)]"
        options={periodLengths.map((length) => ({
          value: String(length),
          label: lengthWords[length] ?? String(length),
        }))}
        value={String(days)}
        onChange={({ target }) => choose('days', target.value)}
      />
      <Select
        label="Step"
        hideLabel
        className="w-30"
        options={TimeUnit.options.map((value) => ({ value, label: unitWords[value] }))}
        value={unit}
        onChange={({ target }) => choose('unit', target.value)}
      />
      <Select
        label="Department"
        hideLabel
        className="min-w-0 max-lg:flex-1 lg:w-44"
        placeholder="All departments"
        options={isUnknown ? [...named, unknown] : named}
        value={department === null ? '' : String(department)}
        onChange={({ target }) => choose('department', target.value)}
      />
    </fieldset>
  )
}
