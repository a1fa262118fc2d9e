/** What an argument of {@link procedureCall} may be; numbers are whole. */
export type Argument = string | number | null

/**
 * `call name(…)` as SQL text, for a message that holds several statements, where there are no parameters. Strings are written as libpq's
 * PQescapeLiteral does it, so that they read the same whatever `standard_conforming_strings` is. Throws on what cannot be written.
 */
export function procedureCall(name: string, args: readonly Argument[]): string {
  return `call ${name}(${args.map(literal).join(', ')})`
}

function literal(value: Argument): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return quoted(value)
  if (!Number.isSafeInteger(value)) throw new Error('A number that goes into SQL is whole.')
  return String(value)
}

/** The connection's encoding is UTF-8, where no byte of another character looks like a quote. A NUL would end the message. */
function quoted(text: string): string {
  if (text.includes('\0')) throw new Error('A text that goes into SQL has no NUL.')
  return `E'${text.replace(/['\\]/g, '$&$&')}'`
}
