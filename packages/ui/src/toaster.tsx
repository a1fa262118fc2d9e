import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import {
  dismissToast,
  readToasts,
  subscribeToasts,
  type Toast,
  type ToastVariant,
  toastRules,
} from './toast.ts'

const icons: Record<ToastVariant, ReactNode> = {
  default: <Info aria-hidden="true" className="mt-0.5 size-4 text-info-text" />,
  success: <CircleCheck aria-hidden="true" className="mt-0.5 size-4 text-success-text" />,
  error: <CircleAlert aria-hidden="true" className="mt-0.5 size-4 text-danger-text" />,
  invalid: <CircleAlert aria-hidden="true" className="mt-0.5 size-4 text-danger-text" />,
}

/** The notifications region, once per page: shows what `toast()` raises. */
export function Toaster() {
  const { toasts } = useSyncExternalStore(subscribeToasts, readToasts, readToasts)
  return (
    <Radix.Provider
      duration={toastRules.displayMs}
      swipeDirection={toastRules.swipeDirection}
      swipeThreshold={toastRules.swipeThresholdPx}
    >
      {toasts.map((each) => (
        <ToastCard key={each.id} toast={each} />
      ))}
      <Radix.Viewport
        hotkey={[toastRules.hotkey]}
        style={{ maxWidth: toastRules.viewportMaxWidthPx }}
        className="print:hidden fixed right-0 bottom-0 z-(--z-toast) flex w-full flex-col gap-2 p-4 outline-none"
      />
    </Radix.Provider>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  return (
    <Radix.Root
      open={toast.isOpen}
      onOpenChange={(open) => !open && dismissToast(toast.id)}
      type={toast.variant === 'error' || toast.variant === 'invalid' ? 'foreground' : 'background'}
      className="grid w-full animate-rise touch-pan-y select-text grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 rounded-card bg-raised px-4 py-3 text-13 shadow-popover data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x) data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:transition-transform"
    >
      {icons[toast.variant]}
      <div className="min-w-0">
        <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
        {toast.description && (
          <Radix.Description className="mt-0.5 text-secondary">{toast.description}</Radix.Description>
        )}
        {toast.action && (
          <Radix.Action altText={toast.action.label} asChild onClick={toast.action.onChoose}>
            <Button size="sm" className="mt-2">
              {toast.action.label}
            </Button>
          </Radix.Action>
        )}
      </div>
      <Radix.Close
        aria-label="Dismiss"
        className="-mt-0.5 -mr-1.5 grid size-6 place-items-center rounded-control text-tertiary hover:bg-hover hover:text-primary"
      >
        <X aria-hidden="true" className="size-3.5" />
      </Radix.Close>
    </Radix.Root>
  )
}
