import { check } from 'k6'
import { callRoute } from './call-route.ts'
import { browserOfOperator, type LoadData } from './people.ts'

/** An operator looks at organizations, people, deletions and the audit trail. */
export function listOrganizations({ organizations }: LoadData): void {
  const browser = browserOfOperator()
  const listed = callRoute(browser, 'master-admin.listOrganizations', { query: { limit: 50 } })
  const ids = new Set(listed?.map(({ id }) => id))
  check(organizations, {
    'the operator sees every organization': (all) => all.every(({ id }) => ids.has(id)),
  })
  callRoute(browser, 'master-admin.listUsers', { query: { limit: 50 } })
  callRoute(browser, 'master-admin.listDeletions', { query: { limit: 50 } })
  callRoute(browser, 'master-admin.listPlatformAudit', { query: { limit: 50 } })
}
