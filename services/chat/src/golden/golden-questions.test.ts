import { chatApi } from '@portal/contracts/chat'
import { documentsEvents } from '@portal/contracts/documents'
import { goldenQuestionsMax } from '@portal/contracts/golden-questions'
import { openDatabase } from '@portal/service-kit/database/open-database'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { eventually, type Learning, startLearning } from '../learned.fixture.ts'

let portal: Learning
let documentId: string
beforeAll(async () => {
  portal = await startLearning()
})
afterAll(() => portal.stop())
beforeEach(async () => {
  portal.begin()
  documentId = (await portal.put('retention', 'Records are kept for seven years.')).documentId
  await portal.settled()
})

const steward = () => portal.as('steward', 'admin')
const add = (question: string, words = '', of = documentId) =>
  steward().call(chatApi.addGoldenQuestion, { body: { question, documentId: of, words } })
const run = () => steward().call(chatApi.runGoldenQuestions, {})
const runs = () => steward().call(chatApi.listGoldenRuns, { query: {} })
const finished = (count = 1) =>
  eventually(async () => {
    const ended = (await runs()).filter(({ state }) => state !== 'running')
    expect(ended).toHaveLength(count)
    return ended
  })

describe('a run of golden questions', () => {
  it('says of each whether the right document answered with the right words', async () => {
    const right = await add('How long is retention?', 'kept for SEVEN years')
    const wrongWords = await add('What is retention?', 'ten years')
    const refused = await add('May I keep gifts?')
    const { id } = await run()
    const [ended] = await finished()
    expect(ended).toMatchObject({ id, cause: 'demand', questions: 3, asked: 3, answered: 2, right: 1 })
    const { results } = await steward().call(chatApi.readGoldenResults, { params: { id } })
    const of = (questionId: string) => results.find((each) => each.questionId === questionId)
    expect(of(right.id)).toMatchObject({ outcome: 'answered', isRightDocument: true, hasWords: true })
    expect(of(wrongWords.id)).toMatchObject({ isRightDocument: true, hasWords: false })
    expect(of(refused.id)).toMatchObject({ outcome: 'no_evidence', isRightDocument: false, hasWords: null })
    await eventually(() => expect(portal.eventsOf('golden-run.finished')).toHaveLength(1))
    expect(portal.eventsOf('golden-run.started')).toHaveLength(1)
  })

  it('follows each activation by itself', async () => {
    await add('How long is retention?', 'ten years')
    await portal.put('retention', 'Records are kept for ten years.', { documentId })
    const [ended] = await finished()
    expect(ended).toMatchObject({ cause: 'activation', state: 'finished', right: 1 })
    await portal.put('retention', 'Records are kept for two years.', { documentId })
    expect((await finished(2))[0]).toMatchObject({ cause: 'activation' })
  })

  it('fails, and asks nothing, when nobody of them is a steward any more', async () => {
    await add('How long is retention?')
    portal.as('steward', 'team_member')
    await portal.put('retention', 'Records are kept for ten years.', { documentId })
    await eventually(() => expect(portal.eventsOf('golden-run.finished')).toHaveLength(1))
    expect((await runs())[0]).toMatchObject({ state: 'failed', asked: 0 })
  })

  it('is refused without questions, and stores no conversation', async () => {
    await expect(run()).rejects.toMatchObject({ status: 409, detail: 'There are no golden questions yet.' })
    await add('How long is retention?')
    await run()
    await finished()
    expect(await steward().call(chatApi.listConversations, { query: {} })).toEqual([])
  })
})

/** Begins all of them while nobody can add a row, and lets them go on once each of them waits. */
async function allAtOnce<T>(adds: readonly (() => Promise<T>)[]): Promise<PromiseSettledResult<T>[]> {
  const { owner } = portal.under.urls
  const database = openDatabase({ urls: { app: owner, platform: owner }, name: 'test' })
  onTestFinished(() => database.close())
  const { added } = await database.platformTx(async (db) => {
    await db.execute(sql`lock table golden_questions in exclusive mode`)
    const added = Promise.allSettled(adds.map((begin) => begin()))
    await vi.waitFor(
      async () => {
        const waiting = await db.execute(sql`
          select distinct pid from pg_locks join pg_database on pg_database.oid = database
          where datname = current_database() and not granted`)
        expect(waiting.length).toBeGreaterThanOrEqual(adds.length)
      },
      { timeout: 45_000, interval: 25 },
    )
    return { added }
  })
  return added
}

describe('golden questions', () => {
  it('keep back the words of a document that is not in force, until it is again', async () => {
    const words = 'kept for seven years'
    await add('How long is retention?', words)
    const listed = () => steward().call(chatApi.listGoldenQuestions, { query: {} })
    const put = (isActive: boolean) =>
      portal.publish(documentsEvents.documentChanged, {
        ...{ documentId, title: 'Retention Policy', departmentNumber: null, visibleTo: [], isActive },
      })
    await put(false)
    await eventually(async () => expect(await listed()).toMatchObject([{ words: '', isClosed: true }]))
    await put(true)
    await eventually(async () => expect((await listed())[0]?.words).toBe(words))
    expect((await listed())[0]).not.toHaveProperty('isClosed')
  })

  it('name a document that the steward can see, and are removed', async () => {
    await expect(add('How long?', '', uuidV7())).rejects.toMatchObject({ status: 404 })
    const { id } = await add('How long is retention?')
    const list = () => steward().call(chatApi.listGoldenQuestions, { query: {} })
    expect(await list()).toMatchObject([{ id, question: 'How long is retention?', createdBy: 'steward' }])
    await steward().call(chatApi.removeGoldenQuestion, { params: { id } })
    expect(await list()).toEqual([])
    const again = steward().call(chatApi.removeGoldenQuestion, { params: { id } })
    await expect(again).rejects.toMatchObject({ status: 404 })
  })

  it('are the organization’s own, for stewards, and limited', async () => {
    const { id } = await add('How long is retention?')
    const read = portal.as('lead', 'manager').call(chatApi.listGoldenQuestions, { query: {} })
    await expect(read).rejects.toMatchObject({ status: 403 })
    for (let at = 2; at < goldenQuestionsMax; at += 1) await add(`How long is retention ${at}?`)
    const atOnce = await allAtOnce([1, 2, 3].map((at) => () => add(`One more ${at}?`)))
    expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(add('One more?')).rejects.toMatchObject({ status: 409 })
    portal.begin()
    expect(await steward().call(chatApi.listGoldenQuestions, { query: {} })).toEqual([])
    const foreign = steward().call(chatApi.removeGoldenQuestion, { params: { id } })
    await expect(foreign).rejects.toMatchObject({ status: 404 })
  })
})
