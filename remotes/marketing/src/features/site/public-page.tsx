import type { SiteContent } from '@portal/contracts/marketing'
import { ReadFailure } from '@portal/remote-kit/read-failure'
import { Skeleton } from '@portal/ui/skeleton'
import type { ReactNode } from 'react'
import { useSiteContent } from './site-content.ts'
import { SiteFooter } from './site-footer.tsx'
import { LandingHeader, PageHeader } from './site-header.tsx'

/** The frame of public pages. The shell's skip link leads to `#main`. */
export function PublicPage({ isLanding = false, children }: { isLanding?: boolean; children: ReactNode }) {
  return (
    <div className="relative overflow-x-clip bg-canvas text-16 leading-6.5">
      {isLanding ? <LandingHeader /> : <PageHeader />}
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}

/** What shows configured content: a placeholder before it is known, the reason if it cannot be. */
export function WithContent({ children }: { children: (content: SiteContent) => ReactNode }) {
  const query = useSiteContent()
  if (query.data) return children(query.data)
  return (
    <div className="mx-auto min-h-dvh max-w-rail px-pad py-air">
      {query.error ? (
        <ReadFailure title="This page could not be loaded." query={query} />
      ) : (
        <div role="status">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-12 w-96 max-w-full" />
          <Skeleton className="mt-4 h-5 w-120 max-w-full" />
          <Skeleton className="mt-12 h-80" />
        </div>
      )}
    </div>
  )
}
