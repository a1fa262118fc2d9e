import type { Role } from '@portal/contracts/permissions'

/** A demo account. Those without a role have no organization yet; an operator needs none. */
export interface DemoPerson {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role | 'operator' | null
  /** Names of their departments. */
  readonly departments?: readonly string[]
}

export const demoOrganization = 'Halden Medical'

/** Becomes admin; the others join by code. */
export const demoFounder: DemoPerson = {
  username: 'ingrid',
  firstName: 'Ingrid',
  lastName: 'Solberg',
  role: 'admin',
  departments: ['Legal & Compliance', 'Operations'],
}

/** One person per other role, one newly registered, and the operator, known by login name. */
export const demoPeople: readonly DemoPerson[] = [
  {
    username: 'tomas',
    firstName: 'Tomás',
    lastName: 'Echeverría',
    role: 'facilitator',
    departments: ['Legal & Compliance', 'Information Technology'],
  },
  {
    username: 'amara',
    firstName: 'Amara',
    lastName: 'Okafor',
    role: 'manager',
    departments: ['Human Resources', 'Finance & Accounting'],
  },
  {
    username: 'jonas',
    firstName: 'Jonas',
    lastName: 'Weber',
    role: 'team_member',
    departments: ['Information Technology'],
  },
  { username: 'noor', firstName: 'Noor', lastName: 'Haddad', role: null },
  { username: 'operator', firstName: 'Olga', lastName: 'Berg', role: 'operator' },
]
