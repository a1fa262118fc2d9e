import type { Department } from '@portal/contracts/departments'
import { documentsApi } from '@portal/contracts/documents'
import { teamApi } from '@portal/contracts/team'
import { useRouteMutation, useRouteQuery } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'

export function useDocuments() {
  return useRouteQuery(documentsApi.listDocuments, { query: {} })
}

export function useDepartments() {
  return useRouteQuery(teamApi.listDepartments, {})
}

/** The department of this number, when the list has come. */
export function departmentOf(
  departments: readonly Department[] | undefined,
  number: number | null,
): Department | null {
  return departments?.find((department) => department.id === number) ?? null
}

/** Deletes a document with the specified toasts (product §8). */
export function useDeleteDocument(onDone: () => void) {
  const unauthorized = useUnauthorized()
  return useRouteMutation(documentsApi.deleteDocument, {
    refreshes: [documentsApi.listDocuments.path],
    onDone: () => {
      toast({ title: 'Success', description: 'Document deleted successfully', variant: 'success' })
      onDone()
    },
    onFailure: (error) => {
      if (isUnauthorized(error)) unauthorized()
      else toast({ title: 'Error', description: 'Failed to delete document', variant: 'error' })
    },
  })
}
