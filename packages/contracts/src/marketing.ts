import { z } from 'zod'
import { route } from './route.ts'

/** A certification as the public pages name it (product §3). */
export const Certification = z.object({ name: z.string(), status: z.enum(['Compliant', 'In Progress']) })
export type Certification = z.infer<typeof Certification>

/** The icons that an integration's card may show. */
export const integrationIcons = [
  'bar-chart',
  'calendar',
  'cloud',
  'cpu',
  'database',
  'file',
  'folder',
  'hash',
  'layers',
  'pen',
  'users',
  'zap',
] as const

/** A card of the integrations page (product §3). */
export const Integration = z.object({
  name: z.string().min(1),
  description: z.string().min(1),
  category: z.string().min(1),
  icon: z.enum(integrationIcons),
  status: z.enum(['live', 'coming-soon']),
  features: z.array(z.string()),
})
export type Integration = z.infer<typeof Integration>

/** Where the public pages lead; an empty one hides its control (decision 50). */
export const SiteLinks = z.object({
  scheduleUrl: z.string(),
  quizUrl: z.string(),
  aboutUrl: z.string(),
  contactMailbox: z.string(),
})
export type SiteLinks = z.infer<typeof SiteLinks>

/** What the public pages claim in figures (product §9); an empty one is not claimed. */
export const SiteClaims = z.object({
  uptime: z.string(),
  integrationsUptime: z.string(),
  encryptionAtRest: z.string(),
  encryptionInTransit: z.string(),
  deletionPeriod: z.string(),
  syncTime: z.string(),
})
export type SiteClaims = z.infer<typeof SiteClaims>

/** What an operator sets of the public pages. */
export const SiteContent = z.object({
  links: SiteLinks,
  claims: SiteClaims,
  certifications: z.array(Certification),
  integrations: z.array(Integration),
})
export type SiteContent = z.infer<typeof SiteContent>

/** The public pages of one version of their remote as HTML, by screen, and what they show. */
export const RenderedSite = z.object({ content: SiteContent, pages: z.record(z.string(), z.string()) })
export type RenderedSite = z.infer<typeof RenderedSite>

/** The routes of marketing. */
export const marketingApi = {
  readContent: route('GET', '/api/marketing/content', {
    can: 'public',
    summary: 'Links, claims, certifications and integrations of the public pages',
    returns: SiteContent,
  }),
  readRenderedSite: route('GET', '/internal/marketing/rendered/{version}', {
    can: 'service',
    summary: 'The public pages of a version of the remote as HTML, for the gateway',
    params: z.object({ version: z.string().regex(/^[0-9a-f]{12}$/, 'A version is 12 hexadecimal digits') }),
    returns: RenderedSite,
    isPublicPath: false,
  }),
}
