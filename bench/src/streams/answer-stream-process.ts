import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { service as chat } from '@portal/chat-service/service'
import type { RetrievedPassage } from '@portal/contracts/retrieval'
import { provisionDatabase } from '@portal/service-kit/database/provision-database'
import { createLogger } from '@portal/service-kit/logger'
import type { ChatModel } from '@portal/service-kit/ports/chat-model'
import { startService } from '@portal/service-kit/start-service'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { openPassportOffice } from '@portal/testkit/passports'
import { questions } from './questions.ts'
import { reportMemory } from './report-memory.ts'

// The chat service with answers under way: one checked statement of twelve passages, then silence.
const adminUrl = process.argv[2] ?? ''
const sentence = 'Records are kept for seven years.'

function passage(isLong = true): RetrievedPassage {
  const text = !isLong
    ? sentence
    : `${sentence} ${'Other records are described in the annex of the policy. '.repeat(28)}`
  return {
    ...{
      id: uuidV7(),
      documentId: uuidV7(),
      versionId: uuidV7(),
      version: 1,
      title: 'Retention',
      customId: 'D',
    },
    ...{ headingPath: ['Records'], page: null, start: 0, end: text.length, text, score: 1, similarity: 0.9 },
  }
}

/** As passages come over the wire. */
function retrieved() {
  return JSON.parse(JSON.stringify(Array.from({ length: 12 }, () => passage())))
}

/** One sentence: what is held then is held of any answer. */
function retrievedSentence() {
  return JSON.parse(JSON.stringify([passage(false)]))
}

const model: ChatModel = {
  model: 'silent',
  check: async () => {},
  answer: async function* ({ passages: [first], signal }) {
    yield { type: 'text', text: sentence }
    yield { type: 'quote', passageId: first?.id ?? '', start: 0, end: sentence.length }
    yield { type: 'end' }
    const gone = Promise.withResolvers<never>()
    signal?.addEventListener('abort', () => gone.reject(signal.reason), { once: true })
    await gone.promise
  },
}
const log = createLogger({ service: 'bench', level: 'error' })
const office = await openPassportOffice()
const events = await provisionDatabase(adminUrl, 'stream_events')
const { url } = await startService(chat, {
  urls: await provisionDatabase(adminUrl, 'streams'),
  bus: await openEventBus(`log:${events.owner}`, { name: 'bench', log }),
  listen: { host: '127.0.0.1', port: 0 },
  passportKeys: office.keys,
  version: 'bench',
  log,
  ports: {
    model,
    passages: {
      retrieve: async (_, question) => (question === questions.long ? retrieved() : retrievedSentence()),
      compare: async () => [],
      verify: async (_, spans) => spans.map(() => true),
      supposing: () => {
        throw new Error('No version awaits approval.')
      },
      alteredBy: async () => [],
      group: async () => [],
      vectors: async () => ({ model: 'none', vectors: [] }),
      document: async (_, id) => ({ id, title: 'Retention', ownerId: null }),
    },
  },
})
const passports = await Promise.all(
  Array.from({ length: 20 }, (_, at) =>
    office.person(
      { personId: `asker-${at}`, organizationId: 1, role: 'team_member' },
      ['chat', 'documents'],
      3600,
    ),
  ),
)
reportMemory({ url, passport: passports.join(' ') }, retrieved)
