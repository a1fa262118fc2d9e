import { CircleHelp, EyeOff, FilePen, Globe, Hand, type LucideIcon, Scale } from 'lucide-react'
import { HeadedSection } from '../site/section.tsx'

const limits: readonly { title: string; text: string; icon: LucideIcon }[] = [
  {
    title: 'Guess',
    text: 'A statement that no passage supports is not given as an answer.',
    icon: CircleHelp,
  },
  {
    title: 'Search the web',
    text: 'The assistant reads your approved documents and nothing else. It follows no links and opens no outside pages.',
    icon: Globe,
  },
  {
    title: 'Quote drafts',
    text: 'A version counts only for days on which it is approved and in force, and only while its document is active.',
    icon: FilePen,
  },
  {
    title: 'Show your conversations',
    text: 'What you ask is visible to you alone, unless you send it to an owner. What several people ask is shown without names.',
    icon: EyeOff,
  },
  {
    title: 'Give legal advice',
    text: 'It tells you what your policy says. What the law asks of you stays a question for your counsel.',
    icon: Scale,
  },
  {
    title: 'Decide for people',
    text: 'The assistant approves nothing. Where you ask for approval, the people you name give it.',
    icon: Hand,
  },
]

export function Limits() {
  return (
    <HeadedSection
      id="limits"
      eyebrow="Where it stops"
      title="What it will not do"
      text="Limits are part of the product. These hold for every organization and every role."
    >
      <ul className="grid gap-px border-default border-t bg-rule sm:grid-cols-2 lg:grid-cols-3">
        {limits.map(({ title, text, icon: Icon }) => (
          <li
            key={title}
            className="bg-canvas px-cell pt-8 pb-9 max-sm:px-pad sm:max-lg:odd:pl-pad lg:nth-[3n]:pr-pad lg:nth-[3n+1]:pl-pad"
          >
            <h3 className="flex items-center gap-2.5 font-semibold text-16">
              <Icon className="size-4.5 text-tertiary" />
              {title}
            </h3>
            <p className="mt-2 text-pretty text-15 text-secondary">{text}</p>
          </li>
        ))}
      </ul>
    </HeadedSection>
  )
}
