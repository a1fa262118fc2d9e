import { z } from 'zod'

/** Bodies of the admin API of the embedded identity provider; its secret is the bearer token. */
const text = (max: number) => z.string().min(1).max(max)

/** POST /accounts */
export const NewAccountBody = z.object({
  username: text(254).regex(/^[^\p{C}]+$/u, 'A user name holds no control characters.'),
  email: z.email().max(254),
  firstName: text(100).optional(),
  lastName: text(100).optional(),
  password: z.string().max(1000).optional(),
  reference: text(200).optional(),
})

/** PUT /accounts/{subject}/password */
export const PasswordBody = z.object({ password: z.string().max(1000) })

/** PUT /accounts/{subject}/verified-address */
export const VerifiedAddressBody = z.object({ email: z.string().min(1).max(254) })

/** Its response: false if the address is not the account's. */
export const VerifiedAddressResponse = z.object({ isVerified: z.boolean() })

/** PUT /accounts/{subject}/state */
export const StateBody = z.object({ isDisabled: z.boolean() })

/** POST /first-operator */
export const FirstOperatorBody = z.object({ username: text(254) })

/** Response of POST /accounts and GET /accounts?name= (where it may be null). */
export const SubjectResponse = z.object({ subject: z.string().nullable() })

/** Response of GET /accounts/{subject}/address */
export const AddressResponse = z.object({ email: z.string().nullable(), isVerified: z.boolean() })

/** Response of POST /accounts/{subject}/password-links: an address for a browser, good once. */
export const LinkResponse = z.object({ url: z.string(), expiresAt: z.iso.datetime() })

/** Response of POST /first-operator. No link when the operator has chosen a password already. */
export const FirstOperatorResponse = z.object({ subject: z.string(), link: LinkResponse.nullable() })

/** Body of every refusal; `code` becomes the port's error. */
export const Refusal = z.object({
  code: z.enum(['account_exists', 'password_refused', 'unknown_account', 'invalid_request', 'unavailable']),
  message: z.string(),
})
export type Refusal = z.infer<typeof Refusal>
