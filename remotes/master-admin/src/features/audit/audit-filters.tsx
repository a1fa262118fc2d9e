import { AuditExportFormat } from '@portal/contracts/audit'
import { routeUrl } from '@portal/contracts/route'
import { SaveLink } from '@portal/remote-kit/save-link'
import { Button } from '@portal/ui/button'
import { SearchField } from '@portal/ui/search-field'
import { Select, type SelectOption } from '@portal/ui/select'
import { Download, RefreshCw, X } from 'lucide-react'
import { outcomeOptions } from './audit-row.tsx'
import { actionOptions } from './describe-action.ts'
import { type AuditFilter, actorNameIn, periods, type Trail } from './use-audit-filter.ts'

export interface AuditFiltersProps {
  readonly filter: AuditFilter
  readonly trail: Trail
  /** The path of the export, which has what is shown. */
  readonly exportPath: string
  /** Organizations to choose from, for those who see several. */
  readonly organizations?: readonly SelectOption[]
}

const formatNames: Readonly<Record<AuditExportFormat, string>> = { csv: 'CSV', jsonl: 'JSON lines' }

const narrow = 'w-40 max-lg:grow max-sm:basis-36'
const ownChoices = [
  {
    name: 'action',
    label: 'Action',
    placeholder: 'Every action',
    options: actionOptions,
    look: 'w-52 max-lg:grow max-sm:w-full',
  },
  { name: 'outcome', label: 'Outcome', placeholder: 'Every outcome', options: outcomeOptions, look: narrow },
  { name: 'period', label: 'Time', placeholder: 'Any time', options: periods, look: narrow },
] as const
const organizationChoice = {
  name: 'organization',
  label: 'Organization',
  placeholder: 'Every organization',
  look: 'w-52 max-lg:grow max-sm:w-full',
} as const

/** What to look for, and the trail as a file. */
export function AuditFilters({ filter, trail, exportPath, organizations }: AuditFiltersProps) {
  const choices = organizations
    ? [...ownChoices, { ...organizationChoice, options: organizations }]
    : ownChoices
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <SearchField
          className="w-full sm:w-auto sm:min-w-64 sm:flex-1"
          label="Search the audit trail"
          placeholder="Search by action or person"
          value={filter.text}
          onValueChange={filter.setText}
        />
        {choices.map(({ name, look, ...choice }) => (
          <Select
            key={name}
            {...choice}
            hideLabel
            className={look}
            value={filter[name]}
            onChange={(event) => filter.choose(name, event.target.value)}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {filter.actor !== '' && (
          <Button size="sm" onClick={() => filter.choose('actor', '')}>
            <bdi className="max-w-40 truncate">{actorNameIn(trail, filter) ?? filter.actor}</bdi>
            <X aria-hidden="true" className="size-3.5" />
            <span className="sr-only">Show what everybody did</span>
          </Button>
        )}
        <TrailActs filter={filter} trail={trail} exportPath={exportPath} />
      </div>
    </div>
  )
}

/** On a line of their own, above the list that they are about. */
function TrailActs({ filter, trail, exportPath }: Omit<AuditFiltersProps, 'organizations'>) {
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full sm:ml-auto max-sm:[&>*]:flex-1">
      <Button size="sm" busy={trail.isRefetching} onClick={() => void trail.refetch()}>
        {!trail.isRefetching && <RefreshCw aria-hidden="true" className="size-3.5" />}
        Refresh
      </Button>
      {AuditExportFormat.options.map((format) => (
        <SaveLink
          key={format}
          size="sm"
          icon={<Download aria-hidden="true" className="size-3.5" />}
          file={{
            address: routeUrl(
              { path: exportPath },
              {},
              { ...filter.query, format, organizationId: filter.organizationId },
            ),
            name: `audit.${format}`,
          }}
        >
          Export {formatNames[format]}
        </SaveLink>
      ))}
    </div>
  )
}
