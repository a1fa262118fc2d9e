/** An argument of {@link procedureCall}; numbers are integers. */
export type Argument = string | number | null

/**
 * `call name(…)` as SQL text for multi-statement messages, which take no parameters. Escapes
 * strings like libpq's PQescapeLiteral. Throws on invalid input.
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

/** In UTF-8 no byte of another character looks like a quote. A NUL would end the message. */
function quoted(text: string): string {
  if (text.includes('\0')) throw new Error('A text that goes into SQL has no NUL.')
  return `E'${text.replace(/['\\]/g, '$&$&')}'`
}
