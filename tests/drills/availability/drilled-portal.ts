import type { CookieFetch } from '@portal/testkit/identity/cookie-fetch'
import type { Target } from './attack.ts'
import { enter } from './own-organization.ts'

/** A portal under attack, with those logged in who want to work while others attack. */
export interface DrilledPortal extends Target {
  readonly others: readonly CookieFetch[]
}

/** Signs everybody in. */
export async function openDrilledPortal({ address, logins }: Target): Promise<DrilledPortal> {
  const others: CookieFetch[] = []
  for (const username of ['ingrid', 'amara', 'tomas', 'jonas'])
    others.push(await enter({ address, logins }, username))
  return { address, logins, others }
}
