import { APIConnectionTimeoutError, APIError } from 'openai'
import { causesOf, connectionTrouble } from '../engine-url/connection-trouble.ts'

/** Seconds until a retry makes sense, by kind of trouble, unless the engine names a time. */
const pauses = { busy: 10, down: 5, garbled: 5, refused: 60, 'too-long': 60, declined: 60, parameter: 60 }

/** Why a call failed. `parameter`: unknown setting; `refused`: key, model or path rejected. */
export interface EngineTrouble {
  readonly kind: keyof typeof pauses
  /** Completes "The language model … ". Never the engine's words: they may repeat the key. */
  readonly why: string
  readonly retryAfterSeconds: number
  /** Whether the engine named the time itself. */
  readonly isTimeNamed: boolean
  readonly parameter?: string
}

const retryAfterMax = 3600

/** Classifies an error of the client library; null for a defect of ours. */
export function engineTrouble(error: unknown): EngineTrouble | null {
  if (error instanceof APIConnectionTimeoutError) return trouble('down', 'does not answer in time')
  if (error instanceof APIError) return error.status === undefined ? ofStream(error) : ofStatus(error)
  if (error instanceof SyntaxError) return trouble('garbled', 'sent what its protocol does not allow')
  // undici: the connection ended within a body.
  if (error instanceof TypeError && /terminated|fetch failed/.test(error.message))
    return trouble('down', `broke off${codeOf(error)}`)
  return null
}

/** When to try again, for the Retry-After of the response. */
export function wholeSeconds({ retryAfterSeconds }: EngineTrouble): number {
  return Math.max(1, Math.ceil(retryAfterSeconds))
}

/** Without a status: never connected, or an error within a stream. */
function ofStream(error: APIError): EngineTrouble {
  if (isDeclined(error)) return trouble('declined', 'declined the content')
  if (error.error === undefined)
    return trouble('down', connectionTrouble(error) ?? `cannot be reached${codeOf(error)}`)
  return trouble('down', `reported an error of its own${named(error)}`)
}

function ofStatus(error: APIError): EngineTrouble {
  const { status = 0 } = error
  if (status === 429 || status === 408 || status === 409 || status >= 500) return ofOverload(error, status)
  if (status === 401 || status === 403) return trouble('refused', `does not accept our key (${status})`)
  if (status === 404) return trouble('refused', 'is not offered there, or the address is wrong (404)')
  if (isTooLong(error)) return trouble('too-long', 'takes no texts as long as these')
  if (isDeclined(error)) return trouble('declined', `declined the content (${status})`)
  const parameter = rejectedSetting(error)
  const why = `rejected our call (${status}${named(error)})`
  return parameter ? { ...trouble('parameter', why), parameter } : trouble('refused', why)
}

/** By its name, or as servers say it that know no code for it. */
function rejectedSetting({ code, param, status, message }: APIError): string | null {
  if (/^unsupported_(?:parameter|value)$/.test(code ?? '')) return param ?? null
  if (status !== 400 && status !== 422) return null
  if (/json_schema|guided|grammar/i.test(message)) return 'response_format'
  return (
    /\b(response_format|stream_options|max_tokens|temperature)\b/i.exec(message)?.[1]?.toLowerCase() ?? null
  )
}

function ofOverload(error: APIError, status: number): EngineTrouble {
  if (error.code === 'insufficient_quota')
    return { ...trouble('refused', 'has no budget left (429)'), retryAfterSeconds: 300 }
  const isBusy = status === 429 || status === 503
  const found = isBusy ? trouble('busy', `is busy (${status})`) : trouble('down', `failed (${status})`)
  const asked = retryAfter(error.headers)
  return asked === null ? found : { ...found, retryAfterSeconds: asked, isTimeNamed: true }
}

function isTooLong({ code, status, message }: APIError): boolean {
  if (status === 413 || code === 'context_length_exceeded') return true
  return status === 400 && /context (?:length|size|window)|maximum context|too many tokens/i.test(message)
}

function isDeclined({ code, type }: APIError): boolean {
  return [code, type].some((name) => name === 'content_filter' || name === 'content_policy_violation')
}

/** `retry-after` in seconds or as a date (RFC 9110 §10.2.3), or OpenAI's own in milliseconds. */
function retryAfter(headers: Headers | undefined): number | null {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  const text = headers?.get('retry-after') ?? 'none'
  const dated = (Date.parse(text) - Date.now()) / 1000
  const found = [milliseconds / 1000, Number(text), dated].find((value) => Number.isFinite(value))
  return found === undefined ? null : Math.min(retryAfterMax, Math.max(0, found))
}

function trouble(kind: keyof typeof pauses, why: string): EngineTrouble {
  return { kind, why, retryAfterSeconds: pauses[kind], isTimeNamed: false }
}

/** The engine's error code, if it looks like one. */
function named({ code }: APIError): string {
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? `, ${code}` : ''
}

/** The first system error code of a cause chain, such as ECONNREFUSED. */
function codeOf(error: Error): string {
  const code = causesOf(error).find((cause) => typeof cause.code === 'string')?.code
  return code === undefined ? '' : ` (${code})`
}
