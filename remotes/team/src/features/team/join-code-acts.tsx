import { Button } from '@portal/ui/button'
import { ConfirmDialog } from '@portal/ui/confirm-dialog'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useRotateJoinCode, useSwitchOffJoinCode } from './join-code-queries.ts'

/** Replaces the join code or switches it off; asks first, because links in use stop working. */
export function JoinCodeActs({ isOn }: { readonly isOn: boolean }) {
  const [asked, setAsked] = useState<'rotate' | 'switch-off' | null>(null)
  const close = () => setAsked(null)
  const rotation = useRotateJoinCode(close)
  const switchOff = useSwitchOffJoinCode(close)
  if (!isOn) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-13 text-secondary">
        Joining by code is switched off.
        <Button size="sm" busy={rotation.isPending} onClick={() => rotation.mutate({})}>
          Create Join Code
        </Button>
      </p>
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => setAsked('rotate')}>
        <RotateCw className="size-3.5" />
        New Code
      </Button>
      <Button size="sm" variant="ghost" onClick={() => setAsked('switch-off')}>
        Switch Off
      </Button>
      {asked === 'rotate' && (
        <ConfirmDialog
          onClose={close}
          title="New join code"
          question="The present code and link stop working at once. Whoever has joined stays."
          confirmLabel="Create new code"
          onConfirm={() => rotation.mutate({})}
          isBusy={rotation.isPending}
          destructive={false}
        />
      )}
      {asked === 'switch-off' && (
        <ConfirmDialog
          onClose={close}
          title="Switch off joining by code"
          question="The present code and link stop working at once. People can still be invited by e-mail, and a new code can be created at any time."
          confirmLabel="Switch off"
          onConfirm={() => switchOff.mutate({})}
          isBusy={switchOff.isPending}
        />
      )}
    </div>
  )
}
