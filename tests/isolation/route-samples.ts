import { routeUrl } from '@portal/contracts/route'
import { allRoutes, type OwnedRoute } from '@portal/contracts/services'

/** Ids for requests: of one organization's things and of one of its people. */
export interface Ids {
  readonly organizationId: string
  readonly userId: string
  /** Login name of a person created by an operator who has not logged in. */
  readonly newcomerId: string
  readonly code: string
  readonly departmentNumber: string
  readonly documentId: string
  readonly versionId: string
  readonly conversationId: string
  readonly invitationId: string
  readonly invitationToken: string
  /** A browser session of the person who acts. */
  readonly sessionId: string
}

/** A request to a route with these ids. `hasIds`: false if none of them can be foreign. */
export interface Sample {
  readonly hasIds: boolean
  /** Principals that hold the permission but are refused by the verb. */
  readonly isRefusedByRule?: (principal: string) => boolean
  readonly request: (ids: Ids) => {
    readonly params?: Record<string, string>
    readonly query?: Record<string, string>
    readonly body?: unknown
    readonly form?: Record<string, string>
  }
}

const plain = (body?: unknown): Sample => ({
  hasIds: false,
  request: () => (body === undefined ? {} : { body }),
})
const byParams = (params: (ids: Ids) => Record<string, string>, body?: unknown): Sample => ({
  hasIds: true,
  request: (ids) => ({ params: params(ids), ...(body === undefined ? {} : { body }) }),
})

const byBody = (body: (ids: Ids) => unknown): Sample => ({
  hasIds: true,
  request: (ids) => ({ body: body(ids) }),
})

export const newPersonOf = ({ organizationId }: Pick<Ids, 'organizationId'>) => {
  const id = `commanded-${crypto.randomUUID()}`
  return { id, email: `${id}@example.org`, organizationId: Number(organizationId), role: 'admin' as const }
}
const byQuery = (query: (ids: Ids) => Record<string, string>): Sample => ({
  hasIds: false,
  request: (ids) => ({ query: query(ids) }),
})

/** A sample for every route; the matrix fails for a route without one. */
const samples: Readonly<Record<string, Sample>> = {
  'gateway.readSession': plain(),
  'gateway.mintToken': { ...plain({}), isRefusedByRule: (principal) => principal === 'master admin' },
  'gateway.listAccess': plain(),
  'gateway.endAccess': byParams(({ sessionId }) => ({ id: sessionId })),
  'gateway.endOtherAccess': plain(),
  'gateway.readStatus': plain(),
  'team.currentUser': plain(),
  'team.createOrganization': plain({ name: 'Another one' }),
  'team.organizationByCode': byParams(({ code }) => ({ code })),
  'team.joinOrganization': byParams(({ code }) => ({ code })),
  'team.listDepartments': plain(),
  'team.createDepartment': plain({ name: 'Quality', color: '#06B6D4' }),
  'team.deleteDepartment': byParams(({ departmentNumber }) => ({ id: departmentNumber })),
  'team.rotateJoinCode': plain(),
  'team.switchOffJoinCode': plain(),
  'team.listMembers': plain(),
  'team.changeRole': byParams(({ userId }) => ({ userId }), { role: 'manager' }),
  'team.assignDepartments': byParams(({ userId }) => ({ userId }), { departments: [2] }),
  'team.removeMember': byParams(({ userId }) => ({ userId })),
  'team.createEmptyOrganization': plain({ name: 'Commanded' }),
  'team.disableOrganization': byParams(({ organizationId }) => ({ id: organizationId })),
  'team.createPerson': byBody(newPersonOf),
  'team.renewOneTimeLogin': byParams(({ newcomerId }) => ({ userId: newcomerId })),
  'team.disablePerson': byParams(({ userId }) => ({ userId })),
  'team.readMail': plain(),
  'team.createInvitation': {
    hasIds: false,
    isRefusedByRule: (principal) => principal === 'team_member',
    request: () => ({ body: { email: `${crypto.randomUUID()}@isolation.example`, role: 'team_member' } }),
  },
  'team.listInvitations': plain(),
  'team.resendInvitation': byParams(({ invitationId }) => ({ id: invitationId })),
  'team.revokeInvitation': byParams(({ invitationId }) => ({ id: invitationId })),
  'team.readInvitation': byParams(({ invitationToken }) => ({ token: invitationToken })),
  'team.acceptInvitation': {
    ...byParams(({ invitationToken }) => ({ token: invitationToken })),
    // Each invitation names another person.
    isRefusedByRule: () => true,
  },
  'team.resolveIdentity': plain({
    issuer: 'x',
    subject: 'x',
    username: null,
    email: null,
    isEmailVerified: false,
    firstName: null,
    lastName: null,
  }),
  'team.readIdentity': byParams(({ userId }) => ({ personId: userId })),
  'documents.listDocuments': plain(),
  'documents.readDocument': byParams(({ documentId }) => ({ id: documentId })),
  'documents.uploadDocument': {
    hasIds: false,
    request: () => ({ form: { title: `Upload ${crypto.randomUUID()}` } }),
  },
  'documents.deleteDocument': byParams(({ documentId }) => ({ id: documentId })),
  'documents.readVersionText': byParams(({ documentId, versionId }) => ({ id: documentId, versionId })),
  'documents.retrievePassages': plain({ question: 'records', limit: 5 }),
  'documents.compareSpans': plain({ question: 'records', spans: [] }),
  'documents.verifySpans': plain({ spans: [] }),
  'chat.ask': {
    hasIds: true,
    request: ({ conversationId }) => ({ body: { question: 'records', conversationId } }),
  },
  'chat.listConversations': plain(),
  'chat.readConversation': byParams(({ conversationId }) => ({ id: conversationId })),
  'master-admin.listDeletions': plain(),
  'master-admin.listOrganizations': plain(),
  'master-admin.listUsers': plain(),
  'master-admin.createOrganization': plain({ name: 'Commanded' }),
  'master-admin.deleteOrganization': byParams(({ organizationId }) => ({ id: organizationId })),
  'master-admin.createUser': byBody(newPersonOf),
  'master-admin.renewOneTimeLogin': byParams(({ newcomerId }) => ({ id: newcomerId })),
  'master-admin.listMail': plain(),
  'master-admin.deleteUser': byParams(({ userId }) => ({ id: userId })),
  'master-admin.listAudit': plain(),
  'master-admin.exportAudit': byQuery(() => ({ format: 'jsonl' })),
  'master-admin.listPlatformAudit': plain(),
  'master-admin.exportPlatformAudit': byQuery(() => ({ format: 'csv' })),
}

/** A route with its request. */
export type SampledRoute = OwnedRoute & { readonly sample: Sample }

/** Every route with its sample; throws if one is missing. */
export function sampledRoutes(): SampledRoute[] {
  return allRoutes().map((owned) => {
    const sample = samples[`${owned.service}.${owned.name}`]
    if (!sample) throw new Error(`The isolation matrix has no sample for ${owned.service}.${owned.name}.`)
    return { ...owned, sample }
  })
}

/** A sample as an HTTP request. */
export function requestOf({ route, sample }: SampledRoute, ids: Ids, passport: string): Request {
  const { params, query, body, form } = sample.request(ids)
  const headers = new Headers(passport === '' ? {} : { 'x-portal-passport': passport })
  const address = `http://service${routeUrl(route, params, query)}`
  if (form) {
    const data = new FormData()
    for (const [name, value] of Object.entries(form)) data.append(name, value)
    data.append('file', new Blob(['Records are kept for seven years, says this policy.\n']), 'policy.txt')
    return new Request(address, { method: route.method, headers, body: data })
  }
  if (body !== undefined) headers.set('content-type', 'application/json')
  return new Request(address, {
    method: route.method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** The request with a foreign organization's id wherever a careless service might read it. */
export async function smuggled(request: Request, organizationId: string): Promise<Request> {
  const address = new URL(request.url)
  address.searchParams.set('organizationId', organizationId)
  const headers = new Headers(request.headers)
  for (const name of ['x-organization-id', 'x-portal-organization', 'x-tenant-id'])
    headers.set(name, organizationId)
  const isJson = headers.get('content-type') === 'application/json'
  const body = isJson ? withField(await request.text(), Number(organizationId)) : await request.blob()
  const hasBody = request.method !== 'GET' && request.method !== 'DELETE'
  return new Request(address, { method: request.method, headers, ...(hasBody ? { body } : {}) })
}

/** A JSON object with one more field. */
function withField(json: string, organizationId: number): string {
  return json.replace(/\}$/, `${json === '{}' ? '' : ','}"organizationId":${organizationId}}`)
}
