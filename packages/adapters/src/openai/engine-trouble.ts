import { APIConnectionTimeoutError, APIError } from 'openai'
import { connectionTrouble } from '../engine-url/connection-trouble.ts'

/** Why a call failed. `parameter`: unknown setting; `refused`: key, model or path rejected. */
export interface EngineTrouble {
  readonly kind: 'busy' | 'down' | 'refused' | 'too-long' | 'declined' | 'parameter' | 'garbled'
  /** Completes "The language model … ". Never the engine's words: they may repeat the key. */
  readonly why: string
  readonly retryAfterSeconds: number
  /** Whether the engine named the time itself. */
  readonly isTimeNamed: boolean
  readonly parameter?: string
}

const seconds = { busy: 10, down: 5, refused: 60, garbled: 5 }
const retryAfterMax = 3600

/** Classifies an error of the client library; null for a defect of ours. */
export function engineTrouble(error: unknown): EngineTrouble | null {
  if (error instanceof APIConnectionTimeoutError) return passing('down', 'does not answer in time')
  if (error instanceof APIError) return error.status === undefined ? ofStream(error) : ofStatus(error)
  if (error instanceof SyntaxError) return passing('garbled', 'sent what its protocol does not allow')
  // undici: the connection ended within a body.
  if (error instanceof TypeError && /terminated|fetch failed/.test(error.message))
    return passing('down', `broke off${codeOf(error)}`)
  return null
}

/** Without a status: never connected, or an error within a stream. */
function ofStream(error: APIError): EngineTrouble {
  if (isDeclined(error)) return lasting('declined', 'declined the content')
  if (error.error === undefined)
    return passing('down', connectionTrouble(error) ?? `cannot be reached${codeOf(error)}`)
  return passing('down', `reported an error of its own${named(error)}`)
}

function ofStatus(error: APIError): EngineTrouble {
  const { status = 0 } = error
  if (status === 429 || status === 408 || status === 409 || status >= 500) return ofOverload(error, status)
  if (status === 401 || status === 403) return lasting('refused', `does not accept our key (${status})`)
  if (status === 404) return lasting('refused', 'is not offered there, or the address is wrong (404)')
  if (isTooLong(error)) return lasting('too-long', 'takes no texts as long as these')
  if (isDeclined(error)) return lasting('declined', `declined the content (${status})`)
  const parameter = /^unsupported_(?:parameter|value)$/.test(error.code ?? '') ? error.param : null
  const trouble = lasting(parameter ? 'parameter' : 'refused', `rejected our call (${status}${named(error)})`)
  return parameter ? { ...trouble, parameter } : trouble
}

function ofOverload(error: APIError, status: number): EngineTrouble {
  if (error.code === 'insufficient_quota')
    return { ...lasting('refused', 'has no budget left (429)'), retryAfterSeconds: 300 }
  const asked = retryAfter(error.headers)
  const kind = status === 429 || status === 503 ? 'busy' : 'down'
  const why = kind === 'busy' ? `is busy (${status})` : `failed (${status})`
  return asked === null
    ? passing(kind, why)
    : { ...passing(kind, why), retryAfterSeconds: asked, isTimeNamed: true }
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
  const text = headers?.get('retry-after')
  const named = text === null || text === undefined ? Number.NaN : Number(text)
  const dated = (Date.parse(text ?? '') - Date.now()) / 1000
  const found = [milliseconds / 1000, named, dated].find((value) => Number.isFinite(value))
  return found === undefined ? null : Math.min(retryAfterMax, Math.max(0, found))
}

function passing(kind: 'busy' | 'down' | 'garbled', why: string): EngineTrouble {
  return { kind, why, retryAfterSeconds: seconds[kind], isTimeNamed: false }
}

function lasting(kind: 'refused' | 'too-long' | 'declined' | 'parameter', why: string): EngineTrouble {
  return { kind, why, retryAfterSeconds: seconds.refused, isTimeNamed: false }
}

/** The engine's error code, if it looks like one. */
function named({ code }: APIError): string {
  return typeof code === 'string' && /^[a-z_]{1,40}$/.test(code) ? `, ${code}` : ''
}

/** The system error code at the end of a cause chain, such as ECONNREFUSED. */
function codeOf(error: Error): string {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if ('code' in at && typeof at.code === 'string') return ` (${at.code})`
  return ''
}
