import { createRoute } from '@hono/zod-openapi'
import { ErrorBody } from '@portal/contracts/errors'
import type { Route } from '@portal/contracts/route'
import type { z } from 'zod'

/** A route as a path of a service's OpenAPI document, with the service's name as its tag. */
export function describeRoute(route: Route, service: string): ReturnType<typeof createRoute> {
  const json = (schema: z.ZodType) => ({ content: { 'application/json': { schema } } })
  const types = route.streams?.map((type) => [type, { schema: { type: 'string' } as const }])
  const streamed = types && { content: Object.fromEntries(types) }
  const body = route.form
    ? { body: { content: { 'multipart/form-data': { schema: route.form } } } }
    : route.body && { body: { ...json(route.body), required: true } }
  return createRoute({
    method: route.method.toLowerCase() as 'get',
    path: route.path,
    summary: route.summary,
    tags: [service],
    // The library wants object schemas for path and query, as all our routes declare.
    request: { ...({ params: route.params, query: route.query } as object), ...body },
    responses: {
      [route.status]: { description: 'Success', ...(route.returns && json(route.returns)), ...streamed },
      default: { description: 'Error', ...json(ErrorBody) },
    },
  })
}
