import type { Citation } from '@portal/contracts/citation'
import type { Caller, ChatPorts } from '../ports.ts'

/** The most spans of one request to documents. */
const spansAtOnce = 50

/** Whether a person may be quoted all of these now: current, in force and open to them. */
export async function areCitable(
  by: Caller & { readonly ports: Pick<ChatPorts, 'passages'> },
  citations: readonly Citation[],
): Promise<boolean> {
  const spans = citations.flatMap(({ versionId, context = [], ...decisive }) =>
    [decisive, ...context].map(({ start, end, quote: text }) => ({ versionId, start, end, text })),
  )
  for (let at = 0; at < spans.length; at += spansAtOnce) {
    const part = spans.slice(at, at + spansAtOnce)
    const valid = await by.ports.passages.verify(by, part)
    if (!part.every((_, of) => valid[of])) return false
  }
  return true
}
