import { type Certification, Integration, type SiteContent } from '@portal/contracts/marketing'
import { ServiceEnvironment } from '@portal/service-kit/config'
import { z } from 'zod'
import { defaultIntegrations } from './default-integrations.ts'

/** A page of another site or of ours; empty hides its control. */
const PageAddress = z.union(
  [z.literal(''), z.string().regex(/^\/(?!\/)[\w/-]*$/), z.url({ protocol: /^https?$/ })],
  { error: 'must be empty, a path as /call, or an address as https://example.com/call' },
)

/** Written as `<name>: <status>`, with semicolons between. */
const Certifications = z
  .string()
  .transform((text) => text.split(';').filter((part) => part.trim() !== ''))
  .pipe(
    z.array(
      z
        .string()
        .trim()
        .regex(/^[^:]+: (Compliant|In Progress)$/, 'must be as GDPR: Compliant; ISO 27001: In Progress')
        .transform(readCertification),
    ),
  )

/** Safe because the expression has matched. */
function readCertification(text: string): Certification {
  const [name = '', status] = text.split(':').map((part) => part.trim())
  return { name, status: status as Certification['status'] }
}

/** The cards as JSON: an array as `defaultIntegrations`. */
const Integrations = z
  .string()
  .transform((text, problem) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      problem.addIssue('must be a JSON array of cards')
      return z.NEVER
    }
  })
  .pipe(z.array(Integration))

/** What marketing reads of its environment: the content of the public pages, and where they lie. */
export const MarketingEnvironment = ServiceEnvironment.extend({
  /** The portal's address in browsers; its host is the mailbox's until that is set. */
  PUBLIC_ORIGIN: z.url(),
  /** Where the gateway finds remotes, one of which renders these pages. */
  REMOTES_DIRECTORY: z.string().min(1),
  SCHEDULE_URL: PageAddress.default('/call'),
  QUIZ_URL: PageAddress.default('/quiz'),
  ABOUT_URL: PageAddress.default('/about'),
  CONTACT_MAILBOX: z
    .string()
    .regex(/^([^\s@?&]+@[^\s@?&]+)?$/, 'must be empty or one e-mail address')
    .optional(),
  /** Decision 49: the specified claims; one set to empty is not made. */
  UPTIME_CLAIM: z.string().default('99.9%'),
  INTEGRATIONS_UPTIME_CLAIM: z.string().default('99%'),
  ENCRYPTION_AT_REST_CLAIM: z.string().default('AES-256'),
  ENCRYPTION_IN_TRANSIT_CLAIM: z.string().default('TLS 1.3'),
  DELETION_CLAIM: z.string().default('30 days'),
  SYNC_TIME_CLAIM: z.string().default('about 1 s'),
  CERTIFICATIONS: Certifications.prefault(
    'SOC 2 Type II: Compliant; GDPR: Compliant; CCPA: Compliant; ISO 27001: In Progress',
  ),
  INTEGRATIONS: Integrations.default(defaultIntegrations),
})
export type MarketingEnvironment = z.infer<typeof MarketingEnvironment>

/** The content of the public pages as configured. */
export function siteContent(env: MarketingEnvironment): SiteContent {
  return {
    links: {
      scheduleUrl: env.SCHEDULE_URL,
      quizUrl: env.QUIZ_URL,
      aboutUrl: env.ABOUT_URL,
      contactMailbox: env.CONTACT_MAILBOX ?? `contact@${new URL(env.PUBLIC_ORIGIN).hostname}`,
    },
    claims: {
      uptime: env.UPTIME_CLAIM,
      integrationsUptime: env.INTEGRATIONS_UPTIME_CLAIM,
      encryptionAtRest: env.ENCRYPTION_AT_REST_CLAIM,
      encryptionInTransit: env.ENCRYPTION_IN_TRANSIT_CLAIM,
      deletionPeriod: env.DELETION_CLAIM,
      syncTime: env.SYNC_TIME_CLAIM,
    },
    certifications: env.CERTIFICATIONS,
    integrations: env.INTEGRATIONS,
  }
}
