import { type Document, documentsApi } from '@portal/contracts/documents'
import { type Department, teamApi } from '@portal/contracts/team'
import { useRouteMutation, useRouteQuery } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { isUnauthorized, useUnauthorized } from '@portal/remote-kit/unauthorized'

const documentsPath = documentsApi.listDocuments.path

/** Every document that the person may see, newest first. */
export function useDocuments() {
  return useRouteQuery(documentsApi.listDocuments, { query: {} })
}

/** The organization's departments by number. */
export function useDepartments() {
  return useRouteQuery(teamApi.listDepartments, {})
}

/** Deletes a document with the specified toasts (specification §8). */
export function useDeleteDocument(onDone: () => void) {
  const unauthorized = useUnauthorized()
  return useRouteMutation(documentsApi.deleteDocument, {
    refreshes: [documentsPath],
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

/** Which documents are listed: `text` matches ID or title, `department` its number. */
export interface LibraryFilter {
  readonly text: string
  readonly department: number | null
}

/** The documents that a filter leaves. */
export function filterDocuments(documents: readonly Document[], filter: LibraryFilter): Document[] {
  const text = filter.text.trim().toLocaleLowerCase()
  return documents.filter(
    (document) =>
      (filter.department === null || document.departmentId === filter.department) &&
      (text === '' ||
        document.title.toLocaleLowerCase().includes(text) ||
        document.customId.toLocaleLowerCase().includes(text) ||
        document.id.includes(text)),
  )
}

/** The department of this number, when the list has come. */
export function departmentOf(
  departments: readonly Department[] | undefined,
  number: number | null,
): Department | null {
  return departments?.find((department) => department.id === number) ?? null
}
