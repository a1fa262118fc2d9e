import type { Deletion } from '@portal/contracts/master-admin'
import { counted } from '@portal/ui/counted'
import { ChevronRight } from 'lucide-react'

type Step = Deletion['steps'][number]

/** What each store of each service has removed, and what a check afterwards still found there. */
export function DeletionSteps({ steps }: { readonly steps: readonly Step[] }) {
  const done = steps.filter(({ finishedAt }) => finishedAt !== null).length
  if (steps.length === 0) return null
  return (
    <details className="group border-subtle border-t">
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-b-card px-4 py-2.5 text-13 text-secondary hover:bg-hover group-open:rounded-none [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 text-tertiary transition-transform group-open:rotate-90" />
        {done} of {counted(steps.length, 'store')} finished
      </summary>
      <table className="w-full border-subtle border-t text-13">
        <caption className="sr-only">Stores by service</caption>
        <thead>
          <tr className="text-12 text-tertiary">
            <th scope="col" className="px-4 py-2 text-start font-medium">
              Store
            </th>
            <th scope="col" className="w-24 px-4 py-2 text-end font-medium">
              Removed
            </th>
            <th scope="col" className="w-20 px-4 py-2 text-end font-medium">
              Left
            </th>
          </tr>
        </thead>
        {[...Map.groupBy(steps, ({ service }) => service)].map(([service, own]) => (
          <ServiceSteps key={service} service={service} steps={own} />
        ))}
      </table>
    </details>
  )
}

function ServiceSteps({ service, steps }: { readonly service: string; readonly steps: readonly Step[] }) {
  return (
    <tbody>
      <tr className="border-subtle border-t bg-sunken">
        <th scope="rowgroup" className="px-4 py-1.5 text-start font-medium">
          {service}
        </th>
        <td className="px-4 py-1.5 text-end font-medium tabular-nums">{sum(steps, 'removed')}</td>
        <td className="px-4 py-1.5 text-end font-medium tabular-nums">{sum(steps, 'remaining')}</td>
      </tr>
      {steps.map(({ store, removed, remaining }) => (
        <tr key={store} className="border-subtle border-t">
          <td className="break-words py-1 pr-4 pl-7 text-secondary">{store}</td>
          <td className="px-4 py-1 text-end text-secondary tabular-nums">{removed ?? '–'}</td>
          <td className="px-4 py-1 text-end text-secondary tabular-nums">{remaining ?? '–'}</td>
        </tr>
      ))}
    </tbody>
  )
}

/** A dash while no store has said a number. */
function sum(steps: readonly Step[], what: 'removed' | 'remaining'): number | string {
  const told = steps.flatMap((step) => step[what] ?? [])
  return told.length === 0 ? '–' : told.reduce((total, one) => total + one, 0)
}
