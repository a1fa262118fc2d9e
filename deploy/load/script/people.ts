import exec from 'k6/execution'
import type { Browser } from './browser-like.ts'
import { operator } from './load-plan.ts'
import { type Login, signIn } from './sign-in.ts'

/** An organization that the load made for itself. */
export interface LoadOrganization {
  readonly id: number
  /** Tells its texts from those of the others. */
  readonly years: number
  readonly author: Login
  readonly approver: Login
  readonly employees: readonly Login[]
  /** Of its first policies. */
  readonly documents: readonly string[]
}

/** What `setup` hands to the scenarios. */
export interface LoadData {
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

/** Somebody of it who only asks and reads. */
export function employeeOf({ employees }: LoadOrganization): Login {
  const employee = employees[exec.vu.iterationInInstance % employees.length]
  if (!employee) throw new Error('The organization has no employees.')
  return employee
}

/** Browsers of this worker of k6: people stay signed in from one act to the next. */
const browsers = new Map<string, Browser>()

export function browserOf(login: Login): Browser {
  const browser = browsers.get(login.username) ?? signIn(login)
  browsers.set(login.username, browser)
  return browser
}

export const browserOfOperator = (): Browser => browserOf(operator)
