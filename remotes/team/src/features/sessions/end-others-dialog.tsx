import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { useEndOthers } from './queries.ts'

/** Asks before every other browser is signed out. Stays open when that fails. */
export function EndOthersDialog({ onClose }: { readonly onClose: () => void }) {
  const ending = useEndOthers(onClose)
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Sign out everywhere else"
      question="Every other browser is signed out and every access token stops working. This browser stays signed in."
      confirmLabel={ending.isPending ? 'Signing out...' : 'Sign out everywhere else'}
      onConfirm={() => ending.mutate({})}
      isBusy={ending.isPending}
    />
  )
}
