import { type ReactNode, useState } from 'react'
import { appMark } from './app-name.ts'
import { classNames } from './class-names.ts'

/**
 * The scrim around a dialog or sheet. Radix's own overlay locks scrolling with a `<style>` tag, which the
 * content security policy refuses; here `data-holds-page` does it from the page's stylesheet.
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
    <div
      {...appMark}
      data-holds-page={isScrolling ? 'scrolling' : ''}
      className={classNames(
        'pointer-events-auto fixed inset-0 z-(--z-dialog) animate-appear overflow-y-auto overscroll-contain bg-scrim',
        placement === 'center' && 'grid place-items-center p-4 md:p-6',
        placement === 'left' && 'flex justify-start',
        placement === 'right' && 'flex justify-end',
      )}
    >
      {children}
    </div>
  )
}

function pageScrolls(): boolean {
  const { scrollHeight, clientHeight } = document.documentElement
  return scrollHeight > clientHeight
}
