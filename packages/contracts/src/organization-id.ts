import { wholeNumber } from './whole-number.ts'

/** An organization's number in a path, in the one way that it is written: `1e3`, `01`, `-1` and 2^53 are nobody's. */
export const OrganizationId = wholeNumber(Number.MAX_SAFE_INTEGER)
