import { Blocks, ListChecks, type LucideIcon, ShieldCheck } from 'lucide-react'

export interface ProductLink {
  readonly to: string
  readonly label: string
  readonly about: string
  readonly icon: LucideIcon
}

/** Product §2: the Product dropdown, and the first column of the footer. */
export const productLinks: readonly ProductLink[] = [
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
