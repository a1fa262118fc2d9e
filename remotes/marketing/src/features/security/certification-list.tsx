import type { Certification } from '@portal/contracts/marketing'
import { Badge } from '@portal/ui/badge'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { HeadedSection } from '../site/section.tsx'

/** What is known of the specified ones; others stand by their name. */
const explanations: Readonly<Record<string, string>> = {
  'SOC 2 Type II': 'Controls for security, examined over a period of time.',
  GDPR: 'European rules for personal data, including access and deletion on request.',
  CCPA: 'California privacy rights for access, deletion and correction.',
  'ISO 27001': 'Information security management.',
}

/** Product §4: Compliant shows a green check, any other status a yellow warning. */
export function CertificationList({ certifications }: { certifications: readonly Certification[] }) {
  if (certifications.length === 0) return null
  return (
    <HeadedSection
      id="certifications"
      eyebrow="Where we are"
      title="Certifications"
      text="A status is either Compliant or In Progress. What has not been started is not listed."
      ground="panel"
    >
      <ul className="border-default border-t">
        {certifications.map(({ name, status }) => (
          <li
            key={name}
            className="grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-1 border-default px-pad py-4.5 not-first:border-t lg:grid-cols-[auto_minmax(0,3fr)_minmax(0,6fr)_6rem]"
          >
            {status === 'Compliant' ? (
              <CircleCheck className="size-5 text-success-text" />
            ) : (
              <TriangleAlert className="size-5 text-warning-text" />
            )}
            <h3 className="font-semibold text-16">{name}</h3>
            <p className="text-15 text-secondary max-lg:order-1 max-lg:col-start-2 max-lg:col-end-4">
              {explanations[name]}
            </p>
            <Badge tone={status === 'Compliant' ? 'success' : 'warning'} className="justify-self-end">
              {status}
            </Badge>
          </li>
        ))}
      </ul>
    </HeadedSection>
  )
}
