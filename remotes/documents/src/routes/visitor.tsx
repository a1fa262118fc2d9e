import { Link } from '@portal/remote-kit/link'
import { BrandMark, productName } from '@portal/ui/brand'
import { LogInFirst } from '../features/library/log-in-first.tsx'

/** The library for someone who is not logged in. The shell's skip link leads to `#main`. */
export function Screen() {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-topbar shrink-0 items-center border-default border-b bg-panel px-gutter">
        <Link to="/" className="inline-flex items-center gap-2.5 font-semibold text-16">
          <BrandMark />
          {productName}
        </Link>
      </header>
      <main id="main" tabIndex={-1} className="grid flex-1 content-center px-gutter py-16 outline-none">
        <h1 className="sr-only">Document Library</h1>
        <LogInFirst />
      </main>
    </div>
  )
}
