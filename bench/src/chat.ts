import { parseArgs } from 'node:util'
import { ChatCall } from '@portal/adapters/chat-model/openai/chat-call'
import { openAiConnection } from '@portal/adapters/openai/openai-connection'
import { startMisbehavingModel } from '@portal/testkit/models/misbehaving-model'
import { askAsCrowd } from './chat/crowd.ts'
import { startPortalWithModel } from './chat/portal-with-model.ts'
import { interleaved } from './measure/interleaved.ts'
import { type Result, tables } from './measure/report.ts'

const question = 'How many days of annual leave do employees have?'
const prompt = { system: 'Answer.', user: question }
/** performance.md: 300 ms to the first token, then 10 ms each. */
const pace = { firstTokenMs: 300, tokenMs: 10 }
const statement = 'Employees have 25 days of annual leave. [[1|Employees have 25 days of annual leave.]]'
const says = `${statement} Leave is requested in writing. [[1|Leave is requested in writing.]]
OUTCOME: answered`

/** Options of the short form. */
export const short = ['--rounds', '1', '--people', '5', '--questions', '10', '--documents', '2']

/**
 * Part `model` is P11: from question to answer through chat and documents, against the model alone:
 * to the first checked statement, and to the whole answer, in `--rounds` (10). Part `crowd` is
 * `--questions` (500) of `--people` (50) at once about `--documents` (17) of the demo.
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      part: { type: 'string', default: 'model,crowd' },
      rounds: { type: 'string', default: '10' },
      people: { type: 'string', default: '50' },
      questions: { type: 'string', default: '500' },
      documents: { type: 'string', default: '17' },
    },
  })
  const results: Result[] = []
  if (values.part.includes('model')) results.push(await againstModel(Number(values.rounds)))
  if (values.part.includes('crowd')) {
    const { people, questions, documents } = values
    const size = { people: Number(people), questions: Number(questions), documents: Number(documents) }
    results.push(await askAsCrowd(size))
  }
  return results
}

async function againstModel(rounds: number): Promise<Result> {
  const server = await startMisbehavingModel()
  server.usual = { ...pace, says }
  const portal = await startPortalWithModel(server.url)
  try {
    const first = await interleaved(
      [
        {
          name: 'the model, first statement',
          round: () => timed(() => direct(server.url, statement.length)),
        },
        {
          name: 'the portal, first checked statement',
          round: () => timed(() => portal.firstStatement(question)),
        },
      ],
      rounds,
    )
    const whole = await interleaved(
      [
        {
          name: 'the model, whole answer',
          round: () => timed(() => direct(server.url, Number.POSITIVE_INFINITY)),
        },
        { name: 'the portal, whole answer', round: () => timed(() => asked(portal.ask(question))) },
      ],
      rounds,
    )
    return tables('chat', rounds, [
      {
        title: 'P11: from question to the first checked statement',
        unit: 'ms',
        rows: first,
        verdict: `Retrieval, prompt, check of the evidence and storing make the first checked statement come after ${first[1]?.ratio.toFixed(2)} times the time in which the model alone has finished it (reach 1.35, aim 1.15).`,
      },
      {
        title: 'The whole answer',
        unit: 'ms',
        rows: whole,
        verdict: `The whole answer takes ${whole[1]?.ratio.toFixed(2)} times as long as the model's own.`,
      },
    ])
  } finally {
    await portal[Symbol.asyncDispose]()
    await server.close()
  }
}

/** Resolves when the model has said so many characters. */
async function direct(url: string, charactersMax: number): Promise<void> {
  const { client, model } = openAiConnection(url, { example: '', settings: [] })
  const signal = AbortSignal.timeout(10_000)
  let said = 0
  for await (const { text } of new ChatCall(client, model, 100).stream(prompt, { signal })) {
    said += text.length
    if (said >= charactersMax) return
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
