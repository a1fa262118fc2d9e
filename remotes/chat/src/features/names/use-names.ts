import { documentsApi } from '@portal/contracts/documents'
import { teamApi } from '@portal/contracts/team'
import { useRouteQuery } from '@portal/remote-kit/route-query'

/** The documents, departments and people whom a person may see, with words for the others. */
export function useNames() {
  const { data: documents = [] } = useRouteQuery(documentsApi.listDocuments, { query: {} })
  const { data: departments = [] } = useRouteQuery(teamApi.listDepartments, { query: {} })
  const { data: people = [] } = useRouteQuery(teamApi.listMemberNames, { query: {} })
  return {
    documents,
    departments,
    people,
    documentTitle: (id: string) =>
      documents.find((document) => document.id === id)?.title ?? 'A document that you cannot see',
    departmentName: (id: number | null) => departments.find((each) => each.id === id)?.name ?? 'None',
    personName: (id: string) => people.find((person) => person.id === id)?.name ?? 'A former member',
  }
}
