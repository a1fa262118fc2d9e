import { Link } from '@portal/remote-kit/link'
import { BadgeCheck, Building2, type LucideIcon, Quote, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'

const reasons: readonly { icon: LucideIcon; title: string; text: ReactNode }[] = [
  {
    icon: BadgeCheck,
    title: 'Approved and current only',
    text: 'Drafts, rejected versions and replaced versions never reach an answer.',
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
  {
    icon: ShieldCheck,
    title: 'Certifications, stated plainly',
    text: (
      <>
        SOC 2 Type II, GDPR and CCPA: Compliant. ISO 27001: In Progress.{' '}
        <Link
          to="/security"
          className="text-accent-text underline decoration-accent-border underline-offset-3"
        >
          See security
        </Link>
      </>
    ),
  },
]

export function TrustStrip() {
  return (
    <ul className="grid gap-px border-default border-t bg-rule sm:grid-cols-2 wide:grid-cols-4">
      {reasons.map(({ icon: Icon, title, text }) => (
        <li
          key={title}
          className="bg-canvas px-cell pt-7 pb-8 max-sm:px-pad sm:max-wide:odd:pl-pad wide:first:pl-pad wide:last:pr-pad"
        >
          <Icon aria-hidden="true" className="size-4.5 text-accent-text" />
          <h2 className="mt-3.5 mb-1 font-semibold text-15">{title}</h2>
          <p className="text-pretty text-14/5.5 text-secondary">{text}</p>
        </li>
      ))}
    </ul>
  )
}
