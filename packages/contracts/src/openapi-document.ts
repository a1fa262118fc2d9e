import { z } from 'zod'
import { uploadBytesMax } from './documents.ts'
import { ErrorBody } from './errors.ts'
import { followEvents, loginRoutes } from './gateway.ts'
import type { EventSchemas, Route } from './route.ts'
import { allRoutes, type OwnedRoute } from './services.ts'

type Json = Readonly<Record<string, unknown>>

/** The portal's address in browsers, and the name of the cookie that holds a session. */
export interface PortalAddress {
  readonly publicOrigin: string
  readonly sessionCookie: string
}

/**
 * One OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html) of all public routes, merged
 * from the contracts. It says no more than the scripts that every browser loads, so it is public.
 */
export function openApiDocument({ publicOrigin, sessionCookie }: PortalAddress): Json {
  const owned: OwnedRoute[] = [
    ...allRoutes().filter(({ route }) => route.isPublicPath),
    { service: 'gateway', name: 'followEvents', route: followEvents },
  ]
  const paths: Record<string, Record<string, Json>> = {}
  for (const one of owned) paths[one.route.path] = { ...paths[one.route.path], ...operation(one) }
  for (const [name, route] of Object.entries(loginRoutes))
    paths[route.path] = { ...paths[route.path], ...navigation(name, route) }
  return {
    openapi: '3.1.0',
    info: { title: 'AI Compliance Portal', version: '1' },
    servers: [{ url: publicOrigin }],
    paths,
    components: {
      schemas: { Error: jsonSchema(ErrorBody, 'output') },
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: 'Set by GET /api/login. A write also needs the header Origin of the portal.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'Of POST /api/auth/token.' },
      },
    },
  }
}

function operation({ service, name, route }: OwnedRoute): Record<string, Json> {
  const described = {
    operationId: name,
    summary: route.summary,
    tags: [service],
    ...security(route),
    parameters: [
      ...parameters('path', route.params),
      ...parameters('query', route.query),
      ...ownHeaders(route),
    ],
    ...requestBody(route),
    responses: {
      [route.status]: { description: 'Success', ...success(route) },
      // The body of a status that is not ready is the status.
      ...(name === 'readStatus' && { 503: { description: 'A part does not serve', ...success(route) } }),
      default: failure,
    },
  }
  return { [route.method.toLowerCase()]: described }
}

/** What a browser navigates to: a redirect, or a page that explains. */
function navigation(name: string, route: Route): Record<string, Json> {
  const page = { 'text/html': { schema: { type: 'string' } } }
  const responses = {
    '2XX': { description: 'A page, or nothing', content: page },
    '3XX': { description: 'A redirect', headers: { location: { schema: { type: 'string' } } } },
    default: { ...failure, content: { ...failure.content, ...page } },
  }
  const described = { operationId: name, summary: route.summary, tags: ['gateway'], security: [], responses }
  return { [route.method.toLowerCase()]: described }
}

const failure = {
  description: 'Error',
  headers: {
    'retry-after': { schema: { type: 'string' }, description: 'Seconds, where waiting helps' },
  },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

function security({ can, bearer }: Route): Json {
  const session = [{ session: [] }]
  const schemes = bearer ? [...session, { token: [] }] : session
  return { security: can === 'public' ? [{}, ...schemes] : schemes }
}

function parameters(where: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    readonly properties?: Readonly<Record<string, Json>>
    readonly required?: readonly string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

function ownHeaders({ method, isRepeatable }: Route): Json[] {
  if (method !== 'POST' || isRepeatable) return []
  const description = 'A repetition under the same key has one effect and the same response.'
  return [{ name: 'idempotency-key', in: 'header', required: false, description, schema: { type: 'string' } }]
}

function requestBody(route: Route): Json {
  if (route.body) {
    const schema = jsonSchema(route.body, 'input')
    return { requestBody: { required: true, content: { 'application/json': { schema } } } }
  }
  if (!route.form) return {}
  const { properties = {}, required = [] } = jsonSchema(route.form, 'input') as {
    readonly properties?: Json
    readonly required?: readonly string[]
  }
  const file = { type: 'string', contentMediaType: 'application/octet-stream', maxLength: uploadBytesMax }
  const schema = {
    type: 'object',
    properties: { ...properties, file },
    required: [...required, 'file'],
  }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

function success({ returns, streams, events }: Route): Json {
  if (events) return { content: { 'text/event-stream': { schema: eventOf(events), ...named(events) } } }
  if (streams) {
    const disposition = { 'content-disposition': { schema: { type: 'string' } } }
    const content = Object.fromEntries(streams.map((type) => [type, { schema: { type: 'string' } }]))
    return { headers: disposition, content }
  }
  if (!returns) return {}
  const schema = jsonSchema(returns, 'output')
  const total = {
    'x-total-count': {
      description: 'How many there are, where a list has pages',
      schema: { type: 'string' },
    },
  }
  return {
    ...(returns instanceof z.ZodArray && { headers: total }),
    content: { 'application/json': { schema } },
  }
}

/** One event of a stream, as it is sent. */
function eventOf(events: EventSchemas): Json {
  const properties = {
    id: { type: 'string' },
    event: { type: 'string', enum: Object.keys(events) },
    data: { type: 'string', description: 'JSON of the schema that x-events has for the event' },
  }
  return { type: 'object', properties, required: ['event', 'data'] }
}

/** The schemas of a stream's events; OpenAPI 3.1 has no field for them. */
function named(events: EventSchemas): Json {
  const schemas = Object.entries(events).map(([event, schema]) => [event, jsonSchema(schema, 'output')])
  return { 'x-events': Object.fromEntries(schemas) }
}

/** Draft 2020-12, as OpenAPI 3.1 embeds it; what JSON Schema cannot say is left open. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => asList(jsonSchema),
  })
  return rest
}

/** A tuple of equal parts becomes a list of that length, which more tools understand. */
function asList(schema: z.core.JSONSchema.BaseSchema): void {
  const { prefixItems: [first, ...others] = [] } = schema
  if (first === undefined || others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) return
  delete schema.prefixItems
  Object.assign(schema, { items: first, minItems: others.length + 1, maxItems: others.length + 1 })
}
