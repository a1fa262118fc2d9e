import { Link } from '@portal/remote-kit/link'
import { BrandMark, productName } from '@portal/ui/brand'
import type { ReactNode } from 'react'
import { MainArea } from '../layout/main-area.tsx'

/** Around the shell's own pages where there is no layout: a way home, nothing else. */
export function BareFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-topbar shrink-0 items-center border-default border-b bg-panel px-gutter">
        <Link to="/" className="flex items-center gap-2 font-semibold" aria-label={`${productName}, home`}>
          <BrandMark />
          {productName}
        </Link>
      </header>
      <MainArea className="grid flex-1 content-center">{children}</MainArea>
    </div>
  )
}
