import { Badge } from '@portal/ui/badge'
import { classNames } from '@portal/ui/class-names'
import { EmptyState } from '@portal/ui/empty-state'
import {
  BookOpenCheck,
  Building2,
  ClipboardCheck,
  Files,
  type LucideIcon,
  MessageSquareText,
  SearchX,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { DepartmentDot, type DepartmentName, departments } from '../drawings/drawing.tsx'
import { answerExamples, factLabels, type Source } from './answer-examples.ts'
import { ThreadColumn } from './thread-column.tsx'

/** The product at work: choose a question, open a citation, read the sentence that supports it. */
export function AnswerWindow() {
  const [shown, setShown] = useState({ example: 0, source: 0 })
  const example = answerExamples[shown.example] ?? answerExamples[0]
  return (
    <section
      aria-label="The assistant, with an invented organization"
      className="grid overflow-hidden rounded-window border border-strong bg-panel text-14 leading-5 shadow-popover lg:min-h-127 lg:grid-cols-[minmax(0,1fr)_392px] wide:grid-cols-[216px_minmax(0,1fr)_404px]"
    >
      <WindowSidebar />
      <ThreadColumn
        example={example}
        openSource={shown.source}
        onOpenSource={(source) => setShown({ ...shown, source })}
        onAsk={(chosen) => setShown({ example: chosen, source: 0 })}
      />
      <EvidenceColumn source={example.sources[shown.source]} number={shown.source + 1} />
    </section>
  )
}

const links: readonly { label: string; icon: LucideIcon }[] = [
  { label: 'Documents', icon: Files },
  { label: 'Approvals', icon: ClipboardCheck },
  { label: 'To read', icon: BookOpenCheck },
  { label: 'AI Assistant', icon: MessageSquareText },
  { label: 'Team Management', icon: Users },
]

const departmentNames = Object.keys(departments) as DepartmentName[]

function WindowSidebar() {
  return (
    <div
      aria-hidden="true"
      className="hidden flex-col gap-0.5 border-default border-r bg-canvas px-3 py-4 font-medium text-13/4.5 text-secondary wide:flex"
    >
      <p className="flex items-center gap-2 px-2 pb-3.5 font-semibold text-14 text-primary">
        <span className="grid size-5 place-items-center rounded-control bg-accent text-accent-on">
          <Building2 className="size-3" />
        </span>
        Halden Medical
      </p>
      {links.map(({ label, icon: Icon }) => (
        <p
          key={label}
          className={classNames(
            'flex h-8 items-center gap-2.5 whitespace-nowrap rounded-control px-2',
            label === 'AI Assistant' && 'bg-hover text-primary',
          )}
        >
          <Icon className="size-4" />
          {label}
        </p>
      ))}
      <p className="px-2 pt-4 pb-1.5 text-12 text-tertiary">Departments</p>
      {departmentNames.map((name) => (
        <p key={name} className="flex h-8 items-center gap-3.5 truncate px-3">
          <DepartmentDot of={name} />
          {name}
        </p>
      ))}
    </div>
  )
}

/** The document behind the open citation, its passage marked. */
function EvidenceColumn({ source, number }: { source: Source | undefined; number: number }) {
  return (
    <section
      aria-label="Source"
      aria-live="polite"
      className="min-w-0 border-default border-t bg-canvas lg:border-t-0 lg:border-l"
    >
      {source ? (
        <OpenSource key={source.document} source={source} number={number} />
      ) : (
        <div className="grid h-full place-items-center">
          <EmptyState
            icon={<SearchX />}
            title="No sentence to show"
            description="Nothing in force covers this question, so nothing is quoted. Its owner can be asked instead."
          />
        </div>
      )}
    </section>
  )
}

function OpenSource({ source, number }: { source: Source; number: number }) {
  return (
    <>
      <p className="flex h-13 items-center gap-2.5 border-default border-b px-4 font-semibold text-15 sm:px-5.5">
        <span className="grid h-4.5 min-w-4.5 place-items-center rounded-[5px] bg-accent px-1.25 text-[0.6875rem]/4 text-accent-on">
          {number}
        </span>
        {source.document}
      </p>
      <div className="animate-appear p-4 sm:px-5.5 sm:py-4.5">
        <dl className="grid grid-cols-[92px_1fr] gap-x-3 gap-y-1.5 text-13/4.5">
          {factLabels.map((label, at) => (
            <div key={label} className="contents">
              <dt className="text-tertiary">{label}</dt>
              <dd className="flex items-center gap-2">
                {source.facts[at]}
                {label === 'Version' && <Badge tone="success">Current Version</Badge>}
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-4 rounded-tile border border-default bg-panel py-5 pr-5.5 pl-10 text-[0.84375rem]/5.5 text-secondary">
          <p className="mb-1.5 font-semibold text-13 text-primary">{source.heading}</p>
          <p className="relative text-primary before:absolute before:inset-y-0.5 before:-left-4.5 before:w-0.75 before:rounded-pill before:bg-mark-edge">
            <mark className="passage text-mark">{source.passage}</mark>
          </p>
          <p className="mt-2.5">{source.after}</p>
        </div>
      </div>
    </>
  )
}
