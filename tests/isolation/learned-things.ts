import { chatApi } from '@portal/contracts/chat'
import { documentsApi } from '@portal/contracts/documents'
import type { Role } from '@portal/contracts/permissions'
import type { Actor } from '@portal/testkit/passports'
import { vi } from 'vitest'
import { citedQuestion, type IsolatedPortal } from './isolated-portal.ts'
import { type Make, newDocument, type Whose } from './version-things.ts'

const patience = { timeout: 45_000, interval: 100 }

const chatOf = ({ services }: IsolatedPortal, actor: Actor) => services.chat.as(actor, ['chat', 'documents'])

/** The one who acts, if a member, else an admin. */
function memberOf({ organization, actor }: Whose): Actor {
  return actor.organizationId === organization.id ? actor : organization.members.admin
}

/** Asked until a document is found. */
export const newCitedAnswer: Make = async (portal, whose) => {
  const { assistantMessage } = await askCited(portal, whose)
  return { citedMessageId: assistantMessage.id }
}

async function askCited(portal: IsolatedPortal, whose: Whose) {
  await newDocument(portal, whose)
  const body = { question: `${citedQuestion}how long are ${whose.organization.label} records kept?` }
  return vi.waitFor(async () => {
    const asked = await chatOf(portal, memberOf(whose)).call(chatApi.ask, { body })
    if (asked.citations.length === 0) throw new Error('Not found yet.')
    return asked
  }, patience)
}

export const newVerifiedAnswer: Make = async (portal, { organization }) => {
  const actor = organization.members.admin
  const { assistantMessage, citations } = await askCited(portal, { organization, actor })
  // In the words of whichever of the organization's documents was found.
  const content = `${citations[0]?.quote} [1]`
  const body = {
    messageId: assistantMessage.id,
    question: `${organization.label} ${crypto.randomUUID()}`,
    content,
  }
  const { id } = await chatOf(portal, actor).call(chatApi.verifyAnswer, { body })
  return { verifiedAnswerId: id }
}

/** One of each meaning, so that nobody's question joins the gap of another owner. */
const openQuestions: Readonly<Record<Role, string>> = {
  admin: 'Who may drive the company car?',
  facilitator: 'How are visitors signed in?',
  manager: 'When is the fire alarm tested?',
  team_member: 'Which laptops may be ordered?',
}

/** A question that somebody else sent to the one who acts, as the owner of a document. */
export const newGap: Make = async (portal, whose) => {
  const { label, members } = whose.organization
  const owner = memberOf(whose)
  const asker = owner.personId === members.facilitator.personId ? members.admin : members.facilitator
  const { id: documentId } = await portal.services.documents
    .as(members.admin)
    .call(documentsApi.uploadDocument, {
      form: { title: label, ownerId: owner.personId },
      file: new Blob([`The ${label} policy ${crypto.randomUUID()} says nothing of this.\n`]),
      fileName: `${label}.txt`,
    })
  const client = chatOf(portal, asker)
  const body = { question: `${label}: ${openQuestions[owner.role ?? 'admin']}` }
  const { assistantMessage } = await client.call(chatApi.ask, { body })
  const params = { id: assistantMessage.id }
  await client.call(chatApi.sendToOwner, { params, body: { documentId } })
  return vi.waitFor(async () => {
    const gaps = await chatOf(portal, owner).call(chatApi.listGaps, { query: {} })
    const gap = gaps.find(({ sent }) => sent.some(({ id }) => id === assistantMessage.id))
    if (!gap) throw new Error('Not placed yet.')
    return { gapId: gap.id }
  }, patience)
}

export const newGoldenQuestion: Make = async (portal, whose) => {
  const { documentId = '' } = await newDocument(portal, whose)
  const { label, members } = whose.organization
  const body = { documentId, question: `How long are ${label} records kept?` }
  const { id } = await chatOf(portal, members.admin).call(chatApi.addGoldenQuestion, { body })
  return { goldenQuestionId: id }
}

export const newGoldenRun: Make = async (portal, whose) => {
  await newGoldenQuestion(portal, whose)
  const client = chatOf(portal, whose.organization.members.admin)
  const { id } = await client.call(chatApi.runGoldenQuestions, {})
  return { goldenRunId: id }
}
