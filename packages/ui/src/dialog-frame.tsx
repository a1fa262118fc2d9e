import { type ReactNode, useState } from 'react'
import { AppScope } from './app-scope.tsx'
import { classNames } from './class-names.ts'

/**
 * The scrim of a dialog or sheet. Radix's overlay locks scrolling with a `<style>` tag, which the
 * content security policy refuses; `data-holds-page` does it in the page's style sheet.
 */
export function DialogFrame({
  placement,
  children,
}: {
  placement: 'center' | 'left' | 'right'
  children: ReactNode
}) {
  const [isScrolling] = useState(pageScrolls)
  return (
    <AppScope>
      <div
        data-holds-page={isScrolling ? 'scrolling' : ''}
        className={classNames(
          'pointer-events-auto fixed inset-0 z-(--z-dialog) animate-appear overflow-y-auto overscroll-contain bg-scrim',
          placement === 'center' && 'grid grid-cols-[minmax(0,1fr)] place-items-center p-4 md:p-6',
          placement === 'left' && 'flex justify-start',
          placement === 'right' && 'flex justify-end',
        )}
      >
        {children}
      </div>
    </AppScope>
  )
}

/** Whether a scroll bar takes space beside the page. */
function pageScrolls(): boolean {
  return window.innerWidth > document.documentElement.clientWidth
}
