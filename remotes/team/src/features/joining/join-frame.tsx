import { Link } from '@portal/remote-kit/link'
import { BrandMark, productName } from '@portal/ui/brand'
import type { ReactNode } from 'react'

/** A page with one card, under the brand. The shell's skip link leads to `#main`. */
export function JoinFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col items-center gap-8 bg-canvas px-gutter py-10 md:justify-center">
      <header>
        <Link to="/" className="inline-flex items-center gap-2.5 font-semibold text-16 tracking-tight">
          <BrandMark />
          {productName}
        </Link>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="w-full max-w-100 rounded-card border border-default bg-panel p-6 outline-none md:p-8"
      >
        {children}
      </main>
    </div>
  )
}
