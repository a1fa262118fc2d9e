import { check } from 'k6'
import { Trend } from 'k6/metrics'
import { callRoute } from './call-route.ts'
import { approvedDepartment, untilReady } from './make-organizations.ts'
import { browserOf, type LoadData, organizationOf } from './people.ts'
import { kindAt, policyAbout } from './policies.ts'

const readyToCite = new Trend('ready_to_cite', true)

/** Uploads a policy and waits until it can be cited. */
export function uploadDocument(data: LoadData): void {
  const { author, years } = organizationOf(data)
  const browser = browserOf(author)
  const beganAt = Date.now()
  const { title, file } = policyAbout(kindAt(beganAt), years)
  const document = callRoute(browser, 'documents.uploadDocument', { form: { title }, file })
  if (!document) return
  untilReady(browser, document.id)
  readyToCite.add(Date.now() - beganAt)
}

/** One uploads a policy that needs an approval, another approves it, and then it is in force. */
export function decideApproval(data: LoadData): void {
  const { author, approver, years } = organizationOf(data)
  const [authors, approvers] = [browserOf(author), browserOf(approver)]
  const { title, file } = policyAbout(kindAt(Date.now()), years)
  const form = { title, departmentId: approvedDepartment }
  const document = callRoute(authors, 'documents.uploadDocument', { form, file })
  const pending = callRoute(approvers, 'documents.listPendingApprovals', {})
  if (!document || !pending) return
  const approval = pending.find(({ version }) => version.documentId === document.id)
  check(approval, { 'the approver is asked': (one) => one !== undefined })
  if (!approval) return
  const body = { status: 'approved' } as const
  callRoute(approvers, 'documents.decideApproval', { params: { id: approval.id }, body })
  const versions = callRoute(authors, 'documents.listVersions', { params: { id: document.id } })
  check(versions, { 'what was approved is in force': (list) => list?.[0]?.status === 'approved' })
}
