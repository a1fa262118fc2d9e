import { Badge } from '@portal/ui/badge'
import { CheckCheck, FileSearch, type LucideIcon, PenLine, ServerCog, UserRound } from 'lucide-react'
import { HeadedSection } from '../site/section.tsx'

const audiences: readonly {
  name: string
  icon: LucideIcon
  question: string
  text: string
  screens: readonly string[]
}[] = [
  {
    name: 'Employee',
    icon: UserRound,
    question: 'Am I allowed to do this?',
    text: 'Asks in plain words and gets the rule with the sentence behind it, without searching folders or writing to the compliance team.',
    screens: ['AI Assistant', 'Documents'],
  },
  {
    name: 'Policy owner',
    icon: PenLine,
    question: 'Do people understand what we wrote?',
    text: 'Sees which questions come up, which found no answer and which answers were rated low, then publishes a clearer version.',
    screens: ['Documents', 'Gaps'],
  },
  {
    name: 'Approver',
    icon: CheckCheck,
    question: 'What exactly changed?',
    text: 'Reads the difference first, sees which answers would change, and decides with a comment that stays with the version.',
    screens: ['Pending Approvals'],
  },
  {
    name: 'Auditor',
    icon: FileSearch,
    question: 'Who approved this, and when?',
    text: 'Follows any version to its approvals and any answer to its passage. Names, dates and comments are on record.',
    screens: ['All Versions'],
  },
  {
    name: 'Operator',
    icon: ServerCog,
    question: 'Is every organization set up and separate?',
    text: 'Manages organizations and accounts in one place, with no access to their documents, conversations or answers.',
    screens: ['Master Admin'],
  },
]

/** Whom it is for, by the question that each brings. */
export function Audiences() {
  return (
    <HeadedSection
      id="who"
      eyebrow="Who it is for"
      title="The question each person brings"
      text="One set of documents, five reasons to open it. Each person sees the part that their role and departments allow."
      ground="panel"
    >
      <ul className="border-default border-t">
        {audiences.map(({ name, icon: Icon, question, text, screens }) => (
          <li
            key={name}
            className="grid items-start gap-x-8 gap-y-2 border-default px-pad py-7 not-first:border-t sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] lg:grid-cols-[2.2fr_4fr_5fr_2.6fr]"
          >
            <h3 className="flex items-center gap-2.5 font-semibold text-15/7 sm:max-lg:col-span-2">
              <Icon className="size-4.5 text-accent-text" />
              {name}
            </h3>
            <p className="text-balance font-medium text-18/7">“{question}”</p>
            <p className="text-pretty text-15/6.25 text-secondary">{text}</p>
            <p className="flex flex-wrap gap-1.5 pt-0.75 sm:max-lg:col-start-2 lg:justify-end">
              {screens.map((screen) => (
                <Badge key={screen}>{screen}</Badge>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </HeadedSection>
  )
}
