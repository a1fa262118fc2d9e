import type { ReactNode } from 'react'
import { Audiences } from '../features/landing/audiences.tsx'
import { Closing } from '../features/landing/closing.tsx'
import { FeatureGrid } from '../features/landing/feature-grid.tsx'
import { Hero } from '../features/landing/hero.tsx'
import { HowItWorks } from '../features/landing/how-it-works.tsx'
import { Limits } from '../features/landing/limits.tsx'
import { SiteFooter } from '../features/site/site-footer.tsx'
import { SiteHeader } from '../features/site/site-header.tsx'

/** Product §2: the visitor's `/`. Renders without fetching. */
export function Screen() {
  return (
    <PublicPage>
      <Hero />
      <FeatureGrid />
      <HowItWorks />
      <Audiences />
      <Limits />
      <Closing />
    </PublicPage>
  )
}

/** The frame of public pages. The shell's skip link leads to `#main`. */
function PublicPage({ children }: { children: ReactNode }) {
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
