import { on } from 'node:events'
import type { HttpBindings } from '@hono/node-server'
import { checkInput } from '@portal/contracts/check-input'
import type { Route, UploadedFile } from '@portal/contracts/route'
import type { Context as HonoContext } from 'hono'
import { z } from 'zod'
import { CodedError, notFound } from '../coded-error.ts'
import { releaseBytes } from '../release-bytes.ts'
import { hasMoreValues } from './json-values.ts'
import { parseForm } from './parse-form.ts'
import type { Uploads } from './uploads.ts'

/** Largest JSON body, in bytes. */
export const jsonBytesMax = 1024 * 1024
/** Of one chunk or two. */
const shortBytes = 64 * 1024

/** The validated parts of a request, as its route declares them. */
export interface RequestInput {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly form?: unknown
  readonly file?: UploadedFile
}

/** Who sends files and where they arrive; `uploads` is null if the service takes none. */
export interface FileInput {
  readonly uploads: Uploads | null
  readonly personId: string
}

/**
 * Reads and validates a request and runs `work` with it, at its turn if it carries a file. Throws
 * CodedError with one message per invalid field.
 */
export async function withInput<T>(
  c: HonoContext,
  { route, uploads, personId }: FileInput & { readonly route: Route },
  work: (input: RequestInput) => Promise<T>,
): Promise<T> {
  const params = route.params && parsePath(route.params, c.req.param())
  const query = route.query && parse(route.query, c.req.query())
  const { form } = route
  if (form) {
    const type = formType(c)
    if (!uploads) throw new Error('A service with a form route declares uploadBytesMax.')
    // Room for the other fields and the boundaries around the largest file.
    const body = limited(c, uploads.bytesMax + 256 * 1024)
    return uploads.receive(body, personId, async (bytes) => {
      const sent = await readForm(bytes, { type, schema: form, bytesMax: uploads.bytesMax })
      const result = await work({ params, query, ...sent })
      // Not after a failure, when something may still be reading it.
      releaseBytes(bytes)
      return result
    })
  }
  if (!route.body) return work({ params, query })
  const json = await readJson(c, route)
  if (route.isPublicPath) {
    if (holds(json, isCut)) throw unstorable()
    refuseUnknownFields(route.body, json)
  }
  return work({ params, query, body: parse(route.body, json) })
}

/** A malformed id in a path is an unknown id, hence 404. */
function parsePath(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value)
  if (holds(value, hasNul) || !result.success) throw notFound()
  return result.data
}

function parse(schema: z.ZodType, value: unknown): unknown {
  if (holds(value, hasNul)) throw unstorable()
  const { data, fields, message } = checkInput(schema, value)
  if (fields) throw new CodedError('invalid_request', message, { fields })
  return data
}

/** Refuses fields unknown to the route, such as `isMasterAdmin`, rather than ignoring them. */
function refuseUnknownFields(schema: z.ZodType, value: unknown): void {
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(schema.shape, name))
  if (unknown === undefined) return
  const message = 'The request has a field that is not known here.'
  throw new CodedError('invalid_request', message, {
    fields: { [unknown.slice(0, 100)]: 'This field is not known here.' },
  })
}

function unstorable(): CodedError {
  return new CodedError('invalid_request', 'The request holds characters that cannot be stored.')
}

/** Legal in JSON, but Postgres cannot store it. */
const hasNul = (text: string) => text.includes('\0')
/** Half a character, which Postgres replaces in text and refuses in JSON. */
const isCut = (text: string) => !text.isWellFormed()

/** Whether any text of a value is so. Iterative, because input may be deeply nested. */
function holds(value: unknown, isSo: (text: string) => boolean): boolean {
  const open: unknown[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string' && isSo(next)) return true
    if (typeof next === 'object' && next !== null) for (const item of Object.values(next)) open.push(item)
  }
  return false
}

async function readJson(c: HonoContext, { isPublicPath, bodyValuesMax }: Route): Promise<unknown> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new CodedError('unsupported_media_type', 'The request body must be JSON.')
  }
  const text = await readWhole(c, jsonBytesMax)
  if (isPublicPath && hasMoreValues(text, bodyValuesMax))
    throw new CodedError('invalid_request', 'The request has too many values.')
  try {
    const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text))
    releaseBytes(text)
    return json
  } catch (cause) {
    throw new CodedError('invalid_request', 'The request body is not valid JSON.', { cause })
  }
}

function formType(c: HonoContext): string {
  const type = c.req.header('content-type') ?? ''
  if (/^multipart\/form-data\s*;/i.test(type)) return type
  throw new CodedError('unsupported_media_type', 'The request body must be multipart form data.')
}

interface FormRules {
  readonly type: string
  readonly schema: z.ZodType
  readonly bytesMax: number
}

async function readForm(
  bytes: Uint8Array<ArrayBuffer>,
  { type, schema, bytesMax }: FormRules,
): Promise<{ readonly form: unknown; readonly file: UploadedFile }> {
  const { fields, files } = await parseForm(bytes, type).catch((cause: unknown) => {
    throw new CodedError('invalid_request', 'The form data cannot be read.', { cause })
  })
  const [file] = files
  if (files.length !== 1 || !file) {
    throw new CodedError('invalid_request', 'The form needs exactly one file.', {
      fields: { file: 'Please select a file to upload' },
    })
  }
  if (file.content.byteLength > bytesMax) throw tooLarge()
  return { form: parse(schema, Object.fromEntries(fields)), file }
}

function tooLarge(): CodedError {
  return new CodedError('payload_too_large', 'File size must be less than 10MB')
}

/** A short one needs no stream, which would stay in memory until the response. */
async function readWhole(c: HonoContext, bytesMax: number): Promise<Uint8Array> {
  const length = Number(c.req.header('content-length') ?? Number.NaN)
  if (length <= shortBytes) return new Uint8Array(await c.req.raw.arrayBuffer().catch(brokenOff))
  const chunks: Uint8Array[] = []
  for await (const chunk of limited(c, bytesMax)) chunks.push(chunk)
  const whole = Buffer.concat(chunks)
  chunks.forEach(releaseBytes)
  return whole
}

/** Counts bytes as they arrive: a body without a length cannot exceed the limit either. */
async function* limited(c: HonoContext, bytesMax: number): AsyncGenerator<Uint8Array> {
  if (Number(c.req.header('content-length') ?? 0) > bytesMax) throw tooLarge()
  let size = 0
  for await (const chunk of arriving(c)) {
    size += chunk.byteLength
    if (size > bytesMax) throw tooLarge()
    yield chunk
  }
}

/** A client that leaves in the middle made a bad request; it is no failure of this service. */
async function* arriving(c: HonoContext): AsyncGenerator<Uint8Array> {
  try {
    yield* chunksOf(c)
  } catch (cause) {
    brokenOff(cause)
  }
}

/**
 * Chunks that nothing else refers to, so that their memory can be given back. A web stream would
 * copy each and leave the first to a collection of garbage; Node's own iterator joins those that
 * wait.
 */
async function* chunksOf(c: HonoContext): AsyncGenerator<Uint8Array> {
  // Absent without a server, as in tests.
  const { incoming }: Partial<HttpBindings> = c.env ?? {}
  if (!incoming) return yield* c.req.raw.body ?? []
  if (incoming.destroyed) throw new Error('The client left before its body was read.')
  for await (const [chunk] of on(incoming, 'data', { close: ['end'], highWaterMark: 1 })) yield chunk
}

function brokenOff(cause: unknown): never {
  throw new CodedError('invalid_request', 'The request body did not arrive completely.', { cause })
}
