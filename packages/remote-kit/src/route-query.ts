import type { Client } from '@portal/contracts/client'
import { RequestError } from '@portal/contracts/client'
import type { Route, RouteAnswer, RouteCall } from '@portal/contracts/route'
import { routeUrl } from '@portal/contracts/route'
import type { ActKeys } from '@portal/remote-kit/act-keys'
import { createActKeys } from '@portal/remote-kit/act-keys'
import { usePortal } from '@portal/remote-kit/portal-context'
import type { UseMutationResult, UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** The contract client of the page. */
export function useApi(): Client {
  return usePortal().client
}

/** The key under which a route's answer is cached: its address, so that key[0] alone can be read (product §7). */
export function routeKey<R extends Route>(route: R, input: RouteCall<R>): readonly [string] {
  const { params, query } = input as Parts
  return [routeUrl(route, params, query)]
}

/** Query options for a GET route of the contract, for `useQuery`, `useQueries` or prefetching. */
export function routeQuery<R extends Route & { readonly method: 'GET' }>(
  client: Client,
  route: R,
  input: RouteCall<R>,
): UseQueryOptions<RouteAnswer<R>, Error, RouteAnswer<R>, readonly [string]> {
  return {
    queryKey: routeKey(route, input),
    queryFn: ({ signal }) => client.call(route, input, { signal }),
  }
}

/** Reads a GET route; `isEnabled: false` holds it back. The cache never goes stale by itself (product §9). */
export function useRouteQuery<R extends Route & { readonly method: 'GET' }>(
  route: R,
  input: RouteCall<R>,
  options: { readonly isEnabled?: boolean } = {},
): UseQueryResult<RouteAnswer<R>> {
  return useQuery({ ...routeQuery(useApi(), route, input), enabled: options.isEnabled ?? true })
}

/** What happens around a mutation. `refreshes` names addresses whose cached reads are read again before `onDone` is called. */
export interface RouteMutationOptions<R extends Route> {
  readonly refreshes?: readonly string[]
  readonly onDone?: (answer: RouteAnswer<R>, input: RouteCall<R>) => void
  readonly onFailure?: (error: Error, input: RouteCall<R>) => void
}

/** Calls a writing route. No retry; calling again with the same input before an answer came is the same act (one effect). */
export function useRouteMutation<R extends Route>(
  route: R,
  options: RouteMutationOptions<R> = {},
): UseMutationResult<RouteAnswer<R>, Error, RouteCall<R>> {
  const client = useApi()
  const queries = useQueryClient()
  const [keys] = useState(createActKeys)
  return useMutation({
    mutationFn: (input: RouteCall<R>) => callOnce({ client, keys, route, input }),
    onSuccess: async (answer, input) => {
      await Promise.all((options.refreshes ?? []).map((path) => queries.invalidateQueries(readsBelow(path))))
      options.onDone?.(answer, input)
    },
    onError: (error, input) => options.onFailure?.(error, input),
  })
}

interface Act<R extends Route> {
  readonly client: Client
  readonly keys: ActKeys
  readonly route: R
  readonly input: RouteCall<R>
}

async function callOnce<R extends Route>({ client, keys, route, input }: Act<R>): Promise<RouteAnswer<R>> {
  const act = JSON.stringify(input)
  try {
    const answer = await client.call(route, input, { headers: { 'idempotency-key': keys.keyOf(act) } })
    keys.answered(act)
    return answer
  } catch (error) {
    if (error instanceof RequestError) keys.answered(act)
    throw error
  }
}

/** A filter for every cached read of a path, of what lies below it, and with any search parameters. */
export function readsBelow(path: string): {
  readonly predicate: (query: { queryKey: readonly unknown[] }) => boolean
} {
  return {
    predicate: ({ queryKey: [address] }) =>
      typeof address === 'string' &&
      (address === path || address.startsWith(`${path}/`) || address.startsWith(`${path}?`)),
  }
}

/** The parts of a call that make up an address; `RouteCall` of an unknown route hides them. */
interface Parts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
}
