import { type Database, openDatabase } from '@portal/service-kit/database/open-database'
import { handlingOf, on } from '@portal/service-kit/inbox/consumers'
import { type DeadLetters, deadLetters } from '@portal/service-kit/inbox/dead-letters'
import { startConsumers } from '@portal/service-kit/inbox/start-consumers'
import { createLogger } from '@portal/service-kit/logger'
import type { EventBus } from '@portal/service-kit/ports/event-bus'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { expect, test, vi } from 'vitest'
import { notesMigrations } from '../../notes-migrations.ts'
import { said, sentenceConsumer, sentences, wordEvents } from '../../spoken-words.ts'
import { createTestDatabase } from '../../test-database.ts'
import { type Drawn, threeTimesShuffled } from '../../three-times-shuffled.ts'
import { type Parts, patience } from './parts.ts'

/** The bus together with service-kit's inbox and dead letters. */
export function effects({ bus, oneTopic }: Parts): void {
  test('events that arrive three times, shuffled across keys, have their effect once and in order', async () => {
    const topic = await oneTopic()
    const subjects = Array.from({ length: 9 }, () => uuidV7())
    const list = Array.from({ length: 270 }, (_, n): Drawn => {
      const word = { organizationId: 1, subject: subjects[n % subjects.length] ?? '', word: `w${n}` }
      return { event: said(topic, word), draws: [n * 7919, n * 104_729, n * 1_299_709] }
    })
    const deliveries = threeTimesShuffled(list)
    await using service = await listening(bus(), [sentenceConsumer(topic)])
    const publisher = bus()
    for (let at = 0; at < deliveries.length; at += 100)
      await publisher.publish(topic, deliveries.slice(at, at + 100))
    const expected = Object.fromEntries(
      subjects.map((subject, key) => [subject, wordsFrom(key, { step: subjects.length, below: 270 })]),
    )
    await vi.waitFor(async () => expect(await sentences(service.database, 1)).toEqual(expected), patience)
    await vi.waitFor(
      async () => expect(await publisher.lag(group, [topic])).toEqual([{ topic, behind: 0 }]),
      patience,
    )
    expect(await sentences(service.database, 1)).toEqual(expected)
  })

  test('a poison event goes to the dead letters and holds back its key alone; a replay sets it free', async () => {
    const topic = await oneTopic()
    const [poisoned, healthy] = [uuidV7(), uuidV7()]
    const sentence = sentenceConsumer(topic)
    let isBroken = true
    const consumer = on(wordEvents(topic).said, async (scope, { subject, data }) => {
      if (isBroken && data.word === 'poison') throw new Error('cannot be swallowed')
      await sentence.handle(scope, said(topic, { organizationId: 1, subject, word: data.word }))
    })
    await using service = await listening(bus(), [consumer])
    const poison = said(topic, { organizationId: 1, subject: poisoned, word: 'poison' })
    await bus().publish(topic, [
      poison,
      said(topic, { organizationId: 1, subject: poisoned, word: 'after' }),
      said(topic, { organizationId: 1, subject: healthy, word: 'well' }),
    ])
    const { letters } = service
    const reasons = async () => (await letters.list()).map((letter) => letter.reason)
    await vi.waitFor(async () => expect(await reasons()).toEqual(['cannot be swallowed', null]), patience)
    await vi.waitFor(
      async () => expect(await sentences(service.database, 1)).toEqual({ [healthy]: 'well' }),
      patience,
    )
    isBroken = false
    expect(await letters.replay(poison.id)).toEqual({ replayed: 2, stoppedBy: null })
    expect(await sentences(service.database, 1)).toEqual({ [poisoned]: 'poison after', [healthy]: 'well' })
  })
}

const group = 'listener'

interface Listening extends AsyncDisposable {
  readonly database: Database
  readonly letters: DeadLetters
}

/** Consumers of a service with its own database. */
async function listening(
  bus: EventBus,
  consumers: Parameters<typeof startConsumers>[0]['consumers'],
): Promise<Listening> {
  const { urls, drop } = await createTestDatabase(notesMigrations)
  const database = openDatabase({ urls, name: 'test' })
  const log = createLogger({ service: group, level: 'silent' })
  const parts = { service: group, consumers, database, log }
  const running = startConsumers({ ...parts, bus })
  return {
    database,
    letters: deadLetters(handlingOf(parts)),
    [Symbol.asyncDispose]: async () => {
      await running.stop()
      await database.close()
      await drop()
    },
  }
}

function wordsFrom(first: number, plan: { step: number; below: number }): string {
  const words: string[] = []
  for (let n = first; n < plan.below; n += plan.step) words.push(`w${n}`)
  return words.join(' ')
}
