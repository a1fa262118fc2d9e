import { fail, sleep } from 'k6'
import { beginning } from '../scenarios.ts'
import { Browser } from './browser-like.ts'
import { callRoute } from './call-route.ts'
import { operator, plan } from './load-plan.ts'
import { addressOf, type LoadData, type LoadOrganization, type Person } from './people.ts'
import { kinds, policyAbout } from './policies.ts'
import { choosePassword, signIn } from './sign-in.ts'

const readyWithinSeconds = 90
/** Whose documents need an approval: those of Legal & Compliance. */
export const approvedDepartment = 1

/** Organizations with people and policies of their own, so that a load touches nobody else's. */
export function makeOrganizations(): LoadData {
  const browser = signIn(operator)
  const run = Date.now().toString(36)
  const made = Array.from({ length: plan.organizations }, (_, index) => makeOrganization(browser, run, index))
  console.info(beginning)
  return { operator: { ...operator, cookies: browser.kept }, organizations: made }
}

function makeOrganization(operators: Browser, run: string, index: number): LoadOrganization {
  const body = { name: `Load ${run} ${index + 1}` }
  const { id } = made(callRoute(operators, 'master-admin.createOrganization', { body }), 'organization')
  const person = (name: string, role: 'admin' | 'team_member'): Person =>
    makePerson(operators, { id: `load-${run}-${index + 1}-${name}`, organizationId: id, role })
  const author = person('author', 'admin')
  const approver = person('approver', 'admin')
  const employees = Array.from({ length: plan.employees }, (_, at) =>
    person(`employee-${at + 1}`, 'team_member'),
  )
  const years = 3 + index * 4
  const browser = new Browser(author.cookies)
  const documents = kinds.map((kind) => upload(browser, kind, years))
  for (const document of documents) untilReady(browser, document)
  const members = made(callRoute(browser, 'team.listMembers', {}), 'list of members')
  const approverIds = members.filter(({ email }) => email === addressOf(approver)).map((one) => one.id)
  const stage = { approverIds, roles: [], quorum: null, deadlineDays: null }
  const rule = { departmentId: approvedDepartment, stages: [stage], mayAuthorDecide: false }
  made(callRoute(browser, 'documents.createApprovalRule', { body: rule }), 'approval rule')
  return { id, years, author, approver, employees, documents }
}

interface NewPerson {
  readonly id: string
  readonly organizationId: number
  readonly role: 'admin' | 'team_member'
}

/** With a password of the script's, by whichever one-time way in the provider gives. */
function makePerson(operators: Browser, person: NewPerson): Person {
  const email = addressOf({ username: person.id })
  const body = { ...person, email, firstName: 'Load', lastName: person.role }
  const { access } = made(callRoute(operators, 'master-admin.createUser', { body }), 'person')
  // A link leads to a page that sets a password; with one-time passwords a login asks for another.
  const own = access?.kind === 'password' ? access.password : `${crypto.randomUUID()}-Quiet`
  if (access?.kind === 'link') choosePassword(access.url, own)
  const login = { username: person.id, password: own }
  return { ...login, cookies: signIn(login).kept }
}

function upload(browser: Browser, kind: string, years: number): string {
  const { title, file } = policyAbout(kind, years)
  return made(callRoute(browser, 'documents.uploadDocument', { form: { title }, file }), 'document').id
}

/** Waits until what was uploaded can be cited. */
export function untilReady(browser: Browser, id: string): void {
  for (let waited = 0; waited < readyWithinSeconds; waited += 0.5) {
    const document = callRoute(browser, 'documents.readDocument', { params: { id } })
    if (document?.ingestion.state === 'ready') return
    if (document?.ingestion.state === 'failed') fail(`A document failed: ${document.ingestion.reason}`)
    sleep(0.5)
  }
  fail('A document was not ready in time.')
}

function made<Value>(value: Value | null, what: string): Value {
  return value ?? fail(`The load has no ${what}.`)
}

/** All that the load made: people first, since deleting an organization leaves their accounts. */
export function removeOrganizations({ operator: { cookies }, organizations }: LoadData): void {
  const browser = new Browser(cookies)
  for (const { id, author, approver, employees } of organizations) {
    for (const { username } of [author, approver, ...employees])
      callRoute(browser, 'master-admin.deleteUser', { params: { id: username } })
    callRoute(browser, 'master-admin.deleteOrganization', { params: { id } })
  }
}
