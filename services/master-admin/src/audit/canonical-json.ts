/**
 * A JSON value in its one canonical form (RFC 8785, JSON Canonicalization Scheme): no spaces, members sorted by the UTF-16 units of their
 * names, numbers and strings as ECMAScript writes them. Throws for what has no such form: undefined, functions, numbers that are not
 * finite, lone surrogates.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return canonicalText(value)
  if (typeof value === 'number' && Number.isFinite(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object') {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${members.map(([name, member]) => `${canonicalText(name)}:${canonicalJson(member)}`).join(',')}}`
  }
  throw new TypeError(`${typeof value} has no canonical JSON.`)
}

function canonicalText(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('Text with a lone surrogate has no canonical JSON.')
  return JSON.stringify(text)
}
