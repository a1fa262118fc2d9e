import type { Role } from '@portal/contracts/permissions'

/** Someone of the demo. Without a role they have no organization yet; an operator needs none. */
export interface DemoPerson {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly role: Role | 'operator' | null
  /** The departments that they work in, by name. */
  readonly departments?: readonly string[]
}

/** The demo organization's name. */
export const demoOrganization = 'Halden Medical'

/** The founder, who becomes admin; the others join by code. */
export const demoFounder: DemoPerson = {
  username: 'ingrid',
  firstName: 'Ingrid',
  lastName: 'Solberg',
  role: 'admin',
  departments: ['Legal & Compliance', 'Operations'],
}

/** People of every other role, one who has just registered, and the platform's operator, recognised by the login name. */
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
