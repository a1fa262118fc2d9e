/** Product §9. Milliseconds and pixels. */
export const toastRules = {
  limit: 1,
  displayMs: 5000,
  removeAfterDismissMs: 1_000_000,
  swipeDirection: 'right',
  swipeThresholdPx: 50,
  hotkey: 'F8',
  viewportMaxWidthPx: 420,
} as const

/** `invalid`: what the person entered cannot be taken; an error that the list does not keep. */
export type ToastVariant = 'default' | 'success' | 'error' | 'invalid'

/** One act offered with a message; the message closes when it is chosen. */
export interface ToastAction {
  readonly label: string
  readonly onChoose: () => void
}

export interface ToastText {
  readonly title: string
  readonly description?: string | undefined
  readonly variant?: ToastVariant
  readonly action?: ToastAction | undefined
}

export interface Toast extends Required<Omit<ToastText, 'action'>>, Pick<ToastText, 'action'> {
  readonly id: number
  /** False once dismissed; it stays in the list until it is removed. */
  readonly isOpen: boolean
  /** When it was raised, in milliseconds since the epoch. */
  readonly raisedAt: number
}

export interface ToastState {
  /** Newest first, never more than the limit. */
  readonly toasts: readonly Toast[]
  /** Errors since the page was loaded, newest first, kept after their toasts (decision 45). */
  readonly notices: readonly Toast[]
}

interface Store {
  state: ToastState
  nextId: number
  readonly listeners: Set<() => void>
  readonly removals: Map<number, ReturnType<typeof setTimeout>>
}

const noticesKept = 50
const storeKey = Symbol.for('portal.toasts')

/**
 * One store per page: each front end compiles its own copy of this file, so the store is global,
 * and its fields are an interface between builds.
 */
function pageStore(): Store {
  // Safe: the key is a symbol of our own and only this function writes under it.
  const page = globalThis as { [storeKey]?: Store }
  page[storeKey] ??= {
    state: { toasts: [], notices: [] },
    nextId: 1,
    listeners: new Set(),
    removals: new Map(),
  }
  return page[storeKey]
}

function change(next: Partial<ToastState>): void {
  const store = pageStore()
  store.state = { ...store.state, ...next }
  for (const listener of store.listeners) listener()
}

/**
 * Shows a message, replacing the current one. Callable anywhere; survives client-side navigation.
 * An `error` is also kept in the notification list. Returns what dismisses it.
 */
export function toast({ title, description, variant = 'default', action }: ToastText): {
  dismiss: () => void
} {
  const store = pageStore()
  const id = store.nextId++
  const raised: Toast = { id, title, description, variant, action, isOpen: true, raisedAt: Date.now() }
  const { toasts, notices } = store.state
  const kept = [raised, ...toasts].slice(0, toastRules.limit)
  for (const { id: pushedOut } of toasts.filter((other) => !kept.includes(other))) cancelRemoval(pushedOut)
  change({
    toasts: kept,
    notices: variant === 'error' ? [raised, ...notices].slice(0, noticesKept) : notices,
  })
  return { dismiss: () => dismissToast(id) }
}

/** Hides a toast now; it leaves the list after the specified delay. */
export function dismissToast(id: number): void {
  const store = pageStore()
  if (!store.state.toasts.some((each) => each.id === id && each.isOpen)) return
  change({ toasts: store.state.toasts.map((each) => (each.id === id ? { ...each, isOpen: false } : each)) })
  const removal = setTimeout(() => {
    store.removals.delete(id)
    change({ toasts: store.state.toasts.filter((each) => each.id !== id) })
  }, toastRules.removeAfterDismissMs)
  store.removals.set(id, removal)
}

function cancelRemoval(id: number): void {
  const { removals } = pageStore()
  clearTimeout(removals.get(id))
  removals.delete(id)
}

/** Takes one error, or all of them, off the notification list. */
export function dismissNotice(id: number | 'all'): void {
  change({ notices: id === 'all' ? [] : pageStore().state.notices.filter((each) => each.id !== id) })
}

/** Empties both lists at once, as a page just loaded has them. */
export function forgetMessages(): void {
  for (const { id } of pageStore().state.toasts) cancelRemoval(id)
  change({ toasts: [], notices: [] })
}

/** The present state; the same object until something changes. */
export function readToasts(): ToastState {
  return pageStore().state
}

/** Calls back after every change. Returns what ends that. */
export function subscribeToasts(listener: () => void): () => void {
  const { listeners } = pageStore()
  listeners.add(listener)
  return () => listeners.delete(listener)
}
