import { Link } from '@portal/remote-kit/link'
import { BrandMark, productName } from '@portal/ui/brand'
import { ArrowUpRight, Blocks, ListChecks, ShieldCheck } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

/** Product §2: the Product dropdown, and the first column of the footer. */
export const productLinks = [
  { to: '/features', label: 'Features', about: 'Library, versions, approvals, answers', icon: ListChecks },
  {
    to: '/security',
    label: 'Security',
    about: 'Measures, certifications, document security',
    icon: ShieldCheck,
  },
  { to: '/integrations', label: 'Integrations', about: 'What is live and what is coming soon', icon: Blocks },
]

/** The second column of the footer. */
export const companyLinks = [
  { to: '/contact', label: 'Contact Us' },
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/terms', label: 'Terms of Service' },
] as const

interface ExternalLinkProps extends Omit<ComponentProps<'a'>, 'target' | 'rel'> {
  readonly href: string
  readonly children: ReactNode
  /** Shows an arrow for links that leave the portal. */
  readonly hasArrow?: boolean
}

/** A link out of the portal: a new tab, and says so. Nothing without an address (decision 50). */
export function ExternalLink({ href, children, hasArrow = false, ...anchor }: ExternalLinkProps) {
  if (href === '') return null
  return (
    <a {...anchor} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      {hasArrow && <ArrowUpRight className="size-4 opacity-80" />}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

export function BrandLink() {
  return (
    <Link to="/" className="inline-flex items-center gap-2.5 font-semibold text-16 tracking-tight">
      <BrandMark />
      {productName}
    </Link>
  )
}
