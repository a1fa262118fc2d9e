import exec from 'k6/execution'
import { Browser } from './browser-like.ts'
import type { KeptCookie } from './cookies.ts'
import type { Login } from './sign-in.ts'

/** Somebody who is signed in: a crowd that signs in at once is what limits are there to stop. */
export interface Person extends Login {
  readonly cookies: readonly KeptCookie[]
}

/** An organization that the load made for itself. */
export interface LoadOrganization {
  readonly id: number
  /** Tells its texts from those of the others. */
  readonly years: number
  readonly author: Person
  readonly approver: Person
  readonly employees: readonly Person[]
  /** Of its first policies. */
  readonly documents: readonly string[]
}

/** What `setup` hands to the scenarios. */
export interface LoadData {
  readonly operator: Person
  readonly organizations: readonly LoadOrganization[]
}

/** The mail address that tells who somebody is: the portal gives ids of its own. */
export const addressOf = ({ username }: Pick<Login, 'username'>): string => `${username}@load.example`

/** The organization whose turn it is. */
export function organizationOf({ organizations }: LoadData): LoadOrganization {
  const organization = organizations[exec.vu.idInTest % organizations.length]
  if (!organization) throw new Error('There are no organizations.')
  return organization
}

/**
 * Somebody of it who only asks and reads. They take turns by the iterations of all: by those of
 * each virtual user, which begin together, most requests would be one person's.
 */
export function employeeOf({ employees }: LoadOrganization): Person {
  const employee = employees[exec.scenario.iterationInTest % employees.length]
  if (!employee) throw new Error('The organization has no employees.')
  return employee
}

/** Browsers of this worker of k6, with the sessions from the preparation. */
const browsers = new Map<string, Browser>()

export function browserOf({ username, cookies }: Person): Browser {
  const browser = browsers.get(username) ?? new Browser(cookies)
  browsers.set(username, browser)
  return browser
}
