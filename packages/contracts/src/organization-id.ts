import { wholeNumber } from './whole-number.ts'

/**
 * An organization's number in a path, in canonical form only: `1e3`, `01`, `-1` and 2^53 are
 * invalid.
 */
export const OrganizationId = wholeNumber(Number.MAX_SAFE_INTEGER)
