import { chatApi } from '@portal/contracts/chat'
import { documentsApi } from '@portal/contracts/documents'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  citedQuestion,
  type IsolatedPortal,
  newDepartment,
  newOrganization,
  type Organization,
  startIsolatedPortal,
} from './isolated-portal.ts'

/** A word of the text that must not appear, and of the question that asks for it. */
const word = 'quillwort'
const sentence = `The ${word} archive is opened at nine in the morning.`
const question = `${citedQuestion}when is the ${word} archive opened?`
const today = () => new Date().toISOString().slice(0, 10)
const patience = { timeout: 60_000, interval: 50 }

let portal: IsolatedPortal
beforeAll(async () => {
  portal = await startIsolatedPortal()
}, 120_000)
afterAll(() => portal[Symbol.asyncDispose]())

/** An organization's people, and the document whose text is or becomes closed. */
interface Scene {
  readonly organization: Organization
  readonly documentId: string
}

const documentsOf = ({ members }: Organization) => portal.services.documents.as(members.admin)
const readerOf = ({ members }: Organization) => {
  const passes = ['documents', 'chat'] as const
  return {
    documents: portal.services.documents.as(members.team_member, passes),
    chat: portal.services.chat.as(members.team_member, passes),
    steward: portal.services.chat.as(members.admin, passes),
  }
}

async function upload(organization: Organization, text: string): Promise<string> {
  const { id } = await documentsOf(organization).call(documentsApi.uploadDocument, {
    form: { title: 'Archive Policy' },
    file: new Blob([`Archive Policy\n\n1. Opening\n\n${text}\n`]),
    fileName: 'archive.txt',
  })
  return id
}

async function addVersion(organization: Organization, id: string, form: Record<string, string>) {
  const version = await documentsOf(organization).call(documentsApi.createVersion, {
    params: { id },
    form: { title: 'Archive Policy', changes: 'Opening.', ...form },
    file: new Blob([`Archive Policy\n\n1. Opening\n\n${sentence}\n`]),
    fileName: 'archive.txt',
  })
  await vi.waitFor(async () => {
    const versions = await documentsOf(organization).call(documentsApi.listVersions, { params: { id } })
    expect(versions.find((each) => each.id === version.id)?.ingestion.state).toBe('ready')
  }, patience)
}

const change = ({ organization, documentId }: Scene, body: object) =>
  documentsOf(organization).call(documentsApi.changeDocument, { params: { id: documentId }, body })

const harmless = 'Visitors of the archive sign the register.'
/** Makes a text that was open, and answered, closed to the reader. */
const closings: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  deactivated: (scene) => change(scene, { isActive: false }),
  deleted: ({ organization, documentId }) =>
    documentsOf(organization).call(documentsApi.deleteDocument, { params: { id: documentId } }),
  'department-restricted': async (scene) => {
    const { id } = await newDepartment(portal.services, scene.organization)
    const restrict = () => change(scene, { visibleTo: [id] })
    await vi.waitFor(restrict, patience)
  },
}

/** Text that has never been open: of a version that does not apply, or of somebody else. */
const hidden: Readonly<Record<string, (organization: Organization) => Promise<unknown>>> = {
  unapproved: async (organization) => {
    const id = await upload(organization, harmless)
    await addVersion(organization, id, { approverIds: organization.members.facilitator.personId })
  },
  'not yet effective': async (organization) => {
    const id = await upload(organization, harmless)
    await addVersion(organization, id, { effectiveAt: '2099-01-01T00:00:00Z' })
  },
  "another organization's": async () => {
    const other = await newOrganization(portal.services, 'Other')
    await upload(other, sentence)
    await vi.waitFor(async () => expect(await ask(other)).toContain(word), patience)
  },
}

async function ask(organization: Organization, asOf?: string): Promise<string> {
  const body = { question, ...(asOf !== undefined && { asOf }) }
  const { assistantMessage, citations, verified, closest } = await readerOf(organization).chat.call(
    chatApi.ask,
    {
      body,
    },
  )
  return JSON.stringify([
    assistantMessage.content,
    citations,
    closest,
    verified?.content,
    verified?.citations,
  ])
}

/** Everything by which a reader might see the text, as one text. Questions are the asker's. */
const ways: Readonly<Record<string, (organization: Organization) => Promise<string>>> = {
  retrieval: async (organization) => {
    const body = { question, limit: 20 }
    return JSON.stringify(
      await readerOf(organization).documents.call(documentsApi.retrievePassages, { body }),
    )
  },
  search: async (organization) => {
    const query = { q: `${word} archive` }
    return JSON.stringify(await readerOf(organization).documents.call(documentsApi.searchPassages, { query }))
  },
  answers: (organization) => ask(organization),
  'answers once more, from caches': async (organization) =>
    `${await ask(organization)}${await ask(organization)}`,
  'answers as of today': (organization) => ask(organization, today()),
  history: async (organization) => {
    const { chat } = readerOf(organization)
    const answers: string[] = []
    for (const { id } of await chat.call(chatApi.listConversations, { query: {} })) {
      const { messages } = await chat.call(chatApi.readConversation, { params: { id } })
      for (const { role, content, citations, closest, verified } of messages)
        if (role === 'assistant') answers.push(JSON.stringify([content, citations, closest, verified]))
    }
    return answers.join('\n').replaceAll(question, '')
  },
  'gaps and golden questions': async (organization) => {
    const { chat, steward } = readerOf(organization)
    const gaps = await chat.call(chatApi.listGaps, { query: {} })
    const runs = await steward.call(chatApi.listGoldenRuns, { query: {} })
    return JSON.stringify([gaps, runs])
  },
}

/** The steward stands for the answer while its source is open. */
async function verify(organization: Organization): Promise<void> {
  const { steward } = readerOf(organization)
  const { assistantMessage } = await steward.call(chatApi.ask, { body: { question } })
  const body = { messageId: assistantMessage.id, question, content: `${sentence} [1]` }
  await steward.call(chatApi.verifyAnswer, { body })
}

describe.each(Object.keys(closings))('text of a document that is %s', (state) => {
  it('appeared before, and appears nowhere afterwards', async () => {
    const organization = await newOrganization(portal.services, 'Closing')
    const documentId = await upload(organization, sentence)
    await vi.waitFor(async () => expect(await ask(organization)).toContain(word), patience)
    await verify(organization)
    expect(await ask(organization)).toContain('"The quillwort archive is opened')
    await closings[state]?.({ organization, documentId })
    await vi.waitFor(
      async () => expect(await ways.history?.(organization)).not.toContain(`The ${word}`),
      patience,
    )
    for (const [way, look] of Object.entries(ways))
      expect([way, await look(organization)]).toEqual([way, expect.not.stringContaining(`The ${word}`)])
  }, 180_000)
})

describe.each(Object.keys(hidden))('text that is %s', (state) => {
  it('appears nowhere', async () => {
    const organization = await newOrganization(portal.services, 'Hiding')
    await hidden[state]?.(organization)
    for (const [way, look] of Object.entries(ways))
      expect([way, await look(organization)]).toEqual([way, expect.not.stringContaining(`The ${word}`)])
  }, 180_000)
})
