import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { teamApi } from '@portal/contracts/team'
import { versionsApi } from '@portal/contracts/versions'

/** The department of the demo that has no approval rule, and who belongs to it. */
const department = 'Information Technology'
const approver = 'Jonas Weber'

/** A page without any text, as a scanner leaves it. */
const scan = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>> endobj
trailer <</Root 1 0 R>>
%%EOF
`
const leaflet = 'Visitors wear a badge.\n\nThe reception keeps the list of visitors for 30 days.\n'
const standard = `Mobile Device Standard

1. Purpose

This standard says how mobile devices of Halden Medical are set up and given back.

2. Set-up

2.1 Every device is encrypted and locks itself after five minutes.
2.2 Only applications of the company's store are installed.

3. Return

3.1 A device is given back on the last working day. The IT Service Desk erases it within two days.
`
const access = `Access Badge Standard

1. Purpose

This standard says who enters the server rooms of Halden Medical.

2. Badges

2.1 A badge is personal and worn visibly.
2.2 Contractors are accompanied by a person of the IT Service Desk.
`

/** IDs by which they are found again. */
export const unusualIds = {
  unreadable: 'FRM-SC-01',
  deleted: 'LFT-OP-01',
  first: 'STD-IT-04',
  sentBack: 'STD-IT-05',
  draft: 'LST-OP-02',
}

/** What the demo lacks: an unreadable file, a deleted one, first versions to approve, a draft. */
export async function addUnusualDocuments(steward: Client): Promise<void> {
  const documents = await steward.call(documentsApi.listDocuments, { query: {} })
  if (documents.some(({ customId }) => customId === unusualIds.first)) return
  await upload(steward, {
    form: { customId: unusualIds.unreadable, title: 'Declaration of the Supplier, signed' },
    ...{ content: scan, fileName: 'declaration-scan.pdf' },
  })
  const { id } = await upload(steward, {
    form: { customId: unusualIds.deleted, title: 'Leaflet for Visitors' },
    ...{ content: leaflet, fileName: 'visitors.txt' },
  })
  await steward.call(documentsApi.deleteDocument, { params: { id } })
  const departmentId = String(await addRule(steward))
  await upload(steward, {
    form: { customId: unusualIds.first, title: 'Mobile Device Standard', departmentId },
    ...{ content: standard, fileName: 'mobile-devices.txt' },
  })
  await upload(steward, {
    form: { customId: unusualIds.sentBack, title: 'Access Badge Standard', departmentId },
    ...{ content: access, fileName: 'access-badges.txt' },
  })
  await addDraft(steward)
}

/** A document whose second version is submitted by nobody yet. */
async function addDraft(steward: Client): Promise<void> {
  const title = 'List of Keys'
  const keys = { content: 'The reception keeps the list of keys.\n', fileName: 'keys.txt' }
  const { id } = await upload(steward, { form: { customId: unusualIds.draft, title }, ...keys })
  await steward.call(versionsApi.createVersion, {
    params: { id },
    form: { title, changes: 'Says who counts the keys', draft: 'true' },
    file: new Blob([`${keys.content}The caretaker counts the keys in January.\n`]),
    fileName: keys.fileName,
  })
}

interface Unusual {
  readonly form: { readonly customId: string; readonly title: string; readonly departmentId?: string }
  readonly content: string
  readonly fileName: string
}

function upload(steward: Client, { content, ...file }: Unusual) {
  return steward.call(documentsApi.uploadDocument, { ...file, file: new Blob([content]) })
}

/** From now on versions of one department await the decision of an employee; its number. */
async function addRule(steward: Client): Promise<number> {
  const departments = await steward.call(teamApi.listDepartments, {})
  const members = await steward.call(teamApi.listMemberNames, { query: {} })
  const departmentId = departments.find(({ name }) => name === department)?.id
  const approverId = members.find(({ name }) => name === approver)?.id
  if (departmentId === undefined || approverId === undefined) throw new Error(`The demo has no ${approver}.`)
  const stage = { approverIds: [approverId], roles: [], quorum: null, deadlineDays: 5, escalateToId: null }
  await steward.call(documentsApi.createApprovalRule, {
    body: { departmentId, stages: [stage], mayAuthorDecide: false },
  })
  return departmentId
}
