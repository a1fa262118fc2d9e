import { analyticsApi } from '@portal/contracts/analytics'
import { chatApi } from '@portal/contracts/chat'
import { type Client, createClient } from '@portal/contracts/client'
import { documentsApi, documentsEvents } from '@portal/contracts/documents'
import { marketingApi } from '@portal/contracts/marketing'
import { masterAdminApi } from '@portal/contracts/master-admin'
import { searchApi } from '@portal/contracts/search'
import { teamApi } from '@portal/contracts/team'
import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import { expect, vi } from 'vitest'

const patience = { timeout: 120_000, interval: 250 }

/** What is uploaded, and asked about in its own words. */
export interface Policy {
  readonly title: string
  readonly text: string
  readonly question: string
}

/** Somebody who uploads policies and asks about them; every request must be answered well. */
export class Worker {
  readonly #client: Client
  /** By the ids that were acknowledged. */
  readonly #uploaded = new Map<string, Policy>()

  constructor(browse: CookieFetch) {
    this.#client = createClient({ fetch: (path, init) => browse(String(path), init) })
  }

  async found(name: string): Promise<void> {
    await this.#client.call(teamApi.createOrganization, { body: { name } })
  }

  /** One round: a document from its upload to the answer that cites it, and lists beside it. */
  async work(policy: Policy): Promise<void> {
    const { title, text } = policy
    const file = new Blob([`${title}\n\n${text}\n`])
    const { id } = await this.#client.call(
      documentsApi.uploadDocument,
      { form: { title }, file, fileName: 'policy.txt' },
      { headers: { 'idempotency-key': crypto.randomUUID() } },
    )
    this.#uploaded.set(id, policy)
    await vi.waitFor(async () => expect(await this.#stateOf(id)).toBe('ready'), patience)
    const listed = await this.#client.call(documentsApi.listDocuments, { query: {} })
    expect(listed.map((document) => document.id).sort()).toEqual([...this.#uploaded.keys()].sort())
    await this.#client.call(teamApi.currentUser, {})
    await this.#client.call(teamApi.listMembers, {})
    await this.#client.call(analyticsApi.readStats, {})
    await this.#client.call(marketingApi.readContent, {})
    const { passages } = await this.#client.call(searchApi.searchPassages, { query: { q: title, limit: 5 } })
    expect(passages.map(({ documentId }) => documentId)).toContain(id)
    // Of what the other release has encoded, a process may see too little to answer from.
    const conversation = await vi.waitFor(() => this.#answered(id, policy), patience)
    const { messages } = await this.#client.call(chatApi.readConversation, { params: { id: conversation } })
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
  }

  async expectAllAnswered(): Promise<void> {
    for (const [id, policy] of this.#uploaded) await this.#answered(id, policy)
  }

  /** The audit trail verifies, and has each upload exactly once. */
  async expectAudited(): Promise<void> {
    const query = { action: documentsEvents.documentUploaded.type }
    const titles = async () => {
      const found = await this.#client.call(masterAdminApi.listAudit, { query })
      return found.map(({ subjectName }) => subjectName).sort()
    }
    await vi.waitFor(
      async () =>
        expect(await titles()).toEqual([...this.#uploaded.values()].map(({ title }) => title).sort()),
      patience,
    )
    expect(await this.#client.call(masterAdminApi.verifyAudit, {})).toMatchObject({ firstBad: null })
  }

  async #stateOf(id: string): Promise<string> {
    const { ingestion } = await this.#client.call(documentsApi.readDocument, { params: { id } })
    return ingestion.state
  }

  /** The conversation in which the document was cited. */
  async #answered(id: string, { question }: Policy): Promise<string> {
    const { citations, conversation, assistantMessage } = await this.#client.call(chatApi.ask, {
      body: { question },
    })
    const cited = citations.map(({ documentId }) => documentId)
    expect(cited, `${question} ${assistantMessage.content}`).toContain(id)
    return conversation.id
  }
}
