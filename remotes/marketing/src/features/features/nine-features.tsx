import { Avatar } from '@portal/ui/avatar'
import { Badge } from '@portal/ui/badge'
import { Check, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Difference, NoEvidence } from '../drawings/difference.tsx'
import { Drawing, ListDrawing, Panel, PanelRow } from '../drawings/drawing.tsx'
import { Activity, Library, Unanswered, VersionTimeline } from '../drawings/list-drawings.tsx'

interface Feature {
  readonly title: string
  readonly text: string
  readonly drawing: ReactNode
}

const nine: readonly Feature[] = [
  {
    title: 'Answers you can check',
    text: 'Ask in plain words. Numbered citations open the document at the passage, with its version, approval date and approver.',
    drawing: <CitedAnswer />,
  },
  {
    title: 'An honest “we do not know”',
    text: 'If nothing in force covers the question, the assistant says so. If two documents disagree, it shows both sides.',
    drawing: <NoEvidence />,
  },
  {
    title: 'One library for every policy',
    text: 'PDF, Word and text files, filed by department. Search by title or ID, and let the assistant search by meaning.',
    drawing: <Library />,
  },
  {
    title: 'One version in force',
    text: 'Each document has one current version. Earlier versions stay readable, and making one current again goes on record.',
    drawing: <VersionTimeline />,
  },
  {
    title: 'Approval by the people you name',
    text: 'Send a version to one approver or to several in stages. Each decides once, with a comment.',
    drawing: <ApprovalRound />,
  },
  {
    title: 'Differences you can read',
    text: 'Compare any two versions line by line, Word and PDF included. Approvers start with what changed.',
    drawing: <Difference />,
  },
  {
    title: 'Roles and departments',
    text: 'Role-based permissions decide what a person can do, department-based ones what they read and are answered from. Admin controls keep both in your hands.',
    drawing: <Roles />,
  },
  {
    title: 'Gaps that end in a task',
    text: 'Questions without an answer and answers that were rated low become gaps, which an owner takes on and closes.',
    drawing: <Unanswered />,
  },
  {
    title: 'An audit trail as it happens',
    text: 'Uploads, decisions, role changes and activations are recorded with name and time, and stay when a document is deleted.',
    drawing: <Activity />,
  },
]

/** Product §2: nine feature cards, each with a picture made of the product's own parts. */
export function NineFeatures() {
  return (
    <ul className="grid gap-px border-default border-t bg-rule sm:grid-cols-2 lg:grid-cols-3">
      {nine.map(({ title, text, drawing }) => (
        <li
          key={title}
          className="flex min-w-0 flex-col bg-canvas *:px-cell max-sm:*:px-pad sm:max-lg:odd:*:pl-pad last:sm:max-lg:col-span-2 lg:nth-[3n+1]:*:pl-pad lg:nth-[3n]:*:pr-pad"
        >
          <div className="relative h-58 overflow-hidden border-default border-b bg-sunken pt-8 after:absolute after:inset-x-0 after:bottom-0 after:h-6 after:bg-linear-to-t after:from-(--surface-sunken) after:to-transparent">
            {drawing}
          </div>
          <div className="pt-6 pb-10">
            <h2 className="text-balance font-semibold text-18">{title}</h2>
            <p className="mt-1.5 text-pretty text-15 text-secondary">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

function CitedAnswer() {
  return (
    <Drawing label="An answer with one citation and the cited sentence highlighted.">
      <Panel className="grid gap-3 px-4.5 py-4">
        <p>
          Breach records are kept for <strong>six years</strong> after the entry is{' '}
          <span className="whitespace-nowrap">
            closed.
            <span className="ml-0.75 inline-grid h-4.5 min-w-4.5 place-items-center rounded-[5px] border border-accent bg-accent px-1.25 align-[2px] font-semibold text-[0.6875rem]/4 text-accent-on">
              1
            </span>
          </span>
        </p>
        <div className="rounded-tile border border-default bg-canvas py-3 pr-3.5 pl-8">
          <p className="relative text-13/5 text-primary before:absolute before:inset-y-0.5 before:-left-4 before:w-0.75 before:rounded-pill before:bg-mark-edge">
            <mark className="passage text-mark">
              Entries in the breach log are retained for six (6) years from the date the entry was closed.
            </mark>
          </p>
        </div>
      </Panel>
    </Drawing>
  )
}

function ApprovalRound() {
  return (
    <ListDrawing
      label="Two approvers, one approved and one pending."
      head={[
        'Approval of version 3',
        <Badge key="count" tone="warning">
          1 of 2
        </Badge>,
      ]}
    >
      <PersonRow name="Priya Nair" note="Data protection">
        <Badge tone="success" icon={<Check />}>
          Approved
        </Badge>
      </PersonRow>
      <PersonRow name="Jonas Weber" note="Legal">
        <Badge tone="warning" icon={<Clock />}>
          Pending
        </Badge>
      </PersonRow>
    </ListDrawing>
  )
}

const people = [
  { name: 'Aiko Tanaka', role: 'Admin' },
  { name: 'Mariam الأنصاري', role: 'Facilitator' },
  { name: 'Jonas Weber', role: 'Manager' },
  { name: 'Tomás Oliveira', role: 'Employee' },
]

function Roles() {
  return (
    <ListDrawing label="Four people with the roles Admin, Facilitator, Manager and Employee.">
      {people.map(({ name, role }) => (
        <PersonRow key={name} name={name}>
          <Badge>{role}</Badge>
        </PersonRow>
      ))}
    </ListDrawing>
  )
}

function PersonRow({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <PanelRow>
      <Avatar person={{ firstName: name }} />
      <span className="min-w-0 flex-1 truncate font-medium">
        <bdi>{name}</bdi> {note && <span className="font-regular text-tertiary">{note}</span>}
      </span>
      {children}
    </PanelRow>
  )
}
