import { chatApi } from '@portal/contracts/chat'
import { documentsApi } from '@portal/contracts/documents'
import type { TestPage } from '@portal/testkit/browser'
import { clientOfPage } from './client-of-page.ts'

/** A citation's passage, from the API. */
export interface CitedPassage {
  readonly title: string
  readonly text: string
}

/** The passage of the open citation, named in the address, as the signed-in person reads it. */
export async function citedPassage(page: TestPage): Promise<CitedPassage> {
  const { searchParams } = new URL(page.url())
  const [messageId, number] = (searchParams.get('cite') ?? '').split('.')
  const client = await clientOfPage(page)
  const conversation = await client.call(chatApi.readConversation, {
    params: { id: searchParams.get('conversation') ?? '' },
  })
  const message = conversation.messages.find(({ id }) => id === messageId)
  const citation = message?.citations.find((one) => String(one.number) === number)
  if (!citation) throw new Error(`No citation is open at ${page.url()}.`)
  const { documentId: id, versionId, start, end } = citation
  const version = await client.call(documentsApi.readVersionText, { params: { id, versionId } })
  return { title: version.title, text: version.text.slice(start, end) }
}
