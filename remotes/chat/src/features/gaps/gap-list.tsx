import { chatApi } from '@portal/contracts/chat'
import type { Gap } from '@portal/contracts/gaps'
import { FoundRows } from '@portal/remote-kit/found-rows'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { RowSearchField } from '@portal/remote-kit/row-search-field'
import { useRowSearch } from '@portal/remote-kit/use-row-search'
import { EmptyState } from '@portal/ui/empty-state'
import { RowsSkeleton } from '@portal/ui/rows-skeleton'
import { Select } from '@portal/ui/select'
import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { GapCard } from './gap-card.tsx'
import { gapTitle } from './gap-words.ts'

const none: readonly Gap[] = []

/** What is shown; at first what somebody should do something about. */
const views = [
  { value: 'todo', label: 'To do', states: ['open', 'assigned'] },
  { value: 'answered', label: 'Answered', states: ['answered'] },
  { value: 'dismissed', label: 'Dismissed', states: ['dismissed'] },
  { value: 'all', label: 'All', states: ['open', 'assigned', 'answered', 'dismissed'] },
] as const
type View = (typeof views)[number]

/** What people asked in vain, most urgent first. */
export function GapList() {
  const gaps = useRouteQuery(chatApi.listGaps, { query: {} })
  const [view, setView] = useState<View>(views[0])
  const states: readonly string[] = view.states
  const rows = (gaps.data ?? none)
    .filter(({ state }) => states.includes(state))
    .toSorted((a, b) => (b.askers ?? 0) - (a.askers ?? 0) || b.lastAskedAt.localeCompare(a.lastAskedAt))
  const search = useRowSearch(rows, {
    wordsOf: (gap) => [gapTitle(gap), gap.note, ...gap.sent.map(({ question }) => question)].join(' '),
    ...{ searchFrom: 15, rowsAtFirst: 50, rowsMore: 50 },
  })
  if (gaps.isPending)
    return <RowsSkeleton label="Loading gaps" count={3} rowClass="py-4" lines={['w-1/2', 'w-1/3']} isFramed />
  if (gaps.error) return <ReadFailure title="The gaps could not be loaded" query={gaps} />
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="Show"
          className="w-40"
          options={views}
          value={view.value}
          onChange={({ target }) => setView(views.find(({ value }) => value === target.value) ?? views[0])}
        />
        <RowSearchField search={search} label="Search gaps" />
      </div>
      {rows.length === 0 ? (
        <EmptyState
          icon={<CircleHelp />}
          title={view.value === 'todo' ? 'Nothing to do' : 'No gaps'}
          description="A question appears here when several people got no good answer, or when somebody sent it to an owner."
        />
      ) : (
        <FoundRows search={search} words={['gap', 'gaps']} nothing="No gap matches">
          <ul aria-label="Gaps" className="flex flex-col gap-3">
            {search.shown.map((gap) => (
              <li key={gap.id}>
                <GapCard gap={gap} />
              </li>
            ))}
          </ul>
        </FoundRows>
      )}
    </div>
  )
}
