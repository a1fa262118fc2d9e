import { Avatar } from '@portal/ui/avatar'
import { Badge, type BadgeTone } from '@portal/ui/badge'
import { classNames } from '@portal/ui/class-names'
import { Check, EyeOff, Lock } from 'lucide-react'
import { DepartmentDot, type DepartmentName, ListDrawing, PanelRow } from './drawing.tsx'

const mariam = 'Mariam الأنصاري'
const entries = [
  {
    who: 'Jonas Weber',
    did: 'approved version 4',
    at: '12 Mar 2026, 10:41',
    note: '“Matches the new schedule.”',
  },
  { who: 'Priya Nair', did: 'approved version 4', at: '11 Mar 2026, 16:02' },
  { who: mariam, did: 'submitted version 4 for approval', at: '10 Mar 2026, 09:15' },
  { who: mariam, did: 'uploaded breach-response-v4.docx', at: '10 Mar 2026, 09:14' },
]

/** The record of one document. */
export function Activity() {
  return (
    <ListDrawing
      label="An activity list with four entries: two approvals, a submission and an upload."
      head={['Breach Response Policy, activity', <Quiet key="order" text="Newest first" />]}
    >
      {entries.map(({ who, did, note, at }) => (
        <li
          key={at}
          className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 border-default px-3.5 py-2 text-13/4.5 not-first:border-t @min-[30rem]:flex-nowrap"
        >
          <Avatar person={{ firstName: who }} />
          <span className="min-w-0 flex-1 basis-[calc(100%-40px)] @min-[30rem]:basis-0 @min-[30rem]:truncate">
            <bdi className="font-semibold">{who}</bdi> {did} <span className="text-tertiary">{note}</span>
          </span>
          <span className="ml-9.5 text-12 text-tertiary @min-[30rem]:ml-0">{at}</span>
        </li>
      ))}
    </ListDrawing>
  )
}

const documents: readonly { title: string; id: string; department: DepartmentName }[] = [
  { title: 'Breach Response Policy', id: 'LEG-014', department: 'Legal & Compliance' },
  { title: 'Remote Work Policy', id: 'HR-007', department: 'Human Resources' },
  { title: 'Access Control Standard', id: 'IT-021', department: 'Information Technology' },
  { title: 'Expense Guideline', id: 'FIN-003', department: 'Finance & Accounting' },
  { title: 'Cold Chain Procedure', id: 'OPS-011', department: 'Operations' },
]

export function Library() {
  return (
    <ListDrawing label="A list of documents with departments and IDs." isCut>
      {documents.map(({ title, id, department }) => (
        <PanelRow key={id}>
          <DepartmentDot of={department} />
          <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
          <Quiet text={id} />
        </PanelRow>
      ))}
    </ListDrawing>
  )
}

const readers: readonly { department: DepartmentName; canRead: boolean }[] = [
  { department: 'Human Resources', canRead: true },
  { department: 'Finance & Accounting', canRead: true },
  { department: 'Operations', canRead: false },
]

/** Who may read a document that is not for everyone. */
export function Readers() {
  return (
    <ListDrawing
      label="A document readable by two departments and hidden from a third."
      head={[
        'Salary Band Guideline',
        <Badge key="count" icon={<Lock />}>
          2 departments
        </Badge>,
      ]}
    >
      {readers.map(({ department, canRead }) => (
        <PanelRow key={department}>
          <DepartmentDot of={department} />
          <span className={classNames('min-w-0 flex-1 truncate', !canRead && 'text-tertiary')}>
            {department}
          </span>
          <span
            className={classNames('flex items-center gap-1.5', canRead ? 'text-secondary' : 'text-tertiary')}
          >
            {canRead ? <Check className="size-4" /> : <EyeOff className="size-4" />}
            {canRead ? 'Can read' : 'Not listed, not quoted'}
          </span>
        </PanelRow>
      ))}
    </ListDrawing>
  )
}

const gaps = [
  { question: 'May I expense a desk chair?', askers: 9, state: 'Open', tone: 'warning' },
  { question: 'Who may sign a contract?', askers: 6, state: 'Assigned', tone: 'info' },
  { question: 'Are near misses logged?', askers: 4, state: 'Answered', tone: 'success' },
] as const

export function Unanswered() {
  return (
    <ListDrawing
      label="Three gaps: questions that several people asked, open, assigned and answered."
      head={['Gaps', <Quiet key="sum" text="3" />]}
      isCut
    >
      {gaps.map(({ question, askers, state, tone }) => (
        <PanelRow key={question}>
          <span className="min-w-0 flex-1">
            <span className="block truncate">{question}</span>
            <Quiet text={`${askers} people asked`} />
          </span>
          <Badge tone={tone}>{state}</Badge>
        </PanelRow>
      ))}
    </ListDrawing>
  )
}

const versions: readonly { number: number; status: string; tone: BadgeTone; note: string }[] = [
  { number: 4, status: 'Current Version', tone: 'success', note: 'Approved 12 Mar 2026 by Jonas Weber' },
  { number: 3, status: 'Approved', tone: 'neutral', note: 'Replaced 12 Mar 2026' },
  { number: 2, status: 'Rejected', tone: 'danger', note: '“Section 5 contradicts the works agreement.”' },
  { number: 1, status: 'Approved', tone: 'neutral', note: 'Approved 9 Jan 2025 by Priya Nair' },
]

/** The versions of one document, newest first. */
export function VersionTimeline() {
  return (
    <ListDrawing label="A timeline of four versions; version 4 is the current version." isCut>
      {versions.map(({ number, status, tone, note }, index) => (
        <li
          key={number}
          className="grid grid-cols-[10px_1fr_auto] items-center gap-x-3 gap-y-0.5 border-default px-3.5 py-2.5 text-13/4.5 not-first:border-t"
        >
          <span
            className={classNames(
              'size-2.5 rounded-pill border-2',
              index === 0 ? 'border-accent bg-accent' : 'border-strong',
            )}
          />
          <span className={index === 0 ? 'font-semibold' : 'font-medium'}>Version {number}</span>
          <Badge tone={tone}>{status}</Badge>
          <span className="col-start-2 col-end-4 text-12 text-tertiary">{note}</span>
        </li>
      ))}
    </ListDrawing>
  )
}

function Quiet({ text }: { text: string }) {
  return <span className="text-12 text-tertiary">{text}</span>
}
