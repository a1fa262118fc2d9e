import type { Client } from '@portal/contracts/client'
import { RequestError } from '@portal/contracts/client'
import type { Route, RouteCall, RouteResponse } from '@portal/contracts/route'
import { routeUrl } from '@portal/contracts/route'
import { createActKeys } from '@portal/remote-kit/act-keys'
import { usePortal } from '@portal/remote-kit/portal-context'
import { type Cursor, readWhole, withCursor } from '@portal/remote-kit/read-whole'
import type {
  InfiniteData,
  UseInfiniteQueryResult,
  UseMutationResult,
  UseQueryOptions,
  UseQueryResult,
} from '@tanstack/react-query'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef, useState } from 'react'

/** The contract client of the page. */
export function useApi(): Client {
  return usePortal().client
}

/** The cache key of a route: its address, so that key[0] alone can be read (product §7). */
export function routeKey<R extends Route>(route: R, input: RouteCall<R>): readonly [string] {
  // `RouteCall` of an unknown route hides its parts.
  const { params, query } = input as Readonly<Record<'params' | 'query', Record<string, unknown>>>
  return [routeUrl(route, params, query)]
}

/** Query options for a GET route of the contract, for `useQuery`, `useQueries` or prefetching. */
export function routeQuery<R extends Route & { readonly method: 'GET' }>(
  client: Client,
  route: R,
  input: RouteCall<R>,
): UseQueryOptions<RouteResponse<R>, Error, RouteResponse<R>, readonly [string]> {
  return {
    queryKey: routeKey(route, input),
    queryFn: ({ signal }) => readWhole(client, { route, input }, signal),
  }
}

/** How a read differs from others, which are never stale by themselves (product §9). */
export interface RouteReadOptions {
  /** Read again on each visit and change of the input: no event says that it has changed. */
  readonly isReadAgain?: boolean
}

const freshnessOf = ({ isReadAgain = false }: RouteReadOptions) => (isReadAgain ? { staleTime: 0 } : {})

/** Reads a GET route; `isEnabled: false` holds it back. */
export function useRouteQuery<R extends Route & { readonly method: 'GET' }>(
  route: R,
  input: RouteCall<R>,
  options: RouteReadOptions & { readonly isEnabled?: boolean } = {},
): UseQueryResult<RouteResponse<R>> {
  const enabled = options.isEnabled ?? true
  return useQuery({ ...routeQuery(useApi(), route, input), ...freshnessOf(options), enabled })
}

/**
 * Whether a part of a page that needs this read still has to wait: until its first answer or
 * failure. A failed read is sent again by each part that mounts with it; a page that waited for
 * that, too, would take the part away and bring it back without end.
 */
export function isAwaited(read: Pick<UseQueryResult, 'isPending' | 'errorUpdateCount'>): boolean {
  return read.isPending && read.errorUpdateCount === 0
}

/** `refreshes` lists addresses whose cached reads are refetched before `onDone` is called. */
export interface RouteMutationOptions<R extends Route> {
  readonly refreshes?: readonly string[]
  readonly onDone?: (result: RouteResponse<R>) => void
  readonly onFailure?: (error: Error) => void
}

/**
 * Calls a writing route, without retry. The same input again is the same act until it has
 * succeeded; while it is under way, the second press of a double click sends nothing.
 */
export function useRouteMutation<R extends Route>(
  route: R,
  options: RouteMutationOptions<R> = {},
): UseMutationResult<RouteResponse<R>, Error, RouteCall<R>> {
  const client = useApi()
  const queries = useQueryClient()
  const [keys] = useState(createActKeys)
  /** What was sent last, until it is settled. */
  const underWay = useRef<string | null>(null)
  const mutation = useMutation({
    mutationFn: (input: RouteCall<R>) =>
      client.call(route, input, { headers: { 'idempotency-key': keys.keyOf(JSON.stringify(input)) } }),
    onSuccess: async (result, input) => {
      await Promise.all((options.refreshes ?? []).map((path) => queries.invalidateQueries(readsBelow(path))))
      options.onDone?.(result)
      // Not before: until then the form is there to be submitted once more.
      keys.settled(JSON.stringify(input))
    },
    onError: (error) => {
      // What is shown is older than what the server refused it for.
      if (error instanceof RequestError && error.code === 'conflict')
        for (const path of options.refreshes ?? []) void queries.invalidateQueries(readsBelow(path))
      options.onFailure?.(error)
    },
    onSettled: (_result, _error, input) => {
      if (underWay.current === JSON.stringify(input)) underWay.current = null
    },
  })
  const mutate: typeof mutation.mutate = (...sent) => {
    const act = JSON.stringify(sent[0])
    if (underWay.current === act) return
    underWay.current = act
    mutation.mutate(...sent)
  }
  return { ...mutation, mutate }
}

/** A filter for all cached reads of a path, of paths below it, and with any search parameters. */
export function readsBelow(path: string) {
  return {
    predicate: ({ queryKey: [address] }: { readonly queryKey: readonly unknown[] }) =>
      typeof address === 'string' &&
      (address === path || address.startsWith(`${path}/`) || address.startsWith(`${path}?`)),
  }
}

export interface RoutePagesOptions<R extends Route> extends RouteReadOptions {
  /** The next page's `cursor`, undefined after the last. */
  readonly nextCursor: (page: RouteResponse<R>) => Cursor | undefined
  /** Shows what was read before (`isPlaceholderData`) while a changed input is read. */
  readonly isKept?: boolean
}

/**
 * Reads a GET route page by page. Cached under the route's own address, so both become stale
 * together.
 */
export function useRoutePages<R extends Route & { readonly method: 'GET' }>(
  route: R,
  input: RouteCall<R>,
  options: RoutePagesOptions<R>,
): UseInfiniteQueryResult<InfiniteData<RouteResponse<R>>> {
  const client = useApi()
  return useInfiniteQuery({
    queryKey: [...routeKey(route, input), 'pages'] as const,
    queryFn: ({ pageParam, signal }) => client.call(route, withCursor(input, pageParam), { signal }),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: options.nextCursor,
    ...freshnessOf(options),
    ...(options.isKept ? { placeholderData: keepPreviousData } : {}),
  })
}
