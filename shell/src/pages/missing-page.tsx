import { Link } from '@portal/remote-kit/link'
import { NotFound } from '@portal/remote-kit/not-found'
import { FileSearch } from 'lucide-react'
import { type NearPage, nearestPages } from './nearest-pages.ts'

/** The 404 page, beside what the assistant would say of the address: no evidence, and what is near. */
export function MissingPage(view: Parameters<typeof nearestPages>[0]) {
  const pages = nearestPages(view)
  if (pages.length === 0) return <NotFound />
  return (
    <div className="mx-auto grid w-full max-w-content items-center lg:grid-cols-2">
      <NotFound />
      <NearestPages pages={pages} />
    </div>
  )
}

function NearestPages({ pages }: { readonly pages: readonly NearPage[] }) {
  return (
    <nav
      aria-labelledby="nearest-pages"
      className="mx-gutter mb-16 flex max-w-form flex-col gap-3 rounded-card border border-strong border-dashed bg-panel p-4 lg:mb-0"
    >
      <h2 id="nearest-pages" className="text-13 text-secondary">
        The closest pages
      </h2>
      <ul className="flex flex-col gap-1">
        {pages.map(({ label, to }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-8 items-center gap-2.5 rounded-control px-2 font-medium text-accent-text hover:bg-hover"
            >
              <FileSearch aria-hidden="true" className="size-4 shrink-0 text-tertiary" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
