import { z } from 'zod'
import { roles } from './permissions.ts'

/** What the shell needs of the configuration; an empty URL hides its control. */
export const PortalSettings = z.object({
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

/** The organization of a signed-in person. */
export const SessionOrganization = z.object({
  id: z.number().int(),
  name: z.string(),
  logoUrl: z.string().nullable().optional(),
  /** What is switched off there; its permissions are nobody's. */
  featuresOff: z.array(z.string()).optional(),
})

/** Response of GET /api/session. `person` is null for an anonymous visitor. */
export const Session = z.object({
  person: Person.nullable(),
  organization: SessionOrganization.nullable(),
  role: z.enum(roles).nullable(),
  isMasterAdmin: z.boolean(),
  permissions: z.array(z.string()),
  settings: PortalSettings,
})
export type Session = z.infer<typeof Session>
