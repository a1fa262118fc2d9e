import type { OperatedPart, PartBacklog } from '@portal/contracts/operations'
import { Badge } from '@portal/ui/badge'
import { counted } from '@portal/ui/counted'
import { RelativeTime } from '@portal/ui/relative-time'
import { durationText, rowClass, Section } from './section.tsx'

/** The parts of the portal with their versions and what waits in each. */
export function PartList({ parts }: { readonly parts: readonly OperatedPart[] }) {
  return (
    <Section
      title="Parts"
      empty="No part is known."
      rows={parts.map((part) => (
        <li key={part.name} className={rowClass}>
          <PartRow part={part} />
        </li>
      ))}
    >
      {parts.some(({ report }) => lettersOf(report?.backlog).length > 0) && (
        <p className="wrap-anywhere border-subtle border-t px-4 py-2.5 text-12 text-secondary">
          A dead letter is an event that could not be handled. <code>npm run dead-letters -- list</code> names
          them; <code>replay</code> handles them again, <code>discard</code> gives them up.
        </p>
      )}
    </Section>
  )
}

function PartRow({ part: { name, report } }: { readonly part: OperatedPart }) {
  return (
    <>
      <span className="min-w-0 flex-1 basis-48">
        <span className="font-medium">{name}</span>{' '}
        {report && (
          <span className="text-tertiary">
            {report.version}, started <RelativeTime at={report.startedAt} />
          </span>
        )}
      </span>
      {report === null && <Badge tone="danger">Does not answer</Badge>}
      {report?.backlog === null && <Badge tone="danger">Its database does not answer</Badge>}
      {report?.backlog && <Backlog backlog={report.backlog} />}
    </>
  )
}

function lettersOf(backlog: PartBacklog | null | undefined): PartBacklog['deadLetters'] {
  return backlog?.deadLetters.filter(({ failed, held }) => failed + held > 0) ?? []
}

const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

function Backlog({ backlog }: { readonly backlog: PartBacklog }) {
  const behind = backlog.lag?.filter((one) => one.behind > 0) ?? []
  const letters = lettersOf(backlog)
  const jobs = total(backlog.jobs.map(({ waiting }) => waiting))
  const { waiting, oldestSeconds } = backlog.outbox
  const isIdle = backlog.lag !== null && waiting + jobs + letters.length + behind.length === 0
  return (
    <span className="flex flex-col gap-1 text-secondary md:ml-auto md:items-end">
      {isIdle && 'Nothing waits'}
      {waiting > 0 && (
        <span>
          {counted(waiting, 'event')} to publish, the oldest for {durationText(oldestSeconds * 1000)}
        </span>
      )}
      {backlog.lag === null && <Badge tone="danger">The event log does not answer</Badge>}
      {behind.map(({ consumer, topic, behind }) => (
        <span key={`${consumer} ${topic}`}>
          {consumer} is {counted(behind, 'event')} of {topic} behind
        </span>
      ))}
      {jobs > 0 && <span>{counted(jobs, 'job')} due</span>}
      {letters.map(({ consumer, failed, held }) => (
        <span key={consumer} className="flex flex-wrap items-center gap-x-2">
          {consumer}
          <Badge tone="danger">{`${counted(failed, 'dead letter')}, ${held} held behind`}</Badge>
        </span>
      ))}
    </span>
  )
}
