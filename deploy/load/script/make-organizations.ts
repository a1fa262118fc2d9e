import { fail, sleep } from 'k6'
import type { FileData } from 'k6/http'
import type { LoadInput, LoadResponse, RouteName } from '../route-names.ts'
import { beginning } from '../scenarios.ts'
import { Browser } from './browser-like.ts'
import { callRoute } from './call-route.ts'
import { operator, plan } from './load-plan.ts'
import { addressOf, type LoadData, type LoadOrganization, type Person } from './people.ts'
import { kinds, policyAbout } from './policies.ts'
import { choosePassword, signIn } from './sign-in.ts'

const readyWithinSeconds = 90
const triesMax = 5
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
  const { id } = insist(operators, 'master-admin.createOrganization', { body })
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
  const members = insist(browser, 'team.listMembers', {})
  const approverIds = members.filter(({ email }) => email === addressOf(approver)).map((one) => one.id)
  const stage = { approverIds, roles: [], quorum: null, deadlineDays: null }
  const rule = { departmentId: approvedDepartment, stages: [stage], mayAuthorDecide: false }
  insist(browser, 'documents.createApprovalRule', { body: rule })
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
  const { access } = insist(operators, 'master-admin.createUser', { body })
  // A link leads to a page that sets a password; with one-time passwords a login asks for another.
  const own = access?.kind === 'password' ? access.password : `${crypto.randomUUID()}-Quiet`
  if (access?.kind === 'link') choosePassword(access.url, own)
  const login = { username: person.id, password: own }
  return { ...login, cookies: signIn(login).kept }
}

function upload(browser: Browser, kind: string, years: number): string {
  const { title, file } = policyAbout(kind, years)
  return insist(browser, 'documents.uploadDocument', { form: { title }, file }).id
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

/** Calls it again while a busy portal does not answer as it should: nothing is measured yet. */
function insist<Name extends RouteName>(
  browser: Browser,
  name: Name,
  input: LoadInput<Name, FileData>,
): LoadResponse<Name> {
  const key = crypto.randomUUID()
  for (let attempt = 1; attempt <= triesMax; attempt += 1) {
    const answer = callRoute(browser, name, { ...input, key })
    if (answer !== null) return answer
    sleep(attempt)
  }
  return fail(`The load cannot begin: ${name} did not answer as it should ${triesMax} times.`)
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
