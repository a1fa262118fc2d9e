import { chatApi } from '@portal/contracts/chat'
import { documentsEvents } from '@portal/contracts/documents'
import type { EventDefinition, EventEnvelope } from '@portal/contracts/events'
import type { Role } from '@portal/contracts/permissions'
import type { RetrievedPassage } from '@portal/contracts/retrieval'
import { notFound } from '@portal/service-kit/coded-error'
import { createLogger } from '@portal/service-kit/logger'
import { startService } from '@portal/service-kit/start-service'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import { startUnderTest } from '@portal/testkit/service-under-test'
import { vi } from 'vitest'
import type { z } from 'zod'
import { passageSaying, withoutVersions } from './passage.fixture.ts'
import type { ChatPorts, PassageSource } from './ports.ts'
import { service as chat } from './service.ts'

export const patience = { timeout: 45_000, interval: 25 }

/** What questions of these tests are about; those about the same thing mean the same. */
const topics = ['retention', 'gifts', 'travel', 'passwords'] as const
type Topic = (typeof topics)[number]

/** A document of the organization under test, as it is now. */
interface Held {
  topic: Topic
  passage: RetrievedPassage
  ownerId: string | null
  /** To whom it is closed, by their ids. */
  closedTo: ReadonlySet<string>
}

/** Chat over documents that a test puts there, replaces and closes; `given` replaces its ports. */
export async function startLearning(given: Partial<ChatPorts> = {}) {
  let held: Held[] = []
  let members: ReadonlyMap<string, Role> = new Map()
  let organizationId = 0
  let checks = 0
  const open = (passport: string) => held.filter(({ closedTo }) => !closedTo.has(personOf(passport)))
  const passages: PassageSource = {
    ...withoutVersions,
    retrieve: async ({ passport }, question) =>
      open(passport).flatMap(({ topic, passage }) => (question.includes(topic) ? [passage] : [])),
    compare: async (_, __, spans) => spans.map(() => 0.9),
    verify: async ({ passport }, spans) => {
      checks += 1
      return spans.map(({ versionId }) =>
        open(passport).some(({ passage }) => passage.versionId === versionId),
      )
    },
    vectors: async (_, questions) => ({ model: 'topics', vectors: questions.map(vectorOf) }),
    document: async ({ passport }, id) => {
      const found = open(passport).find(({ passage }) => passage.documentId === id)
      if (!found) throw notFound()
      return { id, title: found.passage.title, ownerId: found.ownerId }
    },
  }
  const ports: ChatPorts = {
    passages,
    delegates: {
      passportOf: async ({ personId }) => {
        const role = members.get(personId)
        return role === undefined ? null : { passport: `for ${personId}`, role, departments: [] }
      },
    },
    model: {
      model: 'first passage',
      check: async () => {},
      answer: async function* ({ passages: [first] }) {
        if (first) yield { type: 'quote', passageId: first.id, start: 0, end: first.text.length }
        yield { type: 'outcome', outcome: first ? 'answered' : 'no_evidence' }
      },
    },
    ...given,
  }
  const under = await startUnderTest(chat, { ports })
  const emitted: EventEnvelope[] = []
  await under.bus.tail({ topics: ['chat'], handle: (event) => void emitted.push(event) })
  const as = (personId: string, role: Role = 'team_member') => {
    members = new Map([...members, [personId, role]])
    return under.as({ personId, organizationId, role })
  }
  const publish = <D extends EventDefinition>(definition: D, data: z.input<D['data']>) => {
    const documentId = String(data['documentId'])
    return under.bus.publish('documents', [envelope(definition, { organizationId, documentId, data })])
  }
  /** Puts a version in force instead of the document's version before; then retrieval finds it. */
  const put = async (topic: Topic, text: string, given: Partial<Held> & { documentId?: string } = {}) => {
    const { documentId = uuidV7(), ownerId = null, closedTo = new Set<string>() } = given
    const before = held.find(({ passage }) => passage.documentId === documentId)
    const passage = { ...passageSaying(text), documentId }
    const { versionId } = passage
    held = [...held.filter((each) => each !== before), { topic, passage, ownerId, closedTo }]
    const of = { documentId, versionId, version: 1 }
    const replaced = before?.passage.versionId ?? null
    await publish(documentsEvents.versionActivated, { ...of, replaced })
    await publish(documentsEvents.documentIndexed, { documentId, versionId })
    return { documentId, versionId }
  }
  return {
    under,
    emitted,
    as,
    put,
    publish,
    get organizationId() {
      return organizationId
    },
    /** How often documents were asked whether quotations still hold. */
    get checks() {
      return checks
    },
    /** Another organization, whose documents are none of the ones before. */
    begin: () => {
      organizationId += 1
      held = []
      members = new Map()
    },
    /** Until the events of documents have been handled. */
    settled: () =>
      eventually(async () => {
        for (const { behind } of await under.bus.lag('chat', ['documents']))
          if (behind > 0) throw new Error('Events wait to be handled.')
      }),
    leave: (personId: string) => {
      members = new Map([...members].filter(([id]) => id !== personId))
    },
    close: (documentId: string, closedTo: readonly string[]) => {
      for (const each of held) if (each.passage.documentId === documentId) each.closedTo = new Set(closedTo)
    },
    ask: async (personId: string, question: string, role?: Role) =>
      as(personId, role).call(chatApi.ask, { body: { question } }),
    eventsOf: (type: string) =>
      emitted.filter((event) => event.type === type && event.organizationid === organizationId),
    /** Another replica of the service, on the same database and event log. */
    startReplica: () =>
      startService(chat, {
        ...{ urls: under.urls, bus: under.bus, passportKeys: under.office.keys, ports, version: 'test' },
        log: createLogger({ service: 'chat', level: 'silent' }),
        listen: { host: '127.0.0.1', port: 0 },
      }),
    stop: () => under.stop(),
  }
}

export type Learning = Awaited<ReturnType<typeof startLearning>>

/** Waits until it answers what is expected. */
export const eventually = <T>(look: () => T | Promise<T>) => vi.waitFor(look, patience)

function vectorOf(question: string): Float32Array {
  const about = topics.findIndex((topic) => question.includes(topic))
  const vector = new Float32Array(topics.length + 1)
  vector[about === -1 ? topics.length : about] = 1
  return vector
}

/** Of a job's passport, or of one that the office has signed. */
function personOf(passport: string): string {
  if (passport.startsWith('for ')) return passport.slice('for '.length)
  const [, claims = ''] = passport.split('.')
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).sub
}

function envelope(
  { source, type, version }: EventDefinition,
  { organizationId, documentId, data }: { organizationId: number; documentId: string; data: object },
): EventEnvelope {
  return {
    specversion: '1.0',
    id: uuidV7(),
    source,
    type,
    dataversion: version,
    subject: documentId,
    time: new Date().toISOString(),
    organizationid: organizationId,
    partitionkey: `${organizationId}/${documentId}`,
    data: { ...data },
  }
}
