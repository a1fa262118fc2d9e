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

const narrow = 'w-40 max-sm:flex-1 max-sm:basis-36'
const ownChoices = [
  {
    name: 'action',
    label: 'Action',
    placeholder: 'Every action',
    options: actionOptions,
    look: 'w-52 max-sm:w-full',
  },
  { name: 'outcome', label: 'Outcome', placeholder: 'Every outcome', options: outcomeOptions, look: narrow },
  { name: 'period', label: 'Time', placeholder: 'Any time', options: periods, look: narrow },
] as const
const organizationChoice = {
  name: 'organization',
  label: 'Organization',
  placeholder: 'Every organization',
  look: 'w-52 max-sm:w-full',
} as const

/** What to look for, and the trail as a file. */
export function AuditFilters({ filter, trail, exportPath, organizations }: AuditFiltersProps) {
  const choices = organizations
    ? [...ownChoices, { ...organizationChoice, options: organizations }]
    : ownChoices
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SearchField
        className="w-full sm:w-64"
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
      {filter.actor !== '' && (
        <Button onClick={() => filter.choose('actor', '')}>
          <bdi className="max-w-40 truncate">{actorNameIn(trail, filter) ?? filter.actor}</bdi>
          <X className="size-4" />
          <span className="sr-only">Show the acts of everybody</span>
        </Button>
      )}
      <div className="flex flex-wrap gap-2 max-sm:w-full sm:ml-auto max-sm:[&>*]:flex-1">
        <Button busy={trail.isRefetching} onClick={() => void trail.refetch()}>
          {!trail.isRefetching && <RefreshCw aria-hidden="true" className="size-4" />}
          Refresh
        </Button>
        {AuditExportFormat.options.map((format) => (
          <SaveLink
            key={format}
            icon={<Download aria-hidden="true" className="size-4" />}
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
    </div>
  )
}
