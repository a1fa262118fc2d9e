import { CheckboxField } from '@portal/ui/checkbox-field'

export interface PeopleChecksProps {
  readonly people: readonly { readonly id: string; readonly name: string }[]
  /** Their ids, in the order in which they were chosen. */
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** People of whom several can be chosen. */
export function PeopleChecks({ people, chosen, onChange }: PeopleChecksProps) {
  return (
    <div className="max-h-44 overflow-y-auto rounded-control border border-default p-1">
      {people.map(({ id, name }) => (
        <CheckboxField
          key={id}
          label={<bdi className="truncate">{name}</bdi>}
          checked={chosen.includes(id)}
          onCheckedChange={(isChosen) =>
            onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id))
          }
        />
      ))}
    </div>
  )
}
