import { documentsApi } from '@portal/contracts/documents'
import { demoDocuments, demoFile } from '@portal/deploy/seed/demo-documents'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerQuestions, plain, type Questions, readQuestions, scoresOf } from './answer-questions.ts'
import { actor, type EvaluatedLibrary, startEvaluation } from './evaluated-library.fixture.ts'

// What a buyer may ask the demo. The figures are reported; thresholds are held in answers.test.ts.
const files = demoDocuments.map((document) => ({ file: demoFile(document), title: document.title }))
const titles = new Map(files.map(({ file, title }) => [file.pathname.split('/').at(-1), title]))
let questions: Questions
let evaluated: EvaluatedLibrary

beforeAll(async () => {
  questions = await readQuestions('demo')
  evaluated = await startEvaluation(files)
}, 240_000)

afterAll(() => evaluated.stop())

it('each answerable question of the demo is decided by words that stand in the text of its document', async () => {
  const client = evaluated.library.as(actor)
  const documents = await client.call(documentsApi.listDocuments, { query: {} })
  for (const { question, file, span } of questions.answerable) {
    const document = documents.find(({ fileName }) => fileName === file)
    if (!document?.currentVersion) throw new Error(`The demo does not upload ${file}.`)
    const params = { id: document.id, versionId: document.currentVersion.id }
    const { text } = await client.call(documentsApi.readVersionText, { params })
    expect(plain(text), question).toContain(plain(span))
  }
})

it('answers most of the demo’s questions from the document that decides them', async () => {
  const client = evaluated.assistant.as(actor, ['chat', 'documents'])
  const judged = await answerQuestions(client, questions, (file) => titles.get(file) ?? '')
  const { answered, precise, hit, refused } = scoresOf(judged)
  console.log(
    `demo: answered ${pct(answered)}, citation contains the span ${pct(precise)} of answered, ${pct(hit)} of all; refused ${pct(refused)} of unanswerable`,
  )
  for (const { question, isAnswerable, isHit, outcome, citations } of judged)
    if (isAnswerable ? !isHit : outcome !== 'no_evidence')
      console.log(`  ${outcome}: ${question} → ${citations[0]?.quote.slice(0, 120) ?? '-'}`)
  expect(hit).toBeGreaterThan(0.5)
}, 240_000)

function pct(share: number): string {
  return `${Math.round(share * 100)} %`
}
