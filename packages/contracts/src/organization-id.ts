import { wholeNumber } from './whole-number.ts'

/** An organization's number in a path, in canonical form: no `1e3`, `01`, `-1` or 2^53. */
export const OrganizationId = wholeNumber(Number.MAX_SAFE_INTEGER)
