import type { Route, RouteCall, RouteResponse } from '@portal/contracts/route'
import { type RouteMutationOptions, useRouteMutation } from '@portal/remote-kit/route-query'
import { toast } from '@portal/remote-kit/toast'
import { useReportFailure } from '@portal/remote-kit/unauthorized'
import type { UseMutationResult } from '@tanstack/react-query'

/** How a mutation is reported: 'Success' with `success`, 'Error' with the message or `failure`. */
export interface ReportedMutationOptions<R extends Route> extends RouteMutationOptions<R> {
  readonly success?: string
  readonly failure: string
}

/** Calls a writing route and shows the specified toasts; a 401 leads to login (product §8). */
export function useReportedMutation<R extends Route>(
  route: R,
  { success, failure, onDone, onFailure, ...options }: ReportedMutationOptions<R>,
): UseMutationResult<RouteResponse<R>, Error, RouteCall<R>> {
  const report = useReportFailure()
  return useRouteMutation(route, {
    ...options,
    onDone: (result) => {
      if (success !== undefined) toast({ title: 'Success', description: success, variant: 'success' })
      onDone?.(result)
    },
    onFailure: (error) => {
      report(error, { title: 'Error', fallback: failure })
      onFailure?.(error)
    },
  })
}
