import { Link } from '@portal/remote-kit/link'

interface QuietLinkProps {
  readonly to: string
  readonly children: string
}

/** A link at the end of a card's head, or below a sentence. */
export function QuietLink({ to, children }: QuietLinkProps) {
  return (
    <Link to={to} className="shrink-0 font-medium text-13 text-accent-text hover:underline">
      {children}
    </Link>
  )
}
