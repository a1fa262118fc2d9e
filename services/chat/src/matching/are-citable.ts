import type { Citation } from '@portal/contracts/citation'
import type { Caller, ChatPorts } from '../ports.ts'

/** The most spans of one request to documents. */
const spansAtOnce = 50

type By = Caller & { readonly ports: Pick<ChatPorts, 'passages'> }

/** Whether a person may be quoted all of these now: current, in force and open to them. */
export async function areCitable(by: By, citations: readonly Citation[]): Promise<boolean> {
  const [isCitable = false] = await areEachCitable(by, [citations])
  return isCitable
}

/** The same of each of several answers, whose sources are checked together, each once. */
export async function areEachCitable(by: By, answers: readonly (readonly Citation[])[]): Promise<boolean[]> {
  const spans = answers.map(
    (citations) => new Map(citations.flatMap(spansOf).map((span) => [keyOf(span), span])),
  )
  const distinct = [...new Map(spans.flatMap((each) => [...each]))]
  const valid = new Set<string>()
  for (let at = 0; at < distinct.length; at += spansAtOnce) {
    const part = distinct.slice(at, at + spansAtOnce)
    const checked = await by.ports.passages.verify(
      by,
      part.map(([, span]) => span),
    )
    for (const [of, [key]] of part.entries()) if (checked[of]) valid.add(key)
  }
  return spans.map((each) => [...each.keys()].every((key) => valid.has(key)))
}

function spansOf({ versionId, context = [], ...decisive }: Citation) {
  return [decisive, ...context].map(({ start, end, quote: text }) => ({ versionId, start, end, text }))
}

function keyOf({ versionId, start, end, text }: ReturnType<typeof spansOf>[number]): string {
  return JSON.stringify([versionId, start, end, text])
}
