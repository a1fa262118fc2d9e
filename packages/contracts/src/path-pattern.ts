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
    return (byLength.get(given.length) ?? []).flatMap(({ entry, segments, names }) => {
      const params: Record<string, string> = {}
      for (const [at, name] of names.entries()) {
        const segment = given[at] ?? ''
        const value = name === null ? segment : plainValue(segment)
        if (value === null || (name === null && value !== segments[at])) return []
        if (name !== null) params[name] = value
      }
      return [{ entry, params }]
    })
  }
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
