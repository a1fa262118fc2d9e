import { documentsApi } from '@portal/contracts/documents'
import { teamApi } from '@portal/contracts/team'
import { useRouteQuery } from '@portal/remote-kit/route-query'

const unread = '…'

/** The documents, departments and people whom a person may see, with words for the others. */
export function useNames() {
  const { data: documents } = useRouteQuery(documentsApi.listDocuments, { query: {} })
  const { data: departments } = useRouteQuery(teamApi.listDepartments, { query: {} })
  const { data: people } = useRouteQuery(teamApi.listMemberNames, { query: {} })
  // Only a list that was read lacks anybody.
  const lacking = (list: object | undefined, words: string) => (list ? words : unread)
  return {
    documents: documents ?? [],
    departments: departments ?? [],
    people: people ?? [],
    documentTitle: (id: string) =>
      documents?.find((document) => document.id === id)?.title ??
      lacking(documents, 'A document that you cannot see'),
    departmentName: (id: number | null) =>
      id === null
        ? 'None'
        : (departments?.find((each) => each.id === id)?.name ?? lacking(departments, 'None')),
    personName: (id: string) =>
      people?.find((person) => person.id === id)?.name ?? lacking(people, 'A former member'),
  }
}
