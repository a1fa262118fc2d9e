import { departmentsApi } from '@portal/contracts/departments'
import { documentsApi } from '@portal/contracts/documents'
import { membersApi } from '@portal/contracts/members'
import { useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { useRouteQuery } from '@portal/remote-kit/route-query'

export function useCreateDepartment(onDone: () => void) {
  return useReportedMutation(departmentsApi.createDepartment, {
    refreshes: [departmentsApi.listDepartments.path],
    success: 'Department created successfully',
    failure: 'Failed to create department',
    onDone,
  })
}

export function useDeleteDepartment(onDone: () => void) {
  return useReportedMutation(departmentsApi.deleteDepartment, {
    refreshes: [
      departmentsApi.listDepartments.path,
      documentsApi.listDocuments.path,
      membersApi.listMembers.path,
    ],
    success: 'Department deleted successfully',
    failure: 'Failed to delete department',
    onDone,
  })
}

export function useDocumentCount(department: number) {
  const documents = useRouteQuery(documentsApi.listDocuments, { query: {} })
  return {
    count: documents.data?.filter(({ departmentId }) => departmentId === department).length,
    isError: documents.isError,
  }
}
