import { z } from 'zod'
import { roles } from './permissions.ts'

/** Where services get a passport to read on behalf of a member, at the gateway's internal port. */
export const delegationPath = '/internal/delegated-passports'

/** Of whom. Authorized with the secret that the gateway shares with the service, as a bearer. */
export const DelegationRequest = z.object({
  organizationId: z.number().int().positive(),
  personId: z.string().min(1).max(200),
})
export type DelegationRequest = z.infer<typeof DelegationRequest>

/** A passport with the person's present rights, for reading alone; 404 if they are no member. */
export const DelegatedPassport = z.object({
  passport: z.string(),
  role: z.enum(roles),
  departments: z.array(z.number().int()),
  featuresOff: z.array(z.string()).optional(),
})
export type DelegatedPassport = z.infer<typeof DelegatedPassport>
