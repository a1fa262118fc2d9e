import { classNames } from '@portal/ui/class-names'

interface FactListProps {
  readonly facts: readonly (readonly [term: string, fact: string])[]
  /** Figures rather than words. */
  readonly isLarge?: boolean
}

/** Facts in cells, four to a row on wide windows. */
export function FactList({ facts, isLarge = false }: FactListProps) {
  return (
    <dl
      className={classNames(
        'grid gap-px border-default border-t bg-rule',
        facts.length > 1 && 'sm:grid-cols-2',
        facts.length % 4 === 0 && 'lg:grid-cols-4',
        facts.length === 3 && 'lg:grid-cols-3',
      )}
    >
      {facts.map(([term, fact]) => (
        <div key={term} className="bg-canvas px-pad py-6">
          <dt className="text-13 text-tertiary">{term}</dt>
          <dd className={classNames('mt-1 font-medium', isLarge ? 'text-heading tabular-nums' : 'text-16')}>
            {fact}
          </dd>
        </div>
      ))}
    </dl>
  )
}
