import type { SiteClaims } from '@portal/contracts/marketing'
import {
  Activity,
  Building2,
  FileLock2,
  Lock,
  type LucideIcon,
  ServerCog,
  ShieldCheck,
  Users,
} from 'lucide-react'

interface Measure {
  readonly title: string
  readonly text: string
  readonly icon: LucideIcon
}

/** What the product does, beside what the operator claims in figures (decision 49). */
function measuresOf(claims: SiteClaims): Measure[] {
  const claimed = [
    claims.encryptionAtRest && {
      title: `Encrypted at rest with ${claims.encryptionAtRest}`,
      text: 'Documents, versions and conversations are encrypted where they are stored.',
      icon: Lock,
    },
    claims.encryptionInTransit && {
      title: `Encrypted in transit with ${claims.encryptionInTransit}`,
      text: 'Traffic between your browser and the portal is encrypted. Scripts cannot read the session cookie.',
      icon: ShieldCheck,
    },
    claims.uptime && {
      title: `${claims.uptime} uptime SLA`,
      text: 'If a part of the portal fails, the rest keeps working and says what is missing.',
      icon: ServerCog,
    },
  ]
  return [...claimed.filter((measure) => measure !== ''), ...ownMeasures]
}

const ownMeasures: readonly Measure[] = [
  {
    title: 'Organizations kept apart',
    text: 'Separation is enforced in the database, in the search index and in answers, not only in the screens.',
    icon: Building2,
  },
  {
    title: 'Roles and departments, on the server',
    text: 'Every request is checked against role, department and document before anything is read or changed.',
    icon: Users,
  },
  {
    title: 'Audit trail',
    text: 'Uploads, approvals, role changes and deletions are recorded with person and time, in a chain that shows any later edit.',
    icon: Activity,
  },
]

const confinedFiles: Measure = {
  title: 'Files read in confinement',
  text: 'What people upload is checked by its content and read in a process that is kept from network and data.',
  icon: FileLock2,
}

/** The cells fill rows of three or two, whatever is claimed. */
export function Measures({ claims }: { claims: SiteClaims }) {
  const measures = measuresOf(claims)
  const shown = measures.length % 2 === 0 ? measures : [...measures, confinedFiles]
  return (
    <>
      <h2 className="sr-only">Security measures</h2>
      <ul
        className={`grid gap-px border-default border-t bg-rule sm:grid-cols-2 ${shown.length % 3 === 0 ? 'lg:grid-cols-3' : 'lg:grid-cols-4'}`}
      >
        {shown.map(({ title, text, icon: Icon }) => (
          <li key={title} className="bg-canvas px-pad pt-8 pb-9">
            <Icon className="size-4.5 text-accent-text" />
            <h3 className="mt-3.5 mb-1 font-semibold text-16">{title}</h3>
            <p className="text-pretty text-15 text-secondary">{text}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
