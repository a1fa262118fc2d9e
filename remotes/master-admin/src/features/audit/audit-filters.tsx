import { AuditExportFormat } from '@portal/contracts/audit'
import { routeUrl } from '@portal/contracts/route'
import { Button } from '@portal/ui/button'
import { SearchField } from '@portal/ui/search-field'
import { Select, type SelectOption } from '@portal/ui/select'
import { Download } from 'lucide-react'
import { outcomeOptions } from './outcome-badge.tsx'
import { type AuditFilter, periods } from './use-audit-filter.ts'

export interface AuditFiltersProps {
  readonly filter: AuditFilter
  /** The path of the export of the whole trail. */
  readonly exportPath: string
  /** Organizations to choose from, for those who see several. */
  readonly organizations?: readonly SelectOption[]
}

const formatNames: Readonly<Record<AuditExportFormat, string>> = { csv: 'CSV', jsonl: 'JSON lines' }

/** What to look for, and the trail as a file. */
export function AuditFilters({ filter, exportPath, organizations }: AuditFiltersProps) {
  const { organizationId } = filter
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SearchField
        className="w-full sm:w-64"
        label="Search the audit trail"
        placeholder="Search by action or person"
        value={filter.text}
        onValueChange={filter.setText}
      />
      <Select
        label="Outcome"
        hideLabel
        className="w-40 max-sm:flex-1"
        placeholder="Every outcome"
        options={outcomeOptions}
        value={filter.outcome}
        onChange={(event) => filter.choose('outcome', event.target.value)}
      />
      <Select
        label="Time"
        hideLabel
        className="w-40 max-sm:flex-1"
        placeholder="Any time"
        options={periods}
        value={filter.period}
        onChange={(event) => filter.choose('period', event.target.value)}
      />
      {organizations && (
        <Select
          label="Organization"
          hideLabel
          className="w-52 max-sm:w-full"
          placeholder="Every organization"
          options={organizations}
          value={organizationId === undefined ? '' : String(organizationId)}
          onChange={(event) => filter.choose('organization', event.target.value)}
        />
      )}
      <div className="flex gap-2 max-sm:w-full sm:ml-auto max-sm:[&>*]:flex-1">
        {AuditExportFormat.options.map((format) => (
          <Button key={format} asChild>
            <a href={routeUrl({ path: exportPath }, {}, { format, organizationId })} download>
              <Download className="size-4" />
              Export {formatNames[format]}
            </a>
          </Button>
        ))}
      </div>
    </div>
  )
}
