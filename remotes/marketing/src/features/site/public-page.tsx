import type { ReactNode } from 'react'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** The frame of every public page: header, content, footer. The shell's skip link leads to `#main`. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <div className="relative overflow-x-clip bg-canvas text-16 leading-6.5">
      <SiteHeader />
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
