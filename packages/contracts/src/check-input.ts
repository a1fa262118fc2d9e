import type { z } from 'zod'

/**
 * What people call the fields of the public routes. Fields with texts of their own in the contract,
 * as names, need no entry; a test fails for a field that has neither.
 */
const labels: Readonly<Record<string, string>> = {
  action: 'Action',
  actorId: 'Person',
  all: 'All of them',
  approvalDeadlineDays: 'Deadline of approvals',
  approvalReminderDays: 'Reminders of approvals',
  approverIds: 'Approvers',
  change: 'Kind of change',
  changes: 'Changes',
  color: 'Color',
  comments: 'Comments',
  contentHash: 'Content hash',
  conversationDays: 'Retention of conversations',
  conversationId: 'Conversation',
  cursor: 'Cursor',
  customId: 'Custom ID',
  deadlineDays: 'Deadline',
  delegateUserId: 'Delegate',
  department: 'Department',
  departmentId: 'Department',
  departmentIds: 'Departments',
  departments: 'Departments',
  documentId: 'Document',
  draft: 'Draft',
  dueOn: 'Due date',
  effectiveAt: 'Effective date',
  effectiveOn: 'Effective date',
  email: 'Email address',
  end: 'End of the passage',
  firstName: 'First name',
  format: 'Format',
  seen: 'What was seen',
  visibleTo: 'Departments',
  ids: 'Documents',
  isActive: 'Whether it is active',
  error: 'Error',
  escalateToId: 'Escalation',
  from: 'Start of the period',
  groups: 'Synonyms',
  id: 'User ID',
  hasDigest: 'Daily mail',
  hours: 'Hours',
  lastName: 'Last name',
  kind: 'Kind',
  limit: 'Limit',
  mayAuthorDecide: 'Whether authors decide',
  minutes: 'Minutes',
  name: 'Name',
  note: 'Note',
  organizationId: 'Organization ID',
  nextReviewOn: 'Next review',
  outcome: 'Outcome',
  ownerId: 'Owner',
  percent: 'Percent',
  location: 'Location',
  q: 'Search text',
  question: 'Question',
  quorum: 'Quorum',
  reviewCycleMonths: 'Review cycle',
  quote: 'Passage',
  report: 'Report',
  reviewBy: 'Day of the review',
  role: 'Role',
  roles: 'Roles',
  stages: 'Stages',
  start: 'Start of the passage',
  state: 'State',
  sort: 'Order',
  status: 'Status',
  text: 'Comment',
  threshold: 'Threshold',
  timeZone: 'Time zone',
  title: 'Title',
  to: 'End of the period',
  unit: 'Step of time',
  trendingAskersMin: 'People who asked',
  until: 'Last day of the absence',
  upTo: 'Newest that was seen',
  userId: 'Person',
  version: 'Version',
  versionId: 'Version',
  versionIds: 'Versions',
  why: 'Reason',
}

/** Valid input, or a sentence per wrong field (`body` for the whole); `message` is the first. */
export type CheckedInput<T> =
  | { readonly data: T; readonly fields: null; readonly message: null }
  | { readonly data: null; readonly fields: Readonly<Record<string, string>>; readonly message: string }

/**
 * Validates input for server and forms alike. What is wrong is said in sentences for people: the
 * schema's own, else one made here (decision 66); the validator's words never come out.
 */
export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): CheckedInput<z.output<Schema>> {
  const result = schema.safeParse(value, { error: sentenceOf })
  if (result.success) return { data: result.data, fields: null, message: null }
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error.issues) fields[path.join('.') || 'body'] ??= message
  const message = result.error.issues[0]?.message ?? 'The request is not valid.'
  return { data: null, fields, message }
}

function sentenceOf(issue: z.core.$ZodRawIssue): string {
  return `${subjectOf(issue.path ?? [])} ${predicateOf(issue)}.`
}

/** The last name on the path; an entry of a list by its place, counted from 1. */
function subjectOf(path: readonly PropertyKey[]): string {
  const name = path.findLast((part) => typeof part === 'string')
  if (name === undefined) return 'The request body'
  const label = Object.hasOwn(labels, name) ? labels[name] : undefined
  const at = path.at(-1)
  return `${label ?? 'A field'}${typeof at === 'number' ? `, entry ${at + 1},` : ''}`
}

function predicateOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return 'is required'
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? 'of another kind'}`
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'is required'
        : `must ${boundOf(issue.origin)} at least ${issue.minimum}${unitOf(issue.origin)}`
    case 'too_big':
      return `must ${boundOf(issue.origin)} at most ${issue.maximum}${unitOf(issue.origin)}`
    case 'invalid_value':
      return `must be one of: ${issue.values.join(', ')}`
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'must be a date and time, as 2026-01-31T09:00:00Z'
        : 'is not in the right form'
    default:
      return 'is not valid'
  }
}

/** In words, by the validator's name. Every number of a request is a whole one. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a whole number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
}

const boundOf = (origin: string) => (origin === 'array' ? 'have' : 'be')

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' entries' : ''
}
