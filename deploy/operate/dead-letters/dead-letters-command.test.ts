import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { type Consumer, handlingOf, on } from '@portal/service-kit/inbox/consumers'
import { deadLetters } from '@portal/service-kit/inbox/dead-letters'
import { receive } from '@portal/service-kit/inbox/receive'
import { createLogger } from '@portal/service-kit/logger'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { notesMigrations } from '@portal/testkit/notes-migrations'
import { said, sentenceConsumer, sentences, wordEvents } from '@portal/testkit/spoken-words'
import { createTestDatabase } from '@portal/testkit/test-database'
import { afterEach, expect, test } from 'vitest'
import { runDeadLettersCommand } from './dead-letters-command.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const closing: (() => Promise<void>)[] = []
const subject = uuidV7()
const word = (text: string) => said('words', { organizationId: 7, subject, word: text })

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A database with a poison event and one blocked behind it, and an ingress for it. */
async function withLetters() {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  const database: Database = openDatabase({ urls, name: 'test' })
  closing.push(drop, () => database.close())
  const sentence = sentenceConsumer('words')
  const broken = on(wordEvents('words').said, async () => {
    throw new Error('no such\n\u001b[31mcolumn')
  })
  const handling = (consumer: Consumer) =>
    handlingOf({ service: 'test', consumers: [consumer], database, log })
  const letters = [word('first'), word('second')]
  for (const letter of letters) await receive(handling(broken), letter)
  return {
    ids: letters.map(({ id }) => id),
    said: () => sentences(database, 7),
    command: (...words: string[]) => runDeadLettersCommand(deadLetters(handling(sentence)), words),
    brokenCommand: (...words: string[]) => runDeadLettersCommand(deadLetters(handling(broken)), words),
  }
}

test('list shows what failed and what waits behind it, each on one line', async () => {
  const { command, ids } = await withLetters()
  const lines = (await command('list', 'test')).split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(
    new RegExp(`^${ids[0]}  word.said  organization 7 .* failed 5 times: no such \\[31mcolumn$`),
  )
  expect(lines[1]).toMatch(/waits behind one that failed$/)
})

test('replay gives every event of the key its effect and says so; then nothing is left', async () => {
  const { command, ids, said } = await withLetters()
  expect(await command('replay', 'test', ids[0] ?? '')).toBe('2 events replayed. The key moves again.')
  expect(await said()).toEqual({ [subject]: 'first second' })
  expect(await command('list', 'test')).toBe('There are no dead letters.')
})

test('replay that fails again says which event and why, and keeps everything', async () => {
  const { brokenCommand, ids, said } = await withLetters()
  const answer = await brokenCommand('replay', 'test', ids[0] ?? '')
  expect(answer).toBe(`0 events replayed. ${ids[0]} failed again: no such [31mcolumn`)
  expect(await said()).toEqual({})
  expect((await brokenCommand('list', 'test')).split('\n')).toHaveLength(2)
})

test('discard drops the failed event for good and replays what it held back', async () => {
  const { command, ids, said } = await withLetters()
  expect(await command('discard', 'test', ids[0] ?? '')).toBe(
    'Discarded. 1 event replayed. The key moves again.',
  )
  expect(await said()).toEqual({ [subject]: 'second' })
})

test('an unknown id or verb is refused in one sentence', async () => {
  const { command } = await withLetters()
  await expect(command('replay', 'test', uuidV7())).rejects.toThrow('There is no dead letter')
  await expect(command('replay', 'test')).rejects.toThrow('Usage:')
  await expect(command('drop', 'test', uuidV7())).rejects.toThrow('Usage:')
})
