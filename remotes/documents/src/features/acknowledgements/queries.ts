import type { Campaign } from '@portal/contracts/acknowledgements'
import type { Document } from '@portal/contracts/documents'
import { documentsApi } from '@portal/contracts/documents'
import { useRouteQuery } from '@portal/remote-kit/route-query'
import { useCan, useSession } from '@portal/remote-kit/session'

/** What an act on a campaign changes on the screens. */
export const refreshes = ['/api/acknowledgements']

/** What one is asked to read. */
export function usePendingReading() {
  const isEnabled = useCan(documentsApi.listPendingAcknowledgements)
  return useRouteQuery(documentsApi.listPendingAcknowledgements, {}, { isEnabled })
}

/** What one has read and acknowledged. */
export function useGivenReading() {
  return useRouteQuery(documentsApi.listOwnAcknowledgements, { query: {} })
}

/** The campaigns of a document, newest first, for those who manage them. */
export function useCampaigns(documentId: string, isEnabled: boolean) {
  return useRouteQuery(documentsApi.listCampaigns, { query: { documentId } }, { isEnabled })
}

/** Everyone whom a campaign concerns. */
export function useCampaignPeople({ id }: Pick<Campaign, 'id'>) {
  return useRouteQuery(documentsApi.listCampaignPeople, { params: { id }, query: {} })
}

/** Whether the person manages the campaigns of a document: stewards, and its owner. */
export function useManagesCampaigns({ ownerId }: Pick<Document, 'ownerId'>): boolean {
  const { person } = useSession()
  const mayRead = useCan(documentsApi.listCampaigns)
  const managesAll = useCan('campaign:manage-any')
  return mayRead && (managesAll || (person !== null && ownerId === person.id))
}
