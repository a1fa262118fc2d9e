import { parseArgs } from 'node:util'
import { ChatCall } from '@portal/adapters/chat-model/openai/chat-call'
import { openAiConnection } from '@portal/adapters/openai/openai-connection'
import { startMisbehavingModel } from '@portal/testkit/models/misbehaving-model'
import { startPortalWithModel } from './chat/portal-with-model.ts'
import { interleaved } from './measure/interleaved.ts'
import { type Result, tables } from './measure/report.ts'

const question = 'How many days of annual leave do employees have?'
const prompt = { system: 'Answer.', user: question }
/** performance.md: 300 ms to the first token, then 10 ms each. */
const pace = { firstTokenMs: 300, tokenMs: 10 }
const says =
  'Employees have 25 days of annual leave. [[1|Employees have 25 days of annual leave.]]\nOUTCOME: answered'

/** Options of the short form. */
export const short = ['--rounds', '1']

/**
 * P11: from question to answer through chat and documents, against the model alone. Nothing is
 * shown before the evidence is checked, so first and last token are measured. `--rounds` (10).
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({ args: [...args], options: { rounds: { type: 'string', default: '10' } } })
  const rounds = Number(values.rounds)
  const server = await startMisbehavingModel()
  server.usual = { ...pace, says }
  const portal = await startPortalWithModel(server.url)
  try {
    const rows = await interleaved(
      [
        {
          name: 'the model, whole answer',
          round: () => timed(() => direct(server.url, Number.POSITIVE_INFINITY)),
        },
        { name: 'the model, first token', round: () => timed(() => direct(server.url, 1)) },
        { name: 'the portal, whole answer', round: () => timed(() => asked(portal.ask(question))) },
      ],
      rounds,
    )
    const [, first, whole] = rows.map(({ median }) => median)
    const result = tables('chat', rounds, [
      {
        title: 'P11: from question to answer',
        unit: 'ms',
        rows,
        verdict: `Retrieval, prompt, check of the evidence and storing take the portal ${rows[2]?.ratio.toFixed(2)} times as long as the model's own whole answer (reach 1.35, aim 1.15 for the first token). Nothing is shown before the evidence is checked, so the first word is ${((whole ?? 0) / (first ?? 1)).toFixed(2)} times the model's own first token with an answer of this length.`,
      },
    ])
    return [result]
  } finally {
    await portal[Symbol.asyncDispose]()
    await server.close()
  }
}

async function direct(url: string, tokensMax: number): Promise<void> {
  const { client, model } = openAiConnection(url, { example: '', settings: [] })
  let tokens = 0
  for await (const { text } of new ChatCall(client, model, 100).stream(prompt, AbortSignal.timeout(10_000))) {
    if (text !== '') tokens += 1
    if (tokens >= tokensMax) return
  }
}

async function asked(answer: Promise<{ readonly outcome: string }>): Promise<void> {
  const { outcome } = await answer
  if (outcome !== 'answered') throw new Error(`The portal did not answer: ${outcome}.`)
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}
