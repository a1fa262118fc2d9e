import { Link } from '@portal/remote-kit/link'
import type { ReactNode } from 'react'

export interface BesideLibraryProps {
  readonly title: string
  /** A sentence or two about what the page is for. */
  readonly lead: string
  readonly children: ReactNode
}

/** A page of stewards that leads back to the library. */
export function BesideLibrary({ title, lead, children }: BesideLibraryProps) {
  return (
    <div data-in-order className="mx-auto flex w-full max-w-content flex-col gap-6 px-gutter py-6 md:py-8">
      <header>
        <Link to="/documents" className="text-13 text-accent-text hover:underline">
          Document Library
        </Link>
        <h1 className="mt-1 font-semibold text-20">{title}</h1>
        <p className="mt-1 text-13 text-secondary">{lead}</p>
      </header>
      {children}
    </div>
  )
}
