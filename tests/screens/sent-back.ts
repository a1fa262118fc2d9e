import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { opens } from './opens.ts'
import type { ScreenAddress } from './screen-addresses.ts'
import { unusualIds } from './unusual-documents.ts'

const comments = 'Please say in 2.2 who keeps the list of contractors, and for how long.'

/** The approver of this document asks its author for changes, unless that was done before. */
export async function sendBack(members: readonly Client[]): Promise<void> {
  for (const member of members) {
    const pending = await member.call(documentsApi.listPendingApprovals, {})
    const asked = pending.find(({ version }) => version.customId === unusualIds.sentBack)
    if (asked)
      await member.call(documentsApi.requestChanges, { params: { id: asked.id }, body: { comments } })
  }
}

/** Where it is seen that changes were requested, as far as this person sees the document. */
export async function sentBackScreens(client: Client, isSteward: boolean): Promise<ScreenAddress[]> {
  const documents = await client.call(documentsApi.listDocuments, { query: {} })
  const found = documents.find(({ customId }) => customId === unusualIds.sentBack)
  if (!found) return []
  return [
    { name: 'sent-back-library', path: '/documents?view=cards' },
    { name: 'sent-back-table', path: '/documents?view=table' },
    { name: 'sent-back-document', path: `/documents/${found.id}` },
    { name: 'sent-back-versions', path: `/documents/${found.id}/versions` },
    {
      name: 'sent-back-details',
      path: `/documents/${found.id}/versions`,
      act: opens('View Details'),
    },
    ...(isSteward
      ? [{ name: 'sent-back-submit', path: `/documents/${found.id}/versions`, act: opens('Submit') }]
      : []),
  ]
}
