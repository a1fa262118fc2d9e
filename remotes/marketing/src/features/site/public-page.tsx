import type { ReactNode } from 'react'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** The frame of every public page: skip link, header, content, footer. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <div className="relative overflow-x-clip bg-canvas text-16 leading-6.5">
      <a
        href="#main"
        className="-top-16 absolute left-4 z-(--z-popover) rounded-control bg-inverse px-3.5 py-2 font-medium text-14 text-inverse focus:top-3"
      >
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
