import type { AssistantUse } from '@portal/contracts/assistant-settings'
import { Card } from '@portal/ui/card'
import { budgetsOf, overBudgetWords } from './use-words.ts'

/** The settings as they hold, for stewards who may not change them. */
export function HeldSettings({ use }: { readonly use: AssistantUse }) {
  const { person, organization } = budgetsOf(use)
  const shown = (budget: number | null) =>
    budget === null ? 'No limit' : `${budget.toLocaleString('en')} tokens`
  const facts = [
    ...(use.hasModel ? [['Language model', use.isModelUsed ? 'On' : 'Off']] : []),
    ['Budget of each person', shown(person)],
    ['Budget of the organization', shown(organization)],
  ]
  return (
    <Card title="Settings" footer="Admins change them.">
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 p-4 text-13 md:grid-cols-3">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt className="text-tertiary">{term}</dt>
            <dd className="mt-0.5 tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="border-subtle border-t px-4 py-3 text-13 text-secondary">{overBudgetWords(use)}</p>
    </Card>
  )
}
