import fc from 'fast-check'
import { z } from 'zod'

/** The part of JSON Schema (draft 2020-12) in which zod describes payloads of events. */
const Schema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  /** Of calendar days, which have no format. */
  allOf: z.array(z.object({ pattern: z.string() })).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  get anyOf() {
    return z.array(Schema).optional()
  },
  get items() {
    return Schema.optional()
  },
  get properties() {
    return z.record(z.string(), Schema).optional()
  },
  get additionalProperties() {
    return z.union([z.boolean(), Schema]).optional()
  },
})
type Schema = z.infer<typeof Schema>

const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

const strings: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid({ version: 7 }),
  'date-time': dates.map((date) => date.toISOString()),
  date: dates.map((date) => date.toISOString().slice(0, 10)),
}

/** Values that a JSON Schema describes. */
export function samplesOf(schema: unknown): fc.Arbitrary<unknown> {
  return arbitrary(Schema.parse(schema))
}

function arbitrary(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitrary))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => arbitrary({ ...schema, type })))
  switch (schema.type) {
    case 'object':
      return objects(schema)
    case 'array':
      return fc.array(arbitrary(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 3 })
    case 'string':
      return texts(schema)
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? 0, -1000),
        max: Math.min(schema.maximum ?? 1000, 1000),
      })
    case 'number':
      return fc.integer({ min: Math.ceil(schema.minimum ?? 0), max: Math.floor(schema.maximum ?? 1000) })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.constant('anything')
  }
}

function texts({ format = '', allOf, minLength, maxLength = 20 }: Schema): fc.Arbitrary<string> {
  const isDay = allOf?.every(({ pattern }) => new RegExp(pattern).test('2026-11-24'))
  if (isDay) return dates.map((date) => date.toISOString().slice(0, 10))
  const length = { ...(minLength !== undefined && { minLength }), maxLength: Math.max(20, minLength ?? 0) }
  return strings[format] ?? fc.string({ ...length, maxLength: Math.min(length.maxLength, maxLength) })
}

function objects({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<object> {
  const of = ([name, schema]: [string, Schema]) =>
    // What is refined beyond its schema.
    [name, name === 'timeZone' ? fc.constantFrom('UTC', 'Europe/Oslo') : arbitrary(schema)] as const
  const known = fc.record(Object.fromEntries(Object.entries(properties).map(of)), { requiredKeys: required })
  if (typeof additionalProperties !== 'object' || Object.keys(properties).length > 0) return known
  return fc.dictionary(fc.string({ minLength: 1 }), arbitrary(additionalProperties), { maxKeys: 3 })
}
