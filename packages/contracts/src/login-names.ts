/** Whether the list has this login name, ignoring case as identity providers do. */
export function isAmongLoginNames(username: string | null, names: readonly string[]): boolean {
  const wanted = username?.trim().toLowerCase()
  return wanted !== undefined && names.some((name) => name.toLowerCase() === wanted)
}
