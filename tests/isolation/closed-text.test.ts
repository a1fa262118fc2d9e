import { analyticsApi } from '@portal/contracts/analytics'
import { assistantApi } from '@portal/contracts/answer-stream'
import { chatApi } from '@portal/contracts/chat'
import { documentsApi } from '@portal/contracts/documents'
import { followRoute } from '@portal/contracts/event-stream'
import { passportHeader } from '@portal/contracts/passport'
import type { Route } from '@portal/contracts/route'
import { routeUrl } from '@portal/contracts/route'
import { teamApi } from '@portal/contracts/team'
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
// An answer costs more than looking at a state.
const patience = { timeout: 60_000, interval: 250 }

let portal: IsolatedPortal
beforeAll(async () => {
  portal = await startIsolatedPortal()
}, 240_000)
afterAll(() => portal[Symbol.asyncDispose]())

/** An organization's people, and the document whose text is or becomes closed. */
interface Scene {
  readonly organization: Organization
  readonly documentId: string
  /** Of a version that awaits approval, and says something else. */
  readonly pendingId: string
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

async function upload(organization: Organization, text: string, title = 'Archive Policy') {
  const { id } = await documentsOf(organization).call(documentsApi.uploadDocument, {
    form: { title },
    file: new Blob([`Archive Policy\n\n1. Opening\n\n${text}\n`]),
    fileName: 'archive.txt',
  })
  return id
}

async function addVersion(
  organization: Organization,
  id: string,
  { text = sentence, ...form }: Record<string, string>,
) {
  const version = await documentsOf(organization).call(documentsApi.createVersion, {
    params: { id },
    form: { title: 'Archive Policy', changes: 'Opening.', ...form },
    file: new Blob([`Archive Policy\n\n1. Opening\n\n${text}\n`]),
    fileName: 'archive.txt',
  })
  await vi.waitFor(async () => {
    const versions = await documentsOf(organization).call(documentsApi.listVersions, { params: { id } })
    expect(versions.find((each) => each.id === version.id)?.ingestion.state).toBe('ready')
  }, patience)
  return version.id
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
  'answers that are streamed': async (organization) => {
    const asked = { route: assistantApi.streamAnswer, input: { body: { question } } }
    const events = []
    for await (const { data } of followRoute(readerOf(organization).chat, asked)) events.push(data)
    return JSON.stringify(events)
  },
  history: async (organization) => JSON.stringify(await answersOf(organization)),
  'excerpts of a search in conversations': async (organization) => {
    const query = { q: 'nine' }
    return JSON.stringify(await readerOf(organization).chat.call(chatApi.listConversations, { query }))
  },
  'exports of conversations': async (organization) => {
    const { chat } = readerOf(organization)
    const conversations = await chat.call(chatApi.listConversations, { query: {} })
    return pages(organization, chatApi.exportConversation, conversations)
  },
  'proofs of answers': async (organization) =>
    pages(organization, chatApi.proveAnswer, await answersOf(organization)),
  'the export of what is kept of oneself': async (organization) => {
    const { Conversations: own } = await readerOf(organization).chat.call(assistantApi.readOwnData, {})
    return JSON.stringify(own)
  },
  'trends and coverage': async ({ members }) => {
    const manager = portal.services.analytics.as(members.manager)
    const lists = [
      analyticsApi.listTrendingQuestions,
      analyticsApi.listUnansweredQuestions,
      analyticsApi.listCoveredDocuments,
    ].map((route) => manager.call(route, { query: {} }))
    return JSON.stringify(await Promise.all(lists))
  },
  gaps: async (organization) =>
    JSON.stringify(await readerOf(organization).chat.call(chatApi.listGaps, { query: {} })),
  'what is to be read': async (organization) =>
    JSON.stringify(await readerOf(organization).documents.call(documentsApi.listPendingAcknowledgements, {})),
  notifications: async ({ members }) => {
    const reader = portal.services.team.as(members.team_member)
    return JSON.stringify(await reader.call(teamApi.listNotifications, { query: {} }))
  },
}

/** By which a steward might, to whom no department is closed. */
const waysOfStewards: Readonly<Record<string, (scene: Scene) => Promise<string>>> = {
  'verified answers': async ({ organization }) =>
    JSON.stringify(await readerOf(organization).steward.call(chatApi.listVerifiedAnswers, { query: {} })),
  'golden questions and their trend': async ({ organization }) => {
    const { steward } = readerOf(organization)
    const questions = await steward.call(chatApi.listGoldenQuestions, { query: {} })
    const runs = await steward.call(chatApi.listGoldenRuns, { query: {} })
    const results = runs.map(({ id }) => steward.call(chatApi.readGoldenResults, { params: { id } }))
    return JSON.stringify([questions, await Promise.all(results)])
  },
  'what a version would change': async ({ organization, documentId: id, pendingId: versionId }) => {
    const { steward } = readerOf(organization)
    const params = { id, versionId }
    const compared = steward.call(chatApi.compareAnswers, { params, body: { question } })
    const affected = steward.call(chatApi.listAffectedQuestions, { params })
    // What a version that they review says, stewards may see.
    const before = compared.then((answers) => answers.before)
    return JSON.stringify(await Promise.all([before.catch(refusalOf), affected.catch(refusalOf)]))
  },
}

/** Of a version whose document is gone. */
function refusalOf(error: unknown): null {
  expect(error).toMatchObject({ status: 404 })
  return null
}

/** Those of the reader's own conversations. */
async function answersOf(organization: Organization) {
  const { chat } = readerOf(organization)
  const list = await chat.call(chatApi.listConversations, { query: {} })
  const read = list.map(({ id }) => chat.call(chatApi.readConversation, { params: { id } }))
  return (await Promise.all(read)).flatMap(({ messages }) => messages.filter(({ role }) => role !== 'user'))
}

/** Pages about these, which are files. */
async function pages(
  { members }: Organization,
  route: Route,
  of: readonly { readonly id: string }[],
): Promise<string> {
  const { office, service } = portal.services.chat
  const texts = of.map(async ({ id }) => {
    const passport = await office.person(members.team_member, ['chat', 'documents', 'master-admin'])
    const headers = { [passportHeader]: passport }
    const response = await service.fetch(new Request(`http://chat${routeUrl(route, { id })}`, { headers }))
    expect(response.status).toBe(200)
    return response.text()
  })
  return (await Promise.all(texts)).join('\n')
}

/** The steward stands for the answer while its source is open. */
async function verify(organization: Organization): Promise<void> {
  const { steward } = readerOf(organization)
  const { assistantMessage } = await steward.call(chatApi.ask, { body: { question } })
  const body = { messageId: assistantMessage.id, question, content: `${sentence} [1]` }
  await steward.call(chatApi.verifyAnswer, { body })
}

/** What else there is of the text: a campaign, a golden question, and a version that awaits it. */
async function prepare(organization: Organization, documentId: string): Promise<Scene> {
  const { steward } = readerOf(organization)
  const documents = documentsOf(organization)
  const [current] = await documents.call(documentsApi.listVersions, { params: { id: documentId } })
  await documents.call(documentsApi.startCampaign, { body: { versionId: current?.id ?? '' } })
  await steward.call(chatApi.addGoldenQuestion, { body: { question, documentId, words: sentence } })
  await steward.call(chatApi.runGoldenQuestions, {})
  const approverIds = organization.members.facilitator.personId
  const pendingId = await addVersion(organization, documentId, { approverIds, text: harmless })
  return { organization, documentId, pendingId }
}

/** By which somebody might see the text to whom it is closed. */
function waysOf(state: string): Readonly<Record<string, (scene: Scene) => Promise<string>>> {
  const ofReaders = Object.entries(ways).map(([way, look]) => {
    return [way, ({ organization }: Scene) => look(organization)] as const
  })
  return { ...Object.fromEntries(ofReaders), ...(state !== 'department-restricted' && waysOfStewards) }
}

const shown = expect.stringContaining(`The ${word}`)
const notShown = expect.not.stringContaining(`The ${word}`)

describe.each(Object.keys(closings))('text of a document that is %s', (state) => {
  it('appeared before, and appears nowhere afterwards', async () => {
    const organization = await newOrganization(portal.services, 'Closing')
    const documentId = await upload(organization, sentence, `The ${word} Policy`)
    await vi.waitFor(async () => expect(await ask(organization)).toContain(word), patience)
    await verify(organization)
    expect(await ask(organization)).toContain('"The quillwort archive is opened')
    const scene = await prepare(organization, documentId)
    const looks = Object.entries(waysOf(state)).map(([way, look]) => [way, () => look(scene)] as const)
    for (const [way, look] of looks)
      if (way !== 'gaps')
        await vi.waitFor(async () => expect([way, await look()]).toEqual([way, shown]), patience)
    await closings[state]?.(scene)
    for (const way of ['history', 'notifications', 'trends and coverage'])
      await vi.waitFor(
        async () => expect(await ways[way]?.(organization)).not.toContain(`The ${word}`),
        patience,
      )
    for (const [way, look] of looks) expect([way, await look()]).toEqual([way, notShown])
  }, 240_000)
})

describe.each(Object.keys(hidden))('text that is %s', (state) => {
  it('appears nowhere', async () => {
    const organization = await newOrganization(portal.services, 'Hiding')
    await hidden[state]?.(organization)
    for (const [way, look] of Object.entries(ways))
      expect([way, await look(organization)]).toEqual([way, notShown])
  }, 180_000)
})
