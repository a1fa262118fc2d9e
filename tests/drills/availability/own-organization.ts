import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import type { DrilledPortal } from './drilled-portal.ts'

/** The stranger, who founds an organization of their own unless they have. */
export async function ownOrganization({ stranger }: DrilledPortal): Promise<CookieFetch> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' }
  const body = JSON.stringify({ name: 'Drill & Sons' })
  await stranger('/api/organizations', { method: 'POST', headers, body })
  const probe = await stranger('/api/documents', { headers: { accept: 'application/json' } })
  if (probe.status !== 200) throw new Error(`The own organization was not founded: ${probe.status}.`)
  return stranger
}
