import type { Client } from '@portal/contracts/client'
import { QueryCache, QueryClient } from '@tanstack/react-query'

/**
 * The page's one query cache (product §7 and §9): reads GET key[0]; no retry, no refetch on focus,
 * no polling, never stale. `meta: { on401: 'null' }` turns a 401 into null. Errors are logged and
 * rethrown.
 */
export function createQueryClient(
  client: Client,
  log: (...values: unknown[]) => void = console.error,
): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => log('Query failed', query.queryKey, error) }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal, meta }) =>
          client.read(queryKey, { signal, on401: meta?.on401 === 'null' ? 'null' : 'throw' }),
        retry: false,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
