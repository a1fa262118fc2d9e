import type { VersionDifference } from '@portal/contracts/difference'

export interface ChangedSectionsProps {
  readonly sections: VersionDifference['sections']
  readonly onGoTo: (row: number) => void
}

/** The sections with changes; choosing one goes to its first change. */
export function ChangedSections({ sections, onGoTo }: ChangedSectionsProps) {
  if (sections.length < 2) return null
  return (
    <nav aria-labelledby="changed-sections" className="flex flex-col gap-2">
      <h2 id="changed-sections" className="font-semibold text-14">
        Changed sections
      </h2>
      <ul className="flex max-h-60 flex-col overflow-y-auto rounded-card border border-default bg-panel lg:max-h-[70vh]">
        {sections.map(({ title, index, changes }) => (
          <li key={index} className="border-subtle border-b last:border-b-0">
            <button
              type="button"
              className="flex w-full items-baseline gap-2 px-3 py-2 text-left text-13 hover:bg-hover focus-visible:-outline-offset-2"
              onClick={() => onGoTo(index)}
            >
              <span dir="auto" className="min-w-0 flex-1">
                {title ?? 'Beginning'}
              </span>
              <span className="text-12 text-secondary tabular-nums">
                {changes}
                <span className="sr-only">{changes === 1 ? ' change' : ' changes'}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
