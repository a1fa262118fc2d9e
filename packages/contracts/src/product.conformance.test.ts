import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AnalyticsStats, DepartmentQuestions, Recommendation, TrendingQuestion } from './analytics.ts'
import { Approval, ApprovalStatus, PendingApproval } from './approvals.ts'
import { ChatMessage } from './chat.ts'
import { Conversation } from './conversations.ts'
import { Department } from './departments.ts'
import { Document } from './documents.ts'
import { ErrorBody } from './errors.ts'
import { Invitation } from './invitations.ts'
import { Certification, Integration } from './marketing.ts'
import { MasterOrganization, MasterUser } from './master-admin.ts'
import { roles } from './permissions.ts'
import { allRoutes } from './services.ts'
import { CurrentUser } from './team.ts'
import { DocumentVersion, VersionStatus } from './versions.ts'

/** The names of the fields that a schema has, as a client sends or reads them. */
function fieldsOf(schema: z.ZodType | undefined, io: 'input' | 'output' = 'output'): string[] {
  if (!schema) return []
  const described = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  const object = described.type === 'array' ? described.items : described
  return Object.keys((object as { properties?: object }).properties ?? {})
}

const entities = [
  {
    entity: 'User',
    schema: CurrentUser,
    fields:
      'id email firstName lastName profileImageUrl organizationId role organization departments isMasterAdmin',
  },
  { entity: 'the organization of a user', schema: CurrentUser.shape.organization.unwrap(), fields: 'name' },
  { entity: 'Organization', schema: MasterOrganization, fields: 'id name joinCode' },
  {
    entity: 'Organization, master view',
    schema: MasterOrganization,
    fields: 'userCount createdAt stats',
  },
  {
    entity: 'stats of an organization',
    schema: MasterOrganization.shape.stats,
    fields: 'totalDocuments totalQuestions averageRating departments',
  },
  {
    entity: 'departments of an organization',
    schema: MasterOrganization.shape.stats.shape.departments,
    fields: 'name',
  },
  { entity: 'Department', schema: Department, fields: 'id name color createdAt' },
  {
    entity: 'Document',
    schema: Document,
    fields: 'id customId title departmentId isActive createdAt organizationId',
  },
  { entity: 'Conversation', schema: Conversation, fields: 'id title createdAt' },
  { entity: 'Chat message', schema: ChatMessage, fields: 'id content role createdAt' },
  {
    entity: 'Document version',
    schema: DocumentVersion,
    fields: 'id version title changes fileName content status isActive createdAt',
  },
  { entity: 'Approval', schema: Approval, fields: 'id approverUserId status comments createdAt' },
  { entity: 'Approval while it is pending', schema: PendingApproval, fields: 'version' },
  {
    entity: 'version of a pending approval',
    schema: PendingApproval.shape.version,
    fields: 'title version changes',
  },
  { entity: 'Invitation', schema: Invitation, fields: 'email role createdAt acceptedAt' },
  {
    entity: 'User, master view',
    schema: MasterUser,
    fields: 'id email firstName lastName organizationId organizationName role',
  },
  { entity: 'Department, in analytics', schema: DepartmentQuestions, fields: 'id name color questionCount' },
  {
    entity: 'Analytics stats',
    schema: AnalyticsStats,
    fields: 'totalQuestions totalDocuments averageRating departments',
  },
  {
    entity: 'Trending question',
    schema: TrendingQuestion,
    fields: 'id question askCount lastAsked averageRating department',
  },
  { entity: 'Recommendation', schema: Recommendation, fields: 'priority message' },
  {
    entity: 'Integration card',
    schema: Integration,
    fields: 'name description category icon status features',
  },
  { entity: 'Certification item', schema: Certification, fields: 'name status' },
] as const

describe('product §3: fields of entities', () => {
  it.each(entities)('$entity: $fields', ({ schema, fields }) => {
    expect(fieldsOf(schema)).toEqual(expect.arrayContaining(fields.split(' ')))
  })

  it.each([
    ['the role of a person', z.enum(roles), ['admin', 'facilitator', 'manager', 'team_member']],
    ['the role of a chat message', ChatMessage.shape.role, ['user', 'assistant']],
    [
      'the status of a version (product §4)',
      VersionStatus,
      ['draft', 'pending_approval', 'approved', 'rejected'],
    ],
    ['the priority of a recommendation', Recommendation.shape.priority, ['high', 'medium', 'low']],
    ['the status of an integration', Integration.shape.status, ['live', 'coming-soon']],
    ['the status of a certification', Certification.shape.status, ['Compliant', 'In Progress']],
  ])('%s', (_, schema, values) => {
    expect([...schema.options].sort()).toEqual([...values].sort())
  })

  it('an approval is decided as approved or rejected', () => {
    expect(ApprovalStatus.options).toEqual(expect.arrayContaining(['pending', 'approved', 'rejected']))
  })
})

/** Product §7, call by call. `sends`: fields of the body or, with `file`, of the multipart form. */
const calls = [
  { call: 'GET /api/auth/user', sends: '', answers: 'id email firstName lastName role organization' },
  { call: 'POST /api/organizations', sends: 'name', answers: 'id name' },
  { call: 'GET /api/organizations/by-code/{code}', sends: '', answers: 'name memberCount' },
  { call: 'POST /api/organizations/join/{code}', sends: '', answers: 'id name' },
  { call: 'GET /api/departments', sends: '', answers: 'id name color createdAt' },
  { call: 'POST /api/departments', sends: 'name color', answers: 'id name color' },
  { call: 'DELETE /api/departments/{id}', sends: '', answers: '' },
  { call: 'GET /api/documents', sends: '', answers: 'id customId title departmentId isActive createdAt' },
  { call: 'GET /api/documents/{id}', sends: '', answers: 'id customId title departmentId isActive' },
  { call: 'POST /api/documents', sends: 'file title departmentId', answers: 'id' },
  { call: 'DELETE /api/documents/{id}', sends: '', answers: '' },
  { call: 'GET /api/documents/{id}/versions', sends: '', answers: 'id version title changes status' },
  { call: 'POST /api/documents/{id}/versions', sends: 'file title changes', answers: 'id version status' },
  {
    call: 'POST /api/documents/{id}/versions/{versionId}/activate',
    sends: '',
    answers: 'id version isActive',
  },
  {
    call: 'GET /api/documents/versions/{versionId}/approvals',
    sends: '',
    answers: 'id approverUserId status comments createdAt',
  },
  { call: 'GET /api/approvals/pending', sends: '', answers: 'id status version' },
  { call: 'PATCH /api/approvals/{id}', sends: 'status comments', answers: 'id status comments' },
  { call: 'GET /api/conversations', sends: '', answers: 'id title createdAt' },
  { call: 'POST /api/chat', sends: 'question', answers: 'assistantMessage' },
  {
    call: 'GET /api/analytics/stats',
    sends: '',
    answers: 'totalQuestions totalDocuments averageRating departments',
  },
  {
    call: 'GET /api/analytics/trending-questions',
    sends: '',
    answers: 'id question askCount lastAsked averageRating department',
  },
  { call: 'GET /api/analytics/recommendations', sends: '', answers: 'priority message' },
  { call: 'POST /api/invitations', sends: 'email role', answers: 'message' },
  { call: 'GET /api/invitations', sends: '', answers: 'email role createdAt acceptedAt' },
  { call: 'GET /api/users', sends: '', answers: 'id email firstName lastName role' },
  { call: 'PATCH /api/users/{userId}/role', sends: 'role', answers: 'id role' },
  { call: 'DELETE /api/users/{userId}', sends: '', answers: '' },
  {
    call: 'GET /api/master/organizations',
    sends: '',
    answers: 'id name joinCode userCount createdAt stats',
  },
  { call: 'GET /api/master/users', sends: '', answers: 'id email organizationId organizationName role' },
  { call: 'POST /api/master/organizations', sends: 'name', answers: 'id name' },
  { call: 'DELETE /api/master/organizations/{id}', sends: '', answers: '' },
  {
    call: 'POST /api/master/users',
    sends: 'id email firstName lastName organizationId role',
    answers: 'id',
  },
  { call: 'DELETE /api/master/users/{id}', sends: '', answers: '' },
] as const

/** What the decisions add, by the decision's number; */
const added = [
  [17, 'POST /api/documents/{id}/versions/{versionId}/submit'],
  [17, 'POST /api/documents/{id}/versions/{versionId}/withdraw'],
  [17, 'POST /api/approvals/{id}/request-changes'],
  [30, 'GET /api/conversations/{id}'],
  [30, 'PATCH /api/conversations/{id}'],
  [30, 'DELETE /api/conversations/{id}'],
  [31, 'PUT /api/chat/messages/{id}/rating'],
  [63, 'GET /api/analytics/activity'],
  [63, 'POST /api/auth/token'],
  [63, 'GET /api/master/mail'],
  [63, 'GET /api/auth/sessions'],
  [63, 'DELETE /api/auth/sessions'],
  [67, 'GET /api/search'],
  [69, 'POST /api/chat/stream'],
  [69, 'GET /api/chat/streams/{id}'],
  [69, 'POST /api/chat/streams/{id}/stop'],
  [70, 'GET /api/notifications'],
  [70, 'PUT /api/notifications/read'],
  [70, 'GET /api/notifications/unread'],
  [70, 'GET /api/notifications/settings'],
  [70, 'PATCH /api/notifications/settings'],
  [75, 'GET /api/users/names'],
  [76, 'POST /api/approvals/{id}/delegate'],
  [76, 'POST /api/documents/{id}/restore'],
  [76, 'PATCH /api/documents/{id}'],
  [76, 'GET /api/documents/{id}/versions/{versionId}/file'],
  [76, 'GET /api/documents/{id}/versions/{versionId}/difference'],
  [76, 'GET /api/acknowledgements/pending'],
  [84, 'GET /api/approval-rules'],
  [84, 'POST /api/approval-rules'],
  [84, 'PUT /api/approval-rules/{id}'],
  [84, 'DELETE /api/approval-rules/{id}'],
  [85, 'POST /api/documents/{id}/recertify'],
  [86, 'GET /api/organization/settings'],
  [86, 'PATCH /api/organization/settings'],
  [105, 'GET /api/conversations/{id}/export'],
  [106, 'GET /api/chat/messages/{id}/proof'],
  [106, 'GET /api/documents/{id}/versions/{versionId}/facts'],
] as const

const words = (text: string) => text.split(' ').filter(Boolean)

describe('product §7: calls', () => {
  const routes = allRoutes().map(({ route }) => route)
  const routeOf = (call: string) => routes.find(({ method, path }) => `${method} ${path}` === call)

  // Not `it.each`, which cuts long addresses in names.
  for (const { call, sends, answers } of calls) {
    it(`${call} sends (${sends}) and answers (${answers})`, () => {
      const found = routeOf(call)
      expect(found).toMatchObject({ isPublicPath: true })
      const sent = [...(found?.form ? ['file'] : []), ...fieldsOf(found?.form ?? found?.body, 'input')]
      expect(sent).toEqual(expect.arrayContaining(words(sends)))
      // What is not specified is optional: a client that sends the specified fields is understood.
      if (sends === '') expect(sent).toEqual([])
      expect(fieldsOf(found?.returns)).toEqual(expect.arrayContaining(words(answers)))
      if (answers === '') expect(found).toMatchObject({ status: 204 })
    })
  }

  it.each([
    ...['departments', 'documents', 'documents/{id}/versions', 'documents/versions/{versionId}/approvals'],
    ...['approvals/pending', 'conversations', 'analytics/trending-questions', 'analytics/recommendations'],
    ...['invitations', 'users', 'master/organizations', 'master/users'],
  ])('GET /api/%s answers a plain array', (path) => {
    expect(routeOf(`GET /api/${path}`)?.returns).toBeInstanceOf(z.ZodArray)
  })

  it('has those that the decisions add', () => {
    expect(added.filter(([, call]) => !routeOf(call)?.isPublicPath)).toEqual([])
  })

  it.each(['GET /api/master/organizations', 'GET /api/master/users'])('%s is for operators alone', (call) => {
    expect(routeOf(call)).toMatchObject({ can: 'operator' })
  })

  it('an answer is assistantMessage: id, content, createdAt', () => {
    const answer = routeOf('POST /api/chat')?.returns as z.ZodObject<{ assistantMessage: z.ZodType }>
    expect(fieldsOf(answer.shape.assistantMessage)).toEqual(['id', 'content', 'createdAt'])
  })

  it('the organization of a new person is a whole number (product §5)', () => {
    const body = routeOf('POST /api/master/users')?.body
    const person = { id: 'a', email: 'a@b.test', organizationId: 7, role: 'admin' }
    expect(body?.safeParse(person)).toMatchObject({ success: true, data: { organizationId: 7 } })
    expect(body?.safeParse({ ...person, organizationId: 7.5 })).toMatchObject({ success: false })
  })

  it('a failure may carry suggestedAction', () => {
    expect(fieldsOf(ErrorBody)).toEqual(expect.arrayContaining(['message', 'suggestedAction']))
  })
})
