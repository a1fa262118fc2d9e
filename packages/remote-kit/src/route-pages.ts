import type { Route, RouteAnswer, RouteCall } from '@portal/contracts/route'
import { routeKey, useApi } from '@portal/remote-kit/route-query'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'

type Cursor = string | number

/**
 * Reads a GET route page after page. `nextCursor` says with which `cursor` the page after this one is asked for, undefined after the last.
 * Cached beside the route's plain answer, under the same address, so that what makes one stale makes the other stale too.
 */
export function useRoutePages<R extends Route & { readonly method: 'GET' }>(
  route: R,
  input: RouteCall<R>,
  nextCursor: (page: RouteAnswer<R>) => Cursor | undefined,
): UseInfiniteQueryResult<InfiniteData<RouteAnswer<R>>> {
  const client = useApi()
  return useInfiniteQuery({
    queryKey: [...routeKey(route, input), 'pages'] as const,
    queryFn: ({ pageParam, signal }) => client.call(route, withCursor(input, pageParam), { signal }),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: nextCursor,
  })
}

/** Safe because only routes whose query has a `cursor` say where their next page begins. */
function withCursor<R extends Route>(input: RouteCall<R>, cursor: Cursor | undefined): RouteCall<R> {
  const { query, ...rest } = input as { readonly query?: object }
  return { ...rest, query: { ...query, cursor } } as RouteCall<R>
}
