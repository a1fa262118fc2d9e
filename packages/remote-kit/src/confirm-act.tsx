import type { Route, RouteCall } from '@portal/contracts/route'
import { type ReportedMutationOptions, useReportedMutation } from '@portal/remote-kit/reported-mutation'
import { ConfirmDialog, type ConfirmDialogProps } from '@portal/ui/confirm-dialog'

/** The question, the route that is called on confirmation, and the toasts that report it. */
export interface ConfirmActProps<R extends Route>
  extends Omit<ConfirmDialogProps, 'onConfirm' | 'isBusy'>,
    Pick<ReportedMutationOptions<R>, 'refreshes' | 'success' | 'failure'> {
  readonly route: R
  readonly input: RouteCall<R>
}

/** Asks before a writing route is called. Closes on success, stays open after a failure. */
export function ConfirmAct<R extends Route>({ route, input, ...rest }: ConfirmActProps<R>) {
  const { mutate, isPending } = useReportedMutation(route, { ...rest, onDone: rest.onClose })
  return <ConfirmDialog {...rest} onConfirm={() => mutate(input)} isBusy={isPending} />
}
