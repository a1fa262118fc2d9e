import {
  Check,
  FileSearch,
  KeyRound,
  type LucideIcon,
  MessageSquareText,
  Quote,
  Sparkles,
} from 'lucide-react'
import { Readers } from '../drawings/list-drawings.tsx'
import { HeadedSection } from '../site/section.tsx'

const steps: readonly { title: string; text: string; icon: LucideIcon }[] = [
  {
    title: 'Question',
    text: 'You ask while logged in. Your conversation is yours alone.',
    icon: MessageSquareText,
  },
  {
    title: 'Permission',
    text: 'Only documents that your department may read are considered.',
    icon: KeyRound,
  },
  { title: 'Passages', text: 'Search returns passages of approved versions in force.', icon: FileSearch },
  {
    title: 'Model',
    text: 'A language model, where one is used, receives the question and those passages. It has no tools and opens no links.',
    icon: Sparkles,
  },
  { title: 'Answer', text: 'Citations may point only to passages that were supplied.', icon: Quote },
]

const heldBack = [
  'Drafts and rejected versions are never quoted, replaced ones only in answers for past days.',
  'Inactive documents leave search and answers at once.',
  'File types are checked by content as well as by name.',
  'What a document says is read as text to quote, not as an instruction.',
  'Deleted documents can be restored for 30 days. Their approvals and audit entries are kept.',
]

/** Product §2: document security. `deletionPeriod` is empty when nothing is claimed. */
export function DocumentSecurity({ deletionPeriod }: { deletionPeriod: string }) {
  const deletion = `Account data is deleted within ${deletionPeriod} of account closure, on request.`
  return (
    <HeadedSection
      id="documents"
      eyebrow="Document security"
      title="From the question to its answer"
      text="What happens between the two, and where a document can be held back."
    >
      <ol className="mx-pad mb-[clamp(40px,5vw,64px)] grid gap-px overflow-hidden rounded-card border border-default bg-rule sm:grid-cols-2 lg:grid-cols-5">
        {steps.map(({ title, text, icon: Icon }) => (
          <li key={title} className="bg-panel px-5 pt-5 pb-6 last:sm:max-lg:col-span-2">
            <Icon className="size-4.5 text-accent-text" />
            <h3 className="mt-3 mb-1 font-semibold text-15">{title}</h3>
            <p className="text-pretty text-14/5.5 text-secondary">{text}</p>
          </li>
        ))}
      </ol>
      <div className="grid border-default border-t lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="px-pad py-12">
          <h3 className="font-semibold text-18">Held back by default</h3>
          <ul className="mt-5 grid gap-3.5 text-15 text-secondary">
            {(deletionPeriod === '' ? heldBack : [...heldBack, deletion]).map((text) => (
              <li key={text} className="flex gap-3">
                <Check className="mt-1 size-4 shrink-0 text-accent-text" />
                <span className="text-pretty">{text}</span>
              </li>
            ))}
          </ul>
        </div>
        <div className="grid content-center border-default bg-sunken px-pad py-12 max-lg:border-t lg:border-l">
          <Readers />
        </div>
      </div>
    </HeadedSection>
  )
}
