import { departmentsApi } from '@portal/contracts/departments'
import { documentsApi } from '@portal/contracts/documents'
import { membersApi } from '@portal/contracts/members'
import { useRouteMutation, useRouteQuery } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { useReportFailure } from '@portal/remote-kit/unauthorized'

/** Creates a department with the specified toasts (product §8). */
export function useCreateDepartment(onDone: () => void) {
  const reportFailure = useReportFailure()
  return useRouteMutation(departmentsApi.createDepartment, {
    refreshes: [departmentsApi.listDepartments.path],
    onDone: () => {
      toast({ title: 'Success', description: 'Department created successfully', variant: 'success' })
      onDone()
    },
    onFailure: (error) => reportFailure(error, { title: 'Error', fallback: 'Failed to create department' }),
  })
}

/**
 * Deletes a department with the specified toasts (product §8) and refetches what showed its name.
 */
export function useDeleteDepartment(onDone: () => void) {
  const reportFailure = useReportFailure()
  return useRouteMutation(departmentsApi.deleteDepartment, {
    refreshes: [
      departmentsApi.listDepartments.path,
      documentsApi.listDocuments.path,
      membersApi.listMembers.path,
    ],
    onDone: () => {
      toast({ title: 'Success', description: 'Department deleted successfully', variant: 'success' })
      onDone()
    },
    onFailure: (error) => reportFailure(error, { title: 'Error', fallback: 'Failed to delete department' }),
  })
}

/** How many documents a department has. */
export function useDocumentCount(department: number) {
  const documents = useRouteQuery(documentsApi.listDocuments, { query: {} })
  return {
    count: documents.data?.filter(({ departmentId }) => departmentId === department).length,
    isError: documents.isError,
  }
}
