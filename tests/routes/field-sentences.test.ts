import { ErrorBody } from '@portal/contracts/errors'
import type { Route } from '@portal/contracts/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type IsolatedPortal, startIsolatedPortal } from '../isolation/isolated-portal.ts'
import { requestOf, type SampledRoute, sampledRoutes } from '../isolation/route-samples.ts'
import { unknownIds } from '../isolation/things.ts'

let portal: IsolatedPortal

beforeAll(async () => {
  portal = await startIsolatedPortal()
}, 240_000)
afterAll(() => portal[Symbol.asyncDispose]())

const parts = ['params', 'query', 'body', 'form'] as const
type Part = (typeof parts)[number]

/** Every kind of wrong value; some are right for some fields, and then prove nothing. */
const wrongTexts = ['', ' ', 'x', '\u200B', 'x'.repeat(5001), '0', '-1', '1.5', '1e300', 'a\u2028b']
const wrongValues = [undefined, null, true, 7, -1, 1.5, 1e300, {}, [], [null], ['x'], [1.5], ...wrongTexts]

const publicRoutes = sampledRoutes().filter(({ route }) => route.isPublicPath)
const fields = publicRoutes.flatMap((sampled) =>
  parts.flatMap((part) =>
    fieldsOf(sampled.route, part).map((field) => ({
      ...{ sampled, part, field, title: `${sampled.service}.${sampled.name}: ${field} in ${part}` },
    })),
  ),
)

function fieldsOf(route: Route, part: Part): string[] {
  const schema = route[part]
  if (!schema) return []
  if (!(schema instanceof z.ZodObject)) throw new Error(`${route.path}: its ${part} has no fields to walk.`)
  return Object.keys(schema.shape)
}

/** Texts that the product page specifies, without a full stop as they are. */
const specified = [
  'Organization name must be at least 2 characters',
  'Department name must be at least 2 characters',
  'Invalid color format',
  'Invalid email address',
  'Please select a file to upload',
  'Please fill in all fields and select a file',
]
const validatorEnglish = /\bexpected\b|\breceived\b|invalid (input|option|string|key)|too (small|big)|[<>]=/i

/** What is wrong with a text that people read; null for a sentence. */
function faultOf(text: string): string | null {
  if (specified.includes(text)) return null
  if (!/^[A-Z].*\.$/s.test(text)) return `no sentence: ${text}`
  if (text.startsWith('A field ')) return `does not name the field: ${text}`
  return validatorEnglish.test(text) ? `the validator's words: ${text}` : null
}

/** The sample's request, with another value for one field. */
function varied({ sampled, part, field }: (typeof fields)[number], value: unknown): SampledRoute {
  const { hasIds, request } = sampled.sample
  const sample = {
    hasIds,
    request: (ids: typeof unknownIds) => {
      const whole = request(ids)
      const { [field]: _, ...rest } = (whole[part] ?? {}) as Record<string, unknown>
      return {
        ...whole,
        [part]: value === undefined && part !== 'params' ? rest : { ...rest, [field]: value },
      }
    },
  }
  return { ...sampled, sample }
}

/** By a person who may call everything. */
async function answerOf(sampled: SampledRoute, alter = (request: Request) => request) {
  const under = portal.services[sampled.service as 'team']
  const passport = await under.office.person({ ...portal.mine.members.admin, isOperator: true }, [
    ...[sampled.service, ...sampled.route.passes],
  ])
  const answer = await under.service.fetch(alter(requestOf(sampled, unknownIds, passport)))
  return { status: answer.status, text: await answer.text() }
}

function textsOf(body: string): string[] {
  const { message, fields: byField = {} } = ErrorBody.parse(JSON.parse(body))
  return [message, ...Object.values(byField)]
}

it.each(fields)('says what is wrong in a sentence that names the field: $title', async (walked) => {
  const isPath = walked.part === 'params'
  const values = walked.part === 'body' ? wrongValues : isPath ? wrongTexts.slice(2) : wrongTexts
  const answers = await Promise.all(values.map((value) => answerOf(varied(walked, value))))
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  // A malformed id in a path is an unknown id: one uniform answer.
  if (isPath) return expect(answers.filter(({ status }) => ![404, 409].includes(status))).toEqual([])
  const refused = answers.filter(({ status }) => status === 400)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.flatMap(({ text }) => textsOf(text).map(faultOf)).filter(Boolean)).toEqual([])
})

describe.each(publicRoutes.filter(({ route }) => route.body))('the body of $service.$name', (sampled) => {
  it.each(['', '{', 'null', '[]', '"x"', '7', '{"isMasterAdmin":true}', '{"\\u0000":1}'])(
    'is refused in sentences when it is %s',
    async (body) => {
      const { status, text } = await answerOf(sampled, (request) => new Request(request, { body }))
      expect([status, textsOf(text).map(faultOf).filter(Boolean)]).toEqual([400, []])
    },
  )
})

it.each([
  ['no file', 0],
  ['two files', 2],
])('a form with %s is refused in sentences', async (_, count) => {
  for (const sampled of publicRoutes.filter(({ route }) => route.form)) {
    const form = new FormData()
    for (let n = 0; n < count; n += 1) form.append('file', new Blob(['x']), 'policy.txt')
    const { status, text } = await answerOf(sampled, ({ url, method, headers }) => {
      headers.delete('content-type')
      return new Request(url, { method, headers, body: form })
    })
    expect([status, textsOf(text).map(faultOf).filter(Boolean)]).toEqual([400, []])
  }
})
