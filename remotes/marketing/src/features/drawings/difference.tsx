import { Avatar } from '@portal/ui/avatar'
import { Badge } from '@portal/ui/badge'
import { Button } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { CircleHelp, FileText, GitCompare } from 'lucide-react'
import type { ReactNode } from 'react'
import { Drawing, Panel, wrappingBadge } from './drawing.tsx'

type Change = 'kept' | 'removed' | 'added'

const looks: Record<Change, { sign: string; line: string; signText: string }> = {
  kept: { sign: '', line: 'text-secondary', signText: '' },
  removed: { sign: '−', line: 'bg-diff-del', signText: 'text-danger-text' },
  added: { sign: '+', line: 'bg-diff-add', signText: 'text-success-text' },
}

/** Two versions side by side, decided by an approver. */
export function Difference() {
  return (
    <Drawing
      label="A difference between two versions of a data retention policy, with Reject and Approve buttons."
      className="@container"
    >
      <Panel>
        <div className="flex items-center gap-2.5 border-default border-b px-3.5 py-2.5 font-medium text-13/4.5">
          <GitCompare className="size-4 shrink-0" />
          <span className="min-w-0 flex-1 truncate">Data Retention Policy</span>
          <span className="hidden text-secondary @min-[26rem]:inline">v2 → v3</span>
          <Badge tone="warning">Pending approval</Badge>
        </div>
        <div className="py-2 text-13/5.25">
          <Line number={12} change="kept">
            Records of a suspected breach are kept by the Privacy Officer.
          </Line>
          <Line number={13} change="removed">
            They are retained for <Word className="bg-diff-del-word">three (3) years</Word> from the date of
            discovery.
          </Line>
          <Line number={13} change="added">
            They are retained for <Word className="bg-diff-add-word">six (6) years</Word> from the date{' '}
            <Word className="bg-diff-add-word">the entry was closed</Word>.
          </Line>
          <Line number={14} change="kept">
            The log is reviewed every quarter.
          </Line>
        </div>
        <div className="flex flex-wrap items-center gap-2 border-default border-t px-3.5 py-3 text-13/4.5">
          <span className="max-sm:hidden">
            <Avatar person={{ firstName: 'Priya' }} />
          </span>
          <span className="h-control-sm min-w-0 flex-1 truncate rounded-control border border-control px-2.5 py-1 max-sm:basis-full">
            Matches the new retention schedule.
          </span>
          <Button size="sm">Reject</Button>
          <Button size="sm" variant="primary">
            Approve
          </Button>
        </div>
      </Panel>
    </Drawing>
  )
}

function Line({ number, change, children }: { number: number; change: Change; children: ReactNode }) {
  const { sign, line, signText } = looks[change]
  return (
    <p className={classNames('grid grid-cols-[38px_18px_1fr] py-0.75 pr-4', line)}>
      <span className="pr-3 text-right text-12/5.25 text-tertiary">{number}</span>
      <span className={signText}>{sign}</span>
      <span>{children}</span>
    </p>
  )
}

function Word({ className, children }: { className: string; children: ReactNode }) {
  return <span className={classNames('-mx-px rounded-[3px] px-0.75 py-px', className)}>{children}</span>
}

/** What the assistant says when nothing in force covers the question. */
export function NoEvidence() {
  return (
    <Drawing label="A question that the documents do not answer, with two nearby documents listed.">
      <p className="mb-3.5 ml-auto w-fit max-w-[90%] rounded-[14px_14px_4px_14px] border border-default bg-hover px-3 py-2">
        Do near misses go in the breach log?
      </p>
      <div className="rounded-card border border-strong border-dashed bg-panel p-4">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <Badge tone="warning" icon={<CircleHelp />} className={wrappingBadge}>
            No clear answer in the approved documents
          </Badge>
        </p>
        <ul className="mt-2.5 mb-3.5 grid gap-2 text-13/4.5 text-secondary">
          {['Breach Response Policy · v4', 'Incident Response Plan · v2'].map((nearby) => (
            <li key={nearby} className="flex items-center gap-2">
              <FileText className="size-4 shrink-0" />
              <span className="truncate">{nearby}</span>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button size="sm">Look in the documents</Button>
          <Button size="sm">Ask the owner</Button>
        </div>
      </div>
    </Drawing>
  )
}
