import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { AppScope } from './app-scope.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { useClosedByBack } from './closed-by-back.ts'

const placements = {
  top: 'grid grid-cols-[minmax(0,1fr)] content-start justify-items-center p-4 pt-[10dvh] md:pb-6',
  center: 'grid grid-cols-[minmax(0,1fr)] place-items-center p-4 md:p-6',
  left: 'flex justify-start',
  right: 'flex justify-end',
}

export interface ModalPanelProps {
  readonly placement?: keyof typeof placements
  readonly onClose: () => void
  readonly className?: string | undefined
  /** Takes the focus at first, instead of the first control. */
  readonly focusFirst?: RefObject<HTMLElement | null>
  /** Without close button, and a click outside does not close it. */
  readonly isAlert?: boolean
  /** With one, but a click outside does not close it either. */
  readonly isSticky?: boolean
  /** Whether a `Radix.Description` is inside. */
  readonly isDescribed?: boolean
  /** Whether the address keeps that it is open: Back closes it anyway. */
  readonly isInAddress?: boolean
  /** Hides the page below, also from assistive technology, search and print (base.css). */
  readonly isOpaque?: boolean
  readonly children: ReactNode
}

/**
 * The panel of every dialog and sheet. Radix's overlay locks scrolling with a `<style>` tag, which
 * the content security policy refuses; `data-holds-page` does it in the page's style sheet.
 */
export function ModalPanel(props: ModalPanelProps) {
  const { placement = 'center', focusFirst, isAlert = false, isDescribed = false } = props
  useClosedByBack(props.onClose, !props.isInAddress)
  const [isScrolling] = useState(pageScrolls)
  // Read first: what is inside may take the focus before the panel does.
  const [openers] = useState(openersNow)
  const own = useRef<HTMLDivElement>(null)
  // Radix knows the panels of this front end alone, and takes those of others for the page.
  const isOnTop = () => [...document.querySelectorAll(panelSelector)].at(-1) === own.current
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && props.onClose()}>
      <Radix.Portal>
        <AppScope>
          <div
            data-holds-page={isScrolling ? 'scrolling' : ''}
            data-covers-page={props.isOpaque ? '' : undefined}
            className={classNames(
              'pointer-events-auto fixed inset-0 z-(--z-dialog) animate-appear scroll-pb-32 overflow-y-auto overscroll-contain',
              props.isOpaque ? 'bg-canvas' : 'bg-scrim',
              placements[placement],
            )}
          >
            <Radix.Content
              ref={(panel) => {
                own.current = panel
                if (panel) openersOf.set(panel, openers)
              }}
              role={isAlert ? 'alertdialog' : 'dialog'}
              aria-modal="true"
              {...(isDescribed ? {} : { 'aria-describedby': undefined })}
              onOpenAutoFocus={(event) => {
                if (!focusFirst) return
                event.preventDefault()
                focusFirst.current?.focus()
              }}
              // Radix would lose the focus: the panel is opened by state and has no trigger.
              onCloseAutoFocus={(event) => {
                event.preventDefault()
                focusFirstThatStands(openers)
              }}
              // Radix hears the key before the field does.
              onEscapeKeyDown={(event) => {
                event.preventDefault()
                if (isOnTop() && !isFilledSearch(document.activeElement)) props.onClose()
              }}
              onInteractOutside={(event) =>
                (isAlert || props.isSticky || !isOnTop()) && event.preventDefault()
              }
              className={classNames(
                'relative w-full outline-none',
                (placement === 'center' || placement === 'top') &&
                  'animate-rise rounded-card bg-raised shadow-dialog',
                props.className ?? 'max-w-dialog',
              )}
            >
              {props.children}
              {!isAlert && (
                <Radix.Close asChild>
                  <Button
                    variant="ghost"
                    size="sm"
                    square
                    aria-label="Close"
                    className="absolute top-3 right-3"
                  >
                    <X aria-hidden="true" className="size-4" />
                  </Button>
                </Radix.Close>
              )}
            </Radix.Content>
          </div>
        </AppScope>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * The buttons of a dialog, the primary one last: in sight, however long the dialog is. They reach
 * over the space that the placements leave below it.
 */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return (
    <footer className="-bottom-4 md:-bottom-6 sticky [@media(max-height:24rem)]:static flex flex-wrap justify-end gap-2 rounded-b-card border-subtle border-t bg-sunken px-5 py-3">
      {children}
    </footer>
  )
}

/** Whether a scroll bar takes space beside the page. */
function pageScrolls(): boolean {
  return window.innerWidth > document.documentElement.clientWidth
}

const panelSelector = '[role="dialog"], [role="alertdialog"]'

/** What opened each panel, by its element: nearest first, then what opened those before it. */
const openersOf = new WeakMap<Element, readonly HTMLElement[]>()

/**
 * The controls that may take the focus back from a panel that opens now: the focused one, or the
 * trigger of the menu it is in, and those of the panel that this one may replace. A button of that
 * panel that is disabled while it works has lost the focus already.
 */
function openersNow(): readonly HTMLElement[] {
  const focused = document.activeElement === document.body ? null : document.activeElement
  const menu = focused?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused
  const from = opener ? opener.closest(panelSelector) : [...document.querySelectorAll(panelSelector)].at(-1)
  const before = (from && openersOf.get(from)) ?? []
  return opener instanceof HTMLElement ? [opener, ...before] : before
}

/** Without any, the page's main part takes a focus that would else be before its beginning. */
function focusFirstThatStands(openers: readonly HTMLElement[]): void {
  const opener = openers.find((each) => each.isConnected && !each.matches(':disabled'))
  if (opener) opener.focus()
  else if (document.activeElement === document.body)
    document.getElementById('main')?.focus({ preventScroll: true })
}

/** A filled search box takes Esc for itself. */
function isFilledSearch(focused: Element | null): boolean {
  return focused instanceof HTMLInputElement && focused.type === 'search' && focused.value !== ''
}
