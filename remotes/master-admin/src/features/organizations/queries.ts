import { masterApi } from '@portal/contracts/master-admin'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { masterLists } from '../page/queries.ts'

export function useCreateOrganization(onDone: () => void) {
  return useReportedMutation(masterApi.createOrganization, {
    refreshes: masterLists,
    success: 'Organization created successfully with auto-generated 6-letter ID',
    failure: 'Failed to create organization',
    onDone,
  })
}

export function useDeleteOrganization(onDone: () => void) {
  return useReportedMutation(masterApi.deleteOrganization, {
    refreshes: masterLists,
    success: 'Organization deleted successfully',
    failure: 'Failed to delete organization',
    onDone,
  })
}
