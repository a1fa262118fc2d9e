import type { Route, RouteCall, RouteResponse } from '@portal/contracts/route'
import { type Cursor, withCursor } from '@portal/remote-kit/read-whole'
import { routeKey, useApi } from '@portal/remote-kit/route-query'
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'

/**
 * Reads a GET route page by page; `nextCursor` returns the next page's `cursor`, undefined after
 * the last. Cached under the route's own address, so both become stale together.
 */
export function useRoutePages<R extends Route & { readonly method: 'GET' }>(
  route: R,
  input: RouteCall<R>,
  nextCursor: (page: RouteResponse<R>) => Cursor | undefined,
): UseInfiniteQueryResult<InfiniteData<RouteResponse<R>>> {
  const client = useApi()
  return useInfiniteQuery({
    queryKey: [...routeKey(route, input), 'pages'] as const,
    queryFn: ({ pageParam, signal }) => client.call(route, withCursor(input, pageParam), { signal }),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: nextCursor,
  })
}
