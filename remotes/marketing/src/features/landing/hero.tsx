import type { Certification } from '@portal/contracts/marketing'
import { Link } from '@portal/remote-kit/link'
import { Button } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { BadgeCheck, Building2, type LucideIcon, Quote, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Section } from '../site/section.tsx'
import { useSiteContent, useSiteLinks } from '../site/site-content.ts'
import { ExternalLink } from '../site/site-links.tsx'
import { AnswerWindow } from './answer-window.tsx'

/** The promise, the product that keeps it, and four reasons to believe it. */
export function Hero() {
  const { scheduleUrl, quizUrl } = useSiteLinks()
  return (
    <Section labelledBy="hero">
      <div className="grid items-end gap-x-col gap-y-8 px-pad pt-hero pb-[clamp(40px,4.6vw,64px)] lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <h1 id="hero" className="text-balance font-semibold text-display">
          Ask your policies.
          <br />
          See <span className="marker">the sentence that&nbsp;answers.</span>
        </h1>
        <div>
          <p className="max-w-[44ch] text-pretty text-18 text-secondary">
            Upload policies, have the right people approve them, and let everyone ask in plain words. Every
            answer points to the passage it came from. If your documents do not say, the assistant says so.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <Button asChild variant="primary" size="xl" className="max-sm:w-full">
              <ExternalLink href={scheduleUrl} hasArrow>
                Schedule a Call
              </ExternalLink>
            </Button>
            <Button asChild size="xl" className="max-sm:w-full">
              <ExternalLink href={quizUrl} hasArrow>
                Take the Quality Quiz
              </ExternalLink>
            </Button>
          </div>
        </div>
      </div>
      <div className="relative isolate px-3 pb-pad sm:px-pad">
        <div className="dotted-ground -z-1 absolute inset-x-0 top-24 bottom-0 border-default border-t" />
        <AnswerWindow />
      </div>
      <TrustStrip />
    </Section>
  )
}

interface Reason {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: ReactNode
}

const reasons: readonly Reason[] = [
  {
    icon: BadgeCheck,
    title: 'Approved text only',
    text: 'Drafts and rejected versions never reach an answer. Replaced ones answer only for past days.',
  },
  {
    icon: Quote,
    title: 'A source beside every answer',
    text: 'Numbered citations open the document at the passage, with its version and approver.',
  },
  {
    icon: Building2,
    title: 'Organizations kept apart',
    text: 'Separated in the database, in search and in every answer.',
  },
]

/** The certifications that the operator has set; without any no reason (decision 49). */
function certificationReason(certifications: readonly Certification[]): Reason[] {
  if (certifications.length === 0) return []
  const byStatus = Map.groupBy(certifications, ({ status }) => status)
  const list = new Intl.ListFormat('en-GB')
  const sentences = [...byStatus].map(
    ([status, those]) => `${list.format(those.map(({ name }) => name))}: ${status}. `,
  )
  const text = (
    <>
      {sentences.join('')}
      <Link to="/security" className="text-accent-text underline decoration-accent-border underline-offset-3">
        See security
      </Link>
    </>
  )
  return [{ icon: ShieldCheck, title: 'Certifications, stated plainly', text }]
}

function TrustStrip() {
  const shown = [...reasons, ...certificationReason(useSiteContent().data?.certifications ?? [])]
  return (
    <ul
      className={classNames(
        'grid gap-px border-default border-t bg-rule sm:grid-cols-2',
        shown.length > 3 ? 'wide:grid-cols-4' : 'wide:grid-cols-3',
      )}
    >
      {shown.map(({ icon: Icon, title, text }) => (
        <li
          key={title}
          className="bg-canvas px-cell pt-7 pb-8 max-sm:px-pad sm:max-wide:odd:pl-pad wide:first:pl-pad wide:last:pr-pad"
        >
          <Icon className="size-4.5 text-accent-text" />
          <h2 className="mt-3.5 mb-1 font-semibold text-15">{title}</h2>
          <p className="text-pretty text-14/5.5 text-secondary">{text}</p>
        </li>
      ))}
    </ul>
  )
}
