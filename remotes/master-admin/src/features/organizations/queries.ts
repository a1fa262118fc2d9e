import { masterApi } from '@portal/contracts/master-admin'
import { useRouteMutation } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { useReportFailure } from '@portal/remote-kit/unauthorized'
import { masterLists } from '../page/queries.ts'

/** Creates an organization with the specified toasts (product §8). */
export function useCreateOrganization(onDone: () => void) {
  const reportFailure = useReportFailure()
  return useRouteMutation(masterApi.createOrganization, {
    refreshes: masterLists,
    onDone: () => {
      toast({
        title: 'Success',
        description: 'Organization created successfully with auto-generated 6-letter ID',
        variant: 'success',
      })
      onDone()
    },
    onFailure: (error) => reportFailure(error, { title: 'Error', fallback: 'Failed to create organization' }),
  })
}

/** Deletes an organization with the specified toasts (product §8). */
export function useDeleteOrganization(onDone: () => void) {
  const reportFailure = useReportFailure()
  return useRouteMutation(masterApi.deleteOrganization, {
    refreshes: masterLists,
    onDone: () => {
      toast({ title: 'Success', description: 'Organization deleted successfully', variant: 'success' })
      onDone()
    },
    onFailure: (error) => reportFailure(error, { title: 'Error', fallback: 'Failed to delete organization' }),
  })
}
