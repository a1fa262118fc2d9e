import type { z } from 'zod'
import type { PermissionOf, PermissionOwner } from './permissions.ts'

/** The HTTP methods that a route may use. */
export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * A rate limit that a route has beside the ones per address and per session. The gateway's
 * configuration says how many requests each allows, and whom it counts.
 */
export type RouteLimit = 'join-code' | 'token' | 'login' | 'search' | 'own-data' | 'remote-report'

/**
 * Who may call a route of this service: anyone, anyone signed in, an operator, another service
 * (`service`: only with a service passport, never proxied), or holders of a permission.
 */
export type Authorization<Service extends string = PermissionOwner> =
  | 'public'
  | 'signed-in'
  | 'operator'
  | 'service'
  | PermissionOf<Service>

/** What a stream of server-sent events may carry, by the event's name. */
export type EventSchemas = Readonly<Record<string, z.ZodType>>

/** A route as data, from which server, client, documentation and tests derive. */
export interface Route {
  readonly method: RouteMethod
  readonly path: string
  readonly can: Authorization
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** Most values and names of its body in all, 4,000 by default: each takes time that all share. */
  readonly bodyValuesMax: number
  /** The text parts of a multipart body, whose file part is `file`. */
  readonly form?: z.ZodType
  /** Schema of the JSON response; absent without a body (204) or with `streams`. */
  readonly returns?: z.ZodType
  /** Media types of a body that the verb streams instead, such as a file. */
  readonly streams?: readonly string[]
  /**
   * Schemas of the data of server-sent events, by the event's name: the verb sends those instead of
   * a body, and `error`, an ErrorBody, ends them early.
   */
  readonly events?: EventSchemas
  /** Status of success; by default 200, or 204 without `returns` and `streams`. */
  readonly status: 200 | 201 | 202 | 204
  /** Further services that accept the passport, called on the person's behalf. */
  readonly passes: readonly string[]
  /** A POST that may run again, or whose response must not be stored: no idempotency key. */
  readonly isRepeatable: boolean
  /** False for routes between services, which the gateway does not proxy. */
  readonly isPublicPath: boolean
  readonly limit: RouteLimit | null
  /** The query parameter, such as a text to search for, without which the limit does not apply. */
  readonly limitWith: string | null
  /**
   * Whether a bearer token suffices without a session cookie. Defaults to all but DELETE: a token
   * that travelled in an address deletes nothing and grants no role or access (decision 14).
   */
  readonly bearer: boolean
  /** Milliseconds from the end of the request to the head of its response; 10 s by default. */
  readonly deadlineMs: number
}

type Defaulted =
  | 'bodyValuesMax'
  | 'status'
  | 'passes'
  | 'isRepeatable'
  | 'isPublicPath'
  | 'limit'
  | 'limitWith'
  | 'bearer'
  | 'deadlineMs'
type RouteOptions = Omit<Route, Defaulted | 'method' | 'path'> & Partial<Pick<Route, Defaulted>>

/** A named table of routes, as `teamApi`; a service's table names permissions of its own alone. */
export type RouteTable<Service extends string = PermissionOwner> = Readonly<
  Record<string, Route & { readonly can: Authorization<Service> }>
>

/** Declares a route. Path parameters are in braces, as `/api/documents/{id}`. */
export function route<const Method extends RouteMethod, const Options extends RouteOptions>(
  method: Method,
  path: string,
  options: Options & Readonly<Record<Exclude<keyof Options, keyof RouteOptions>, never>>,
): Route & Options & { readonly method: Method } {
  return {
    status: options.returns || options.streams || options.events ? 200 : 204,
    ...(options.events ? { streams: ['text/event-stream'] } : {}),
    passes: [],
    isRepeatable: false,
    isPublicPath: true,
    limit: null,
    limitWith: null,
    bearer: method !== 'DELETE',
    deadlineMs: 10_000,
    bodyValuesMax: 4000,
    ...options,
    method,
    path,
  }
}

type Out<Schema, Key extends string> = Schema extends z.ZodType
  ? { readonly [K in Key]: z.output<Schema> }
  : unknown
/** Left out where no part of it is required. */
type InQuery<Schema> = Schema extends z.ZodType
  ? Record<never, never> extends z.input<Schema>
    ? { readonly query?: z.input<Schema> }
    : { readonly query: z.input<Schema> }
  : unknown
type In<Schema, Key extends string> = Schema extends z.ZodType
  ? { readonly [K in Key]: z.input<Schema> }
  : unknown

/** The file part of a multipart body; its size is checked, its content is not. */
export interface UploadedFile {
  readonly name: string
  readonly type: string
  readonly content: Uint8Array
  /** Of the content, in hexadecimal digits. */
  readonly sha256: string
}

/** What a verb receives: validated parameters, query, body or form. */
export type RouteInput<R extends Route> = Out<R['params'], 'params'> &
  Out<R['query'], 'query'> &
  Out<R['body'], 'body'> &
  (R['form'] extends z.ZodType
    ? { readonly form: z.output<R['form']>; readonly file: UploadedFile }
    : unknown)

/** What a client passes. A form route takes the file as a Blob with its name. */
export type RouteCall<R extends Route> = In<R['params'], 'params'> &
  InQuery<R['query']> &
  In<R['body'], 'body'> &
  (R['form'] extends z.ZodType
    ? { readonly form: z.input<R['form']>; readonly file: Blob; readonly fileName: string }
    : unknown)

/** The parsed response of a route. */
export type RouteResponse<R extends Route> = R['returns'] extends z.ZodType
  ? z.output<R['returns']>
  : undefined

/** The events that a route names, without the index signature of all such tables. */
type NamedEvents<Events> = { [Name in keyof Events as string extends Name ? never : Name]: Events[Name] }

/** One of a route's server-sent events as its verb sends it; `id` is its place in the stream. */
export type RouteEvent<R extends Route> = {
  readonly [Name in keyof NamedEvents<R['events']> & string]: {
    readonly id: number
    readonly event: Name
    readonly data: z.output<NamedEvents<R['events']>[Name]>
  }
}[keyof NamedEvents<R['events']> & string]

/** What a verb returns, before the response schema is applied. */
export type RouteResult<R extends Route> = R['returns'] extends z.ZodType ? z.input<R['returns']> : undefined

/** The path with encoded parameters and query. */
export function routeUrl(
  route: Pick<Route, 'path'>,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const suffix = search.toString()
  return suffix === '' ? path : `${path}?${suffix}`
}
