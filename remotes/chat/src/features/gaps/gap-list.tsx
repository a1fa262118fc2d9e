import { chatApi } from '@portal/contracts/chat'
import type { Gap } from '@portal/contracts/gaps'
import { useSearchParams } from '@portal/remote-kit/navigation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { ChosenList } from '../learned/chosen-list.tsx'
import { GapCard } from './gap-card.tsx'
import { GapDialog } from './gap-dialog.tsx'
import { gapTitle } from './gap-words.ts'

const none: readonly Gap[] = []

/** What is shown; at first what somebody should do something about. */
const views = [
  { value: 'todo', label: 'To do', states: ['open', 'assigned'] },
  { value: 'answered', label: 'Answered', states: ['answered'] },
  { value: 'dismissed', label: 'Dismissed', states: ['dismissed'] },
  { value: 'all', label: 'All', states: ['open', 'assigned', 'answered', 'dismissed'] },
] as const

/** The view is in the address, so that a link restores it. */
function useShownView() {
  const [params, setParams] = useSearchParams()
  const show = (value: string) => {
    const next = new URLSearchParams(params)
    next.set('show', value)
    setParams(next, { replace: true })
  }
  return { view: views.find(({ value }) => value === params.get('show')) ?? views[0], show }
}

/** What people asked in vain, most urgent first. */
export function GapList() {
  const gaps = useRouteQuery(chatApi.listGaps, { query: {} })
  const { view, show } = useShownView()
  /** As it was opened: its dialog stays when its card leaves the view. */
  const [opened, setOpened] = useState<Gap | null>(null)
  const states: readonly string[] = view.states
  const rows = (gaps.data ?? none)
    .filter(({ state }) => states.includes(state))
    .toSorted((a, b) => (b.askers ?? 0) - (a.askers ?? 0) || b.lastAskedAt.localeCompare(a.lastAskedAt))
  return (
    <>
      <ChosenList
        query={gaps}
        name="gaps"
        label="Gaps"
        words={['gap', 'gaps']}
        views={views}
        view={view.value}
        onView={show}
        rows={rows}
        wordsOf={(gap) => [gapTitle(gap), gap.note, ...gap.sent.map(({ question }) => question)].join(' ')}
        empty={{
          icon: <CircleHelp />,
          title: view.value === 'todo' ? 'Nothing to do' : 'No gaps',
          description:
            'A question appears here when several people got no good answer, or when somebody sent it to an owner.',
        }}
      >
        {(gap) => <GapCard gap={gap} onChange={() => setOpened(gap)} />}
      </ChosenList>
      {opened && (
        <GapDialog
          gap={opened}
          latest={gaps.data?.find(({ id }) => id === opened.id)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
