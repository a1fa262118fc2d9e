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

/** Compliance Director. Becomes admin; the others join by code. */
export const demoFounder: DemoPerson = {
  username: 'ingrid',
  firstName: 'Ingrid',
  lastName: 'Solberg',
  role: 'admin',
  departments: ['Legal & Compliance', 'Operations'],
}

/** The Document Control Lead, who uploads and drafts the demo's documents. */
export const demoFacilitator: DemoPerson = {
  username: 'tomas',
  firstName: 'Tomás',
  lastName: 'Echeverría',
  role: 'facilitator',
  departments: ['Legal & Compliance', 'Information Technology'],
}

/** Every role, one newly registered person, and the operator, known by login name. */
export const demoPeople: readonly DemoPerson[] = [
  demoFacilitator,
  // HR Director
  {
    username: 'amara',
    firstName: 'Amara',
    lastName: 'Okafor',
    role: 'manager',
    departments: ['Human Resources', 'Finance & Accounting'],
  },
  // Engineer at the IT Service Desk
  {
    username: 'jonas',
    firstName: 'Jonas',
    lastName: 'Weber',
    role: 'team_member',
    departments: ['Information Technology'],
  },
  // Head of Quality
  {
    username: 'lena',
    firstName: 'Lena',
    lastName: 'Brandt',
    role: 'manager',
    departments: ['Operations'],
  },
  // Shift lead in the cold stores
  {
    username: 'marek',
    firstName: 'Marek',
    lastName: 'Nowak',
    role: 'team_member',
    departments: ['Operations'],
  },
  // Controller
  {
    username: 'sofia',
    firstName: 'Sofia',
    lastName: 'Lindqvist',
    role: 'team_member',
    departments: ['Finance & Accounting'],
  },
  { username: 'noor', firstName: 'Noor', lastName: 'Haddad', role: null },
  { username: 'operator', firstName: 'Olga', lastName: 'Berg', role: 'operator' },
]

/** Login names of who approves for a department, stage by stage. */
interface DemoApprovalRule {
  readonly department: string
  readonly stages: readonly string[]
}

/** As Halden Medical's Document Control Procedure demands: the head concerned, then Compliance. */
export const demoApprovalRules: readonly DemoApprovalRule[] = [
  { department: 'Legal & Compliance', stages: ['amara', 'ingrid'] },
  { department: 'Human Resources', stages: ['amara', 'ingrid'] },
  { department: 'Finance & Accounting', stages: ['amara', 'ingrid'] },
  { department: 'Operations', stages: ['lena', 'ingrid'] },
]

/** Who answers for a document, and when it is reviewed, counted in days from the first start. */
interface DemoOwner {
  readonly customId: string
  readonly owner: string
  readonly reviewInDays?: number
}

/** Documents with an owner; one review is overdue, and some are due soon. */
export const demoOwners: readonly DemoOwner[] = [
  { customId: 'POL-IT-02', owner: 'jonas', reviewInDays: -12 },
  { customId: 'SOP-OPS-02', owner: 'lena', reviewInDays: 6 },
  { customId: 'POL-IT-01', owner: 'jonas', reviewInDays: 21 },
  { customId: 'POL-HR-01', owner: 'amara' },
  { customId: 'POL-FIN-01', owner: 'sofia' },
  { customId: 'SOP-OPS-01', owner: 'lena' },
]
