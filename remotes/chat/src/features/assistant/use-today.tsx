import type { AssistantUse } from '@portal/contracts/assistant-settings'
import { Badge } from '@portal/ui/badge'
import { Card } from '@portal/ui/card'
import { EmptyState } from '@portal/ui/empty-state'
import { ProgressBar } from '@portal/ui/progress-bar'
import { Table, TableCell, TableRow } from '@portal/ui/table'
import { ChartBar } from 'lucide-react'
import { useNames } from '../names/use-names.ts'
import { budgetsOf, shareOf } from './use-words.ts'

const columns = [
  { label: 'Person' },
  { label: 'Tokens', className: 'w-40' },
  { label: 'Of the budget', className: 'w-56' },
]

/** What questions and answers have used since midnight (UTC), in all and by the heaviest users. */
export function UseToday({ use }: { readonly use: AssistantUse }) {
  const { personName } = useNames()
  const { usedToday, people } = use
  const { person, organization } = budgetsOf(use)
  return (
    <Card title="Use today" aside={<span className="text-13 text-tertiary">since midnight UTC</span>}>
      <div className="border-subtle border-b p-4">
        <p className="mb-2 flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <span className="font-semibold text-20 tabular-nums">{usedToday.toLocaleString('en')}</span>
          <span className="text-13 text-secondary">{ofBudget(organization)}</span>
          {organization !== null && usedToday >= organization && <Badge tone="warning">Used up</Badge>}
        </p>
        {organization !== null && (
          <ProgressBar label="Of the organization's budget" value={shareOf(usedToday, organization)} />
        )}
      </div>
      {people.length === 0 ? (
        <EmptyState
          icon={<ChartBar />}
          title="Nobody has asked today"
          description="People who ask are listed here with what their answers used."
        />
      ) : (
        <Table label="Use by person" columns={columns}>
          {people.map(({ personId, used }) => (
            <TableRow key={personId}>
              <TableCell>
                <bdi className="break-words">{personName(personId)}</bdi>
              </TableCell>
              <TableCell className="whitespace-nowrap tabular-nums">{used.toLocaleString('en')}</TableCell>
              <TableCell isWide>
                {person !== null && <PersonShare used={used} budget={person} name={personName(personId)} />}
              </TableCell>
            </TableRow>
          ))}
        </Table>
      )}
    </Card>
  )
}

interface PersonShareProps {
  readonly used: number
  readonly budget: number
  readonly name: string
}

function PersonShare({ used, budget, name }: PersonShareProps) {
  const share = Math.round(shareOf(used, budget) ?? 0)
  return (
    <span className="flex items-center gap-2">
      <span className="w-10 shrink-0 whitespace-nowrap tabular-nums">
        {share === 0 && used > 0 ? '< 1' : share}%
      </span>
      <ProgressBar label={`Of the budget of ${name}`} value={share} className="min-w-0 flex-1" />
    </span>
  )
}

function ofBudget(budget: number | null): string {
  return budget === null ? 'tokens' : `of ${budget.toLocaleString('en')} tokens`
}
