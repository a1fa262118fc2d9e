import { z } from 'zod'
import { roles } from './permissions.ts'

/** A certification as the public pages name it (product §3). */
export const Certification = z.object({ name: z.string(), status: z.enum(['Compliant', 'In Progress']) })
export type Certification = z.infer<typeof Certification>

/** What an operator sets; an empty URL or list hides its control (decisions 49 and 50). */
export const PortalSettings = z.object({
  scheduleUrl: z.string(),
  quizUrl: z.string(),
  aboutUrl: z.string(),
  contactMailbox: z.string(),
  certifications: z.array(Certification),
  /** OIDC issuer for the shell's silent single sign-on check. */
  oidcIssuer: z.string(),
  oidcClientId: z.string(),
  accountUrl: z.string(),
  /** False: the upload test page stays, without its button (decision 36). */
  isUploadTestOpen: z.boolean().exactOptional(),
})
export type PortalSettings = z.infer<typeof PortalSettings>

/** A person as others see them. */
export const Person = z.object({
  id: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
})

/** Response of GET /api/session. `person` is null for an anonymous visitor. */
export const Session = z.object({
  person: Person.nullable(),
  organization: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  role: z.enum(roles).nullable(),
  isMasterAdmin: z.boolean(),
  permissions: z.array(z.string()),
  settings: PortalSettings,
})
export type Session = z.infer<typeof Session>
