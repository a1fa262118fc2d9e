import { chatApi } from '@portal/contracts/chat'
import type { GoldenRun } from '@portal/contracts/golden-questions'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { ProgressBar } from '@portal/ui/progress-bar'
import { RelativeTime } from '@portal/ui/relative-time'
import { Table, TableCell, TableRow } from '@portal/ui/table'
import { ChartLine, Play } from 'lucide-react'
import { useEffect } from 'react'
import { ListStates } from '../learned/list-states.tsx'
import { GoldenTrend } from './golden-trend.tsx'

const causes = { demand: 'On demand', activation: 'After a new version' } as const
const columns = [
  { label: 'Run' },
  { label: 'Right', className: 'w-56' },
  { label: 'Answered', className: 'w-32' },
  { label: 'Cause', className: 'w-44' },
]
/** How often the progress of an open run is looked at. */
const lookMs = 2000

/** The trend: how many of the questions were answered right, run by run, newest first. */
export function GoldenRuns() {
  const runs = useRouteQuery(chatApi.listGoldenRuns, { query: {} })
  const open = runs.data?.find(({ state }) => state === 'running')
  const { data: questions } = useRouteQuery(chatApi.listGoldenQuestions, { query: {} })
  const hasNone = questions?.length === 0
  const { mutate, isPending } = useReportedMutation(chatApi.runGoldenQuestions, {
    refreshes: [chatApi.listGoldenRuns.path],
    failure: 'Failed to start the run',
  })
  const { refetch } = runs
  const isOpen = open !== undefined
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => void refetch(), lookMs)
    return () => clearInterval(timer)
  }, [isOpen, refetch])
  return (
    <Card
      title="Runs"
      aside={
        <Button size="sm" busy={isPending} disabled={isOpen || hasNone} onClick={() => mutate({})}>
          <Play aria-hidden="true" className="size-3.5" />
          Run now
        </Button>
      }
    >
      {open && (
        <div className="border-subtle border-b px-4 py-3 text-13">
          <p role="status" className="mb-2">
            Asking {open.asked} of {open.questions} questions…
          </p>
          <ProgressBar label="Golden questions asked" value={shareOf(open.asked, open.questions)} />
        </div>
      )}
      <GoldenTrend runs={runs.data ?? []} />
      <ListStates
        query={runs}
        name="runs"
        empty={{
          icon: <ChartLine />,
          title: 'No runs yet',
          description: hasNone
            ? 'Add questions first. They are then asked when you say so, and after each new version.'
            : 'The questions are asked when you say so, and after each new version.',
        }}
      >
        <Table label="Runs" columns={columns}>
          {runs.data?.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </Table>
      </ListStates>
    </Card>
  )
}

function RunRow({ run }: { readonly run: GoldenRun }) {
  const { state, questions, right, answered, cause, startedAt } = run
  const share = shareOf(right, questions)
  return (
    <TableRow>
      <TableCell>
        <RelativeTime at={startedAt} />
        {state === 'failed' && <span className="text-danger-text"> broke off</span>}
        {state === 'running' && <span className="text-tertiary"> running</span>}
      </TableCell>
      <TableCell>
        <span className="flex items-center gap-2">
          <span className="whitespace-nowrap tabular-nums">
            <span className="text-tertiary @table:sr-only">Right </span>
            {right} of {questions}
          </span>
          <ProgressBar label={`Right: ${Math.round(share)} percent`} value={share} className="w-24" />
        </span>
      </TableCell>
      <TableCell className="tabular-nums @table:whitespace-nowrap">
        <span className="text-tertiary @table:sr-only">Answered </span>
        {answered} of {questions}
      </TableCell>
      <TableCell className="text-tertiary">{causes[cause]}</TableCell>
    </TableRow>
  )
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole
}
