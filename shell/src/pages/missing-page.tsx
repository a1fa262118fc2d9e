import { Link } from '@portal/remote-kit/link'
import { NotFound } from '@portal/remote-kit/not-found'
import { Badge } from '@portal/ui/badge'
import { CircleHelp, FileText } from 'lucide-react'
import { type NearPage, nearestPages } from './nearest-pages.ts'

/** The 404 page, beside what the assistant would say: no evidence, and what is near. */
export function MissingPage(view: Parameters<typeof nearestPages>[0]) {
  const pages = nearestPages(view)
  return <NotFound aside={pages.length > 0 && <NearestPages pages={pages} />} />
}

function NearestPages({ pages }: { readonly pages: readonly NearPage[] }) {
  return (
    <nav
      aria-labelledby="nearest-pages"
      className="flex flex-col gap-2 rounded-card border border-strong border-dashed bg-panel p-4"
    >
      <h2 id="nearest-pages" className="flex flex-wrap items-center gap-2 px-2 font-semibold text-14">
        <Badge tone="warning" icon={<CircleHelp />}>
          No evidence
        </Badge>
        There is no page here.
      </h2>
      <p className="px-2 text-13 text-secondary">The closest pages:</p>
      <ul className="flex flex-col gap-1">
        {pages.map(({ label, to }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-8 items-center gap-2.5 rounded-control px-2 font-medium text-accent-text hover:bg-hover"
            >
              <FileText aria-hidden="true" className="size-4 shrink-0 text-tertiary" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
