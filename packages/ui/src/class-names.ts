/** Joins class names, leaving out what is false, null, undefined or empty. */
export function classNames(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
