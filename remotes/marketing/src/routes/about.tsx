import { Ban, BookOpenCheck, FileCheck, Fingerprint, type LucideIcon, Scale, Users } from 'lucide-react'
import { CallToAction } from '../features/site/call-to-action.tsx'
import { PageTop } from '../features/site/page-top.tsx'
import { PublicPage } from '../features/site/public-page.tsx'
import { HeadedSection } from '../features/site/section.tsx'

const principles: readonly { title: string; text: string; icon: LucideIcon }[] = [
  {
    title: 'The source before the answer',
    text: 'A sentence without a passage behind it is not shown as an answer. The passage is one click away.',
    icon: BookOpenCheck,
  },
  {
    title: 'Silence is an answer',
    text: 'If the documents do not say, the portal says so and names whom to ask. That is how gaps get closed.',
    icon: Ban,
  },
  {
    title: 'People approve, software records',
    text: 'Named people decide on a version. The portal keeps who, when and why, and shows what would change.',
    icon: FileCheck,
  },
  {
    title: 'Access is a property of the document',
    text: 'Lists, search and answers follow one rule. What somebody may not read, they are not answered from.',
    icon: Users,
  },
  {
    title: 'Questions are private',
    text: 'A question belongs to the person who asked it. Others see counts without names, never conversations.',
    icon: Fingerprint,
  },
  {
    title: 'Proof that leaves the portal',
    text: 'An evidence pack carries the document, its approvals and its extract of the audit trail, and can be checked without us.',
    icon: Scale,
  },
]

const paragraphs = [
  'Most organizations have the rules they need. What they lack is the sentence at the moment somebody needs it: the folder has four versions, the wiki says something else, and the person who knows is on leave.',
  'This portal brings three things together that usually live apart: the library where policies are kept, the approval that puts a version in force, and the question that an employee asks at nine in the evening.',
  'Because they are one system, an answer can only come from text that somebody approved, and a question that nobody can answer becomes a task for the owner of the policy.',
  'It runs as separate parts on open engines: PostgreSQL, an event log, a search index and an identity provider. A part can be replaced or fail without taking the others along.',
]

/** Decision 50: About Us, until another address is set. */
export function Screen() {
  return (
    <PublicPage>
      <PageTop
        title="Rules help only when people can find and trust them"
        lead="We build a portal in which a policy, its approval and the questions about it are one thing."
      >
        <div className="grid gap-x-col gap-y-8 border-default border-t px-pad py-14 text-secondary lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          {paragraphs.map((text) => (
            <p key={text} className="max-w-[60ch] text-pretty">
              {text}
            </p>
          ))}
        </div>
      </PageTop>
      <HeadedSection
        id="principles"
        eyebrow="Principles"
        title="What we hold to"
        text="Each of these can be seen in the product, and none is a setting."
        ground="panel"
      >
        <ul className="grid gap-px border-default border-t bg-rule sm:grid-cols-2 lg:grid-cols-3">
          {principles.map(({ title, text, icon: Icon }) => (
            <li key={title} className="bg-panel px-pad pt-8 pb-9">
              <Icon className="size-4.5 text-accent-text" />
              <h3 className="mt-3.5 mb-1 font-semibold text-16">{title}</h3>
              <p className="text-pretty text-15 text-secondary">{text}</p>
            </li>
          ))}
        </ul>
      </HeadedSection>
      <CallToAction
        title="Talk to the people who build it"
        text="Ask what you would ask your own policies. We answer with the product open."
      />
    </PublicPage>
  )
}
