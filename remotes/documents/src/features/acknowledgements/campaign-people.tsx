import type { Campaign, CampaignPerson, ReadingState } from '@portal/contracts/acknowledgements'
import { FoundRows } from '@portal/remote-kit/found-rows'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { RowSearchField } from '@portal/remote-kit/row-search-field'
import { useRowSearch } from '@portal/remote-kit/use-row-search'
import { Badge } from '@portal/ui/badge'
import { RelativeTime } from '@portal/ui/relative-time'
import { RowsSkeleton } from '@portal/ui/rows-skeleton'
import { Select } from '@portal/ui/select'
import { useState } from 'react'
import { useNameOf } from '../versions/queries.ts'
import { useCampaignPeople } from './queries.ts'

const none: readonly CampaignPerson[] = []
const choices: readonly { readonly value: ReadingState | 'all'; readonly label: string }[] = [
  { value: 'all', label: 'Everyone' },
  { value: 'outstanding', label: 'Has not acknowledged' },
  { value: 'acknowledged', label: 'Has acknowledged' },
]

/** Who has and who has not, those who have not first. */
export function CampaignPeople({ campaign }: { readonly campaign: Campaign }) {
  const people = useCampaignPeople(campaign)
  const [chosen, setChosen] = useState('all')
  const nameOf = useNameOf()
  const named = (people.data ?? none)
    .filter(({ state }) => chosen === 'all' || state === chosen)
    .map((person) => ({ ...person, name: person.name ?? nameOf(person.id) }))
    .toSorted((a, b) => b.state.localeCompare(a.state) || a.name.localeCompare(b.name))
  const search = useRowSearch(named, {
    wordsOf: ({ name }) => name,
    parameter: 'person',
    ...{ searchFrom: 15, rowsAtFirst: 50, rowsMore: 200 },
  })
  if (people.isPending)
    return <RowsSkeleton label="Loading people" count={3} rowClass="py-2" lines={['w-1/3']} />
  if (people.error) return <ReadFailure title="The people could not be loaded" query={people} />
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="Show"
          className="w-52"
          options={choices}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        />
        <RowSearchField search={search} label="Search people" />
      </div>
      {named.length === 0 ? (
        <p className="py-2 text-secondary">Nobody.</p>
      ) : (
        <FoundRows search={search} words={['person', 'people']} nothing="Nobody matches">
          <ul aria-label="People" className="divide-y divide-subtle">
            {search.shown.map((person) => (
              <PersonRow key={person.id} person={person} campaign={campaign} />
            ))}
          </ul>
        </FoundRows>
      )}
    </div>
  )
}

interface PersonRowProps {
  readonly person: CampaignPerson
  readonly campaign: Campaign
}

function PersonRow({ person, campaign }: PersonRowProps) {
  const { name, state, isAsked, acknowledgedAt, version } = person
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <bdi className="min-w-0 flex-1 basis-40 break-words font-medium">{name}</bdi>
      {!isAsked && <Badge tone="outline">No longer asked</Badge>}
      {version !== null && version !== campaign.version && <Badge tone="info">Version {version}</Badge>}
      {state === 'acknowledged' && acknowledgedAt !== null ? (
        <Badge tone="success">
          Acknowledged <RelativeTime at={acknowledgedAt} />
        </Badge>
      ) : (
        <Badge tone="warning">Has not acknowledged</Badge>
      )}
    </li>
  )
}
