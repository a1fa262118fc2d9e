import { Avatar } from '@portal/ui/avatar'
import { Badge, type BadgeTone } from '@portal/ui/badge'
import { Check, CircleCheck, Clock, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Drawing, Panel } from '../drawings/drawing.tsx'
import { HeadedSection } from '../site/section.tsx'

const steps: readonly { title: string; text: string; picture: string; drawing: ReactNode }[] = [
  {
    title: 'Upload',
    text: 'Add PDF, Word or text files of up to 10 MB and choose a department for each.',
    picture: 'A Word file being indexed.',
    drawing: (
      <>
        <p className="flex items-center gap-2">
          <FileText className="size-4 shrink-0" />
          <span className="min-w-0 flex-1 truncate font-medium">leave.docx</span>
          <span className="text-12 text-tertiary">1.42 MB</span>
        </p>
        {/* As a progress bar looks; its style attribute would break the policy of a rendered page. */}
        <span className="h-1 overflow-hidden rounded-pill bg-track">
          <span className="block h-full w-[72%] rounded-pill bg-accent" />
        </span>
        <p className="flex justify-between text-12 text-tertiary">
          <span>Indexing</span>
          <span>72%</span>
        </p>
      </>
    ),
  },
  {
    title: 'Approve',
    text: 'Name the people who must agree. They read the difference and decide with a comment.',
    picture: 'Two approvers, one approved and one pending.',
    drawing: (
      <>
        <Approver name="Priya Nair" tone="success" icon={<Check />} status="Approved" />
        <Approver name="Jonas Weber" tone="warning" icon={<Clock />} status="Pending" />
      </>
    ),
  },
  {
    title: 'Ask',
    text: 'Everyone asks in plain words and gets the rule, with the passage that states it.',
    picture: 'An answer with one citation.',
    drawing: (
      <>
        <p>
          Two weeks’ notice to your manager is{' '}
          <span className="whitespace-nowrap">
            enough.
            <span className="ml-0.75 inline-grid h-4.5 min-w-4.5 place-items-center rounded-[5px] border px-1.25 align-[2px] font-semibold text-[0.6875rem]/4 border-accent-border bg-accent-subtle text-accent-text">
              1
            </span>
          </span>
        </p>
        <p className="flex items-center gap-2">
          <Badge tone="success" icon={<CircleCheck />}>
            Answered
          </Badge>
          <span className="text-12 text-tertiary">1 source</span>
        </p>
      </>
    ),
  },
  {
    title: 'Improve',
    text: 'Ratings and unanswered questions show which document to clarify next.',
    picture: 'An open gap: a question that nine people asked.',
    drawing: (
      <>
        <p className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">Who pays for taxis?</span>
          <Badge tone="warning">Open</Badge>
        </p>
        <p className="text-12 text-secondary">9 people asked, 7 without an answer</p>
      </>
    ),
  },
]

export function HowItWorks() {
  return (
    <HeadedSection
      id="how"
      eyebrow="How it works"
      title="Four steps from file to answer"
      text="Start with one department and a handful of documents. The rest can follow at your own pace."
    >
      <ol className="grid gap-px border-default border-t bg-rule sm:grid-cols-2 wide:grid-cols-4">
        {steps.map(({ title, text, picture, drawing }, index) => (
          <li
            key={title}
            className="flex flex-col bg-canvas px-cell pt-8 pb-12 max-sm:px-pad sm:max-wide:odd:pl-pad wide:pb-air wide:first:pl-pad wide:last:pr-pad"
          >
            <span
              aria-hidden="true"
              className="grid size-7 place-items-center rounded-pill border border-strong bg-panel font-semibold text-13 leading-none"
            >
              {index + 1}
            </span>
            <h3 className="mt-5 mb-1.5 font-semibold text-18/6.5">{title}</h3>
            <p className="text-pretty text-15 text-secondary">{text}</p>
            <Drawing label={picture} className="mt-auto pt-6">
              <Panel className="grid min-h-25 grid-cols-[minmax(0,1fr)] content-center gap-2.5 px-3.5 py-3 text-13/4.5">
                {drawing}
              </Panel>
            </Drawing>
          </li>
        ))}
      </ol>
    </HeadedSection>
  )
}

interface ApproverProps {
  readonly name: string
  readonly tone: BadgeTone
  readonly icon: ReactNode
  readonly status: string
}

function Approver({ name, status, ...badge }: ApproverProps) {
  return (
    <p className="flex items-center gap-2">
      <Avatar person={{ firstName: name }} />
      <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
      <Badge {...badge}>{status}</Badge>
    </p>
  )
}
