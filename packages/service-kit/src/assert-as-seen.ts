import { isDeepStrictEqual } from 'node:util'
import { CodedError } from './coded-error.ts'

type Seen<Value> = { readonly [Name in keyof Value]?: Value[Name] | undefined }

/**
 * Refuses a change with 409 `conflict` if a value that its form began with, `seen`, is another one
 * `now`: it would silently undo what somebody else did. Both are compared in depth; fields that
 * `seen` does not name, or no `seen` at all, refuse nothing.
 */
export function assertAsSeen<Value extends object>(now: Value, seen: Seen<NoInfer<Value>> | undefined): void {
  if (isDeepStrictEqual({ ...now, ...seen }, { ...now })) return
  throw new CodedError(
    'conflict',
    'This was changed meanwhile, by somebody else or by you in another tab; your change is not saved. Reload the form, or open it again, to see what it is now.',
  )
}
