import { check, sleep } from 'k6'
import exec from 'k6/execution'
import { callRoute } from './call-route.ts'
import { browserOf, employeeOf, type LoadData, organizationOf } from './people.ts'
import { kindAt } from './policies.ts'

const thinksForSeconds = 0.3

/** Comes back to an open page, which asks who is there and what is new. */
export function currentUser(data: LoadData): void {
  const organization = organizationOf(data)
  const browser = browserOf(employeeOf(organization))
  const session = callRoute(browser, 'gateway.readSession', {})
  check(session, {
    'the session is of the own organization': (one) => one?.organization?.id === organization.id,
  })
  callRoute(browser, 'team.currentUser', {})
  callRoute(browser, 'team.listDepartments', {})
  callRoute(browser, 'team.countUnreadNotifications', {})
  callRoute(browser, 'chat.listConversations', { query: { limit: 20 } })
}

/** Opens the portal, looks through the library, searches, and reads a document. */
export function listDocuments(data: LoadData): void {
  const organization = organizationOf(data)
  const browser = browserOf(employeeOf(organization))
  currentUser(data)
  const documents = callRoute(browser, 'documents.listDocuments', { query: { limit: 50 } })
  const isForeign = ({ organizationId }: { organizationId: number }) => organizationId !== organization.id
  check(documents, { 'no document is of another organization': (list) => !list?.some(isForeign) })
  sleep(thinksForSeconds)
  const q = `${kindAt(exec.vu.iterationInScenario)} records`
  const found = callRoute(browser, 'documents.searchPassages', { query: { q, limit: 5 } })
  check(found, { 'a search finds passages': (answer) => (answer?.passages.length ?? 0) > 0 })
  const id = organization.documents[exec.vu.iterationInScenario % organization.documents.length]
  if (id === undefined) return
  callRoute(browser, 'documents.readDocument', { params: { id } })
  const [version] = callRoute(browser, 'documents.listVersions', { params: { id } }) ?? []
  if (version) callRoute(browser, 'documents.readVersionText', { params: { id, versionId: version.id } })
}

/** An operator looks at organizations, people, deletions and the audit trail. */
export function listOrganizations({ operator, organizations }: LoadData): void {
  const browser = browserOf(operator)
  const listed = callRoute(browser, 'master-admin.listOrganizations', { query: { limit: 50 } })
  const ids = new Set(listed?.map(({ id }) => id))
  check(organizations, {
    'the operator sees every organization': (all) => all.every(({ id }) => ids.has(id)),
  })
  callRoute(browser, 'master-admin.listUsers', { query: { limit: 50 } })
  callRoute(browser, 'master-admin.listDeletions', { query: { limit: 50 } })
  callRoute(browser, 'master-admin.listPlatformAudit', { query: { limit: 50 } })
}
