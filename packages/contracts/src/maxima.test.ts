import { expect, it } from 'vitest'
import type { z } from 'zod'
import { approvalsApi } from './approvals.ts'
import { departmentsApi } from './departments.ts'
import { documentsApi } from './documents.ts'
import { teamApi } from './team.ts'
import { versionsApi } from './versions.ts'

interface Maximum {
  readonly of: string
  readonly schema: z.ZodType | undefined
  readonly field: string
  readonly max: number
  readonly label: string
}

const organization = teamApi.createOrganization.body
const department = departmentsApi.createDepartment.body
const document = documentsApi.uploadDocument.form
const version = versionsApi.createVersion.form
const decision = approvalsApi.decideApproval.body

const maxima: readonly Maximum[] = [
  { of: 'organization', schema: organization, field: 'name', max: 200, label: 'Organization name' },
  { of: 'department', schema: department, field: 'name', max: 100, label: 'Department name' },
  { of: 'document', schema: document, field: 'title', max: 300, label: 'Title' },
  { of: 'document', schema: document, field: 'customId', max: 60, label: 'ID' },
  { of: 'version', schema: version, field: 'title', max: 300, label: 'Title' },
  { of: 'version', schema: version, field: 'changes', max: 4000, label: 'Changes' },
  { of: 'decision', schema: decision, field: 'comments', max: 4000, label: 'Comments' },
]

it.each(maxima)(
  'decision 66: the $field of a $of has at most $max characters, and a sentence says so',
  (rule) => {
    const { schema, field, max, label } = rule
    const problemOf = (length: number) =>
      schema?.safeParse({ [field]: 'x'.repeat(length) }).error?.issues.find(({ path }) => path[0] === field)
        ?.message
    expect(problemOf(max)).toBeUndefined()
    expect(problemOf(max + 1)).toBe(`${label} must be at most ${max} characters.`)
  },
)
