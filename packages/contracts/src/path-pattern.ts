/** A matched entry with the decoded parameters of the path. */
export interface PathMatch<Entry> {
  readonly entry: Entry
  readonly params: Readonly<Record<string, string>>
}

/** A segment's parameter name, as of `{id}` or `:id`. */
const parameter = /^(?:\{(\w+)\}|:(\w+))$/

/**
 * The portal's path matcher: compiles patterns, as `/api/documents/{id}` or `/join/:code`, to a
 * function from a raw path (no query) to the entries that match it: those with the fewest
 * parameters first, then in the order given.
 */
export function pathMatcher<Entry extends { readonly path: string }>(entries: Iterable<Entry>) {
  const compiled = Array.from(entries, (entry) => {
    const segments = entry.path.slice(1).split('/')
    const names = segments.map((segment) => parameter.exec(segment)?.slice(1).join('') ?? null)
    return { entry, segments, names, count: names.filter((name) => name !== null).length }
  }).sort((a, b) => a.count - b.count)
  const byLength = Map.groupBy(compiled, ({ segments }) => segments.length)
  return (path: string): PathMatch<Entry>[] => {
    const given = path.slice(1).split('/')
    const found: PathMatch<Entry>[] = []
    for (const { entry, segments, names } of byLength.get(given.length) ?? []) {
      // Most patterns end here, so that nothing is made for them.
      if (names.some((name, at) => name === null && given[at] !== segments[at])) continue
      const params = paramsOf(names, given)
      if (params) found.push({ entry, params })
    }
    return found
  }
}

/** Null unless every parameter has a plain value. */
function paramsOf(
  names: readonly (string | null)[],
  given: readonly string[],
): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [at, name] of names.entries()) {
    const value = name === null ? '' : plainValue(given[at] ?? '')
    if (value === null) return null
    if (name !== null) params[name] = value
  }
  return params
}

/** What a parameter must not be, decoded once or, by a careless reader, twice. */
const notPlain = /^$|^\.{1,2}$|[/\\\0]|%(?:2e|2f|5c|00)/i

/** The decoded segment; null if it is empty, a dot segment, more than one, or a broken escape. */
function plainValue(segment: string): string | null {
  try {
    const value = decodeURIComponent(segment)
    return notPlain.test(value) ? null : value
  } catch {
    return null
  }
}
