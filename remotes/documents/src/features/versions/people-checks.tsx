import { filterRows } from '@portal/remote-kit/filter-rows'
import { CheckboxField } from '@portal/ui/checkbox-field'
import { SearchField } from '@portal/ui/search-field'
import { useState } from 'react'

export interface PeopleChecksProps {
  readonly people: readonly { readonly id: string; readonly name: string }[]
  /** Their ids, in the order in which they were chosen. */
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** More than are in sight at once. */
const searchFrom = 8

/** People of whom several can be chosen. */
export function PeopleChecks({ people, chosen, onChange }: PeopleChecksProps) {
  const [text, setText] = useState('')
  const found = filterRows(people, ({ name }) => name, text)
  const selected = people.filter(({ id }) => chosen.includes(id))
  return (
    <div className="flex flex-col gap-1.5">
      {people.length >= searchFrom && (
        <SearchField
          label="Search people"
          placeholder="Search people"
          hasShortcut={false}
          value={text}
          onValueChange={setText}
        />
      )}
      <div className="max-h-44 overflow-y-auto rounded-control border border-default p-1">
        {found.map(({ id, name }) => (
          <CheckboxField
            key={id}
            label={<bdi className="truncate">{name}</bdi>}
            checked={chosen.includes(id)}
            onCheckedChange={(isChosen) =>
              onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
        ))}
        {found.length === 0 && <p className="px-2 py-1.5 text-13 text-secondary">Nobody matches.</p>}
      </div>
      {people.length >= searchFrom && (
        <p role="status" className="text-12 text-secondary *:not-last:after:content-[',_']">
          {selected.length > 0 && 'Chosen: '}
          {selected.map(({ id, name }) => (
            <bdi key={id}>{name}</bdi>
          ))}
        </p>
      )}
    </div>
  )
}
