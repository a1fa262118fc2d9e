import { type IngestionHealth as Health, ingestionApi } from '@portal/contracts/ingestion'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { Button } from '@portal/ui/button'
import { Card } from '@portal/ui/card'
import { ProgressBar } from '@portal/ui/progress-bar'
import { Skeleton } from '@portal/ui/skeleton'
import { RotateCcw } from 'lucide-react'
import { ProblemList } from './problem-list.tsx'
import { useReadAgain } from './use-read-again.ts'

/** What of the organization's files could not be read, and how far the others are. */
export function IngestionHealth() {
  const health = useRouteQuery(ingestionApi.readIngestionHealth, {})
  return (
    <>
      {health.isPending && <Skeleton className="h-32 w-full rounded-card" />}
      <ReadFailure title="The state of the files could not be loaded" query={health} />
      {health.data && <Overview health={health.data} />}
      <ProblemList />
    </>
  )
}

function Overview({ health }: { readonly health: Health }) {
  const readAgain = useReadAgain()
  const { ready, partlyRead, failed, parsers } = health
  const unfinished = health.queued + health.reading + health.indexing
  const facts = [
    { label: 'Read in full', value: ready - partlyRead },
    { label: 'Partly read', value: partlyRead },
    { label: 'Not readable', value: failed },
    { label: 'Being read', value: unfinished },
  ]
  return (
    <Card
      title="All versions"
      count={ready + failed + unfinished}
      aside={
        failed > 0 && (
          <Button size="sm" busy={readAgain.isPending} onClick={() => readAgain.mutate({ body: {} })}>
            <RotateCcw aria-hidden="true" className="size-3.5" />
            Read all failed files again
          </Button>
        )
      }
      footer={parsers.length > 0 && <Parsers parsers={parsers} />}
    >
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 p-4 md:grid-cols-4">
        {facts.map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-13 text-secondary">{label}</dt>
            <dd className="font-semibold text-20 tabular-nums">{value.toLocaleString('en')}</dd>
          </div>
        ))}
      </dl>
      <div role="status">{unfinished > 0 && <Progress health={health} unfinished={unfinished} />}</div>
    </Card>
  )
}

/** The share of all versions that are done with, one way or the other. */
function Progress({ health, unfinished }: { readonly health: Health; readonly unfinished: number }) {
  const { ready, failed, queued, reading, indexing } = health
  const percent = Math.round((100 * (ready + failed)) / (ready + failed + unfinished))
  return (
    <div className="flex flex-col gap-2 px-4 pb-4">
      <ProgressBar label="Files read" value={percent} />
      <p className="text-12 text-secondary">
        {queued} waiting, {reading} being read, {indexing} being indexed. This page follows by itself.
      </p>
    </div>
  )
}

/** A parser is named with its version, so a text says what made it. */
function Parsers({ parsers }: Pick<Health, 'parsers'>) {
  const earlier = parsers.reduce((sum, { isEarlier, versions }) => sum + (isEarlier ? versions : 0), 0)
  return (
    <div className="flex min-w-0 flex-col gap-1 [overflow-wrap:anywhere]">
      <p>
        Read by{' '}
        {parsers.map(({ parser, versions }) => `${parser} (${versions.toLocaleString('en')})`).join(', ')}
      </p>
      {earlier > 0 && (
        <p>
          {earlier === 1 ? '1 version was' : `${earlier.toLocaleString('en')} versions were`} read before an
          update by which more of a PDF is read, as signatures and lists of forms. To have such a file read
          anew, upload it as a new version.
        </p>
      )}
    </div>
  )
}
