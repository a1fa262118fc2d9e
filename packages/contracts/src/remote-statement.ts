import type { RemoteEntry } from './remotes.ts'

/** An entry as browsers get it: they check scripts and styles alone, of hundreds of files. */
export function entryForBrowsers(entry: RemoteEntry): RemoteEntry {
  const checked = Object.entries(entry.integrity).filter(([file]) => /\.(js|css)$/.test(file))
  return { ...entry, integrity: Object.fromEntries(checked) }
}

/**
 * What the signature of an entry covers, as text: everything that the shell acts on, with the
 * hashes of scripts and styles, and through `files` those of all others. The same for an entry with
 * all hashes and for one as browsers get it. JSON with sorted names (as RFC 8785; entries hold no
 * fractions).
 */
export function remoteStatement(entry: RemoteEntry): string {
  const { signature: _, isPreview: _preview, isWatched: _watched, ...signed } = entryForBrowsers(entry)
  return `portal remote\n${sortedJson(signed)}`
}

/** JSON that does not depend on the order in which names were set. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(sorted(value))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(names.map(([name, part]) => [name, sorted(part)]))
}

/**
 * The public keys of a configuration, by name: `<name>=<32 bytes in base64>` with spaces between.
 * Null where the text is nothing of the kind.
 */
export function readRemoteKeys(text: string): ReadonlyMap<string, string> | null {
  const pairs = text.split(/\s+/).filter((pair) => pair !== '')
  const keys = pairs.map((pair) => /^([\w.-]{1,40})=([\w+/]{43}=)$/.exec(pair))
  if (keys.includes(null)) return null
  return new Map(keys.map((match) => [match?.[1] ?? '', match?.[2] ?? '']))
}
