import type { Client } from '@portal/contracts/client'
import { listRowsMax } from '@portal/contracts/list-query'
import type { Route, RouteCall, RouteResponse } from '@portal/contracts/route'

/** Where the next part of a list begins: the id of the last row so far (decision 29). */
export type Cursor = string | number

/** A read of a route. */
export interface RouteRead<R extends Route> {
  readonly route: R
  readonly input: RouteCall<R>
}

/**
 * Reads a GET route. A list of more rows than one response holds is read to its end, so that search
 * and sums are over all of it.
 */
export async function readWhole<R extends Route & { readonly method: 'GET' }>(
  client: Client,
  { route, input }: RouteRead<R>,
  signal: AbortSignal,
): Promise<RouteResponse<R>> {
  const first = await client.call(route, input, { signal })
  const rows: unknown[] = []
  for (let part: unknown = first; Array.isArray(part); ) {
    rows.push(...part)
    if (part.length < listRowsMax) break
    part = await client.call(route, withCursor(input, idOf(part.at(-1))), { signal })
  }
  return Array.isArray(first) ? listOf<R>(rows) : first
}

/** The input with a cursor. Safe because only routes whose query has one are read in parts. */
export function withCursor<R extends Route>(input: RouteCall<R>, cursor: Cursor | undefined): RouteCall<R> {
  const { query, ...rest } = input as { readonly query?: object }
  return { ...rest, query: { ...query, cursor } } as RouteCall<R>
}

/** Safe because rows of lists in parts have one of the two. */
function idOf(row: unknown): Cursor | undefined {
  const { id, organizationId } = row as { readonly id?: Cursor; readonly organizationId?: number }
  return id ?? organizationId
}

/** Safe because every part was parsed as a response of the route. */
function listOf<R extends Route>(rows: unknown[]): RouteResponse<R> {
  return rows as RouteResponse<R>
}
