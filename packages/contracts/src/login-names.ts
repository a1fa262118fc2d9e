/** Whether a login name is among these, in whatever case it is written: identity providers compare login names without it. */
export function isAmongLoginNames(username: string | null, names: readonly string[]): boolean {
  const wanted = username?.trim().toLowerCase()
  return wanted !== undefined && names.some((name) => name.toLowerCase() === wanted)
}
