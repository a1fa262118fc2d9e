import { Button } from '@portal/ui/button'

/** How many of the members found are drawn, and a button for more. Nothing while all are. */
export function MoreMembers(props: {
  readonly shown: number
  readonly found: number
  readonly onMore: () => void
}) {
  const { shown, found, onMore } = props
  if (shown >= found) return null
  return (
    <footer className="flex flex-wrap items-center gap-3 border-subtle border-t px-4 py-2.5 text-13 text-secondary">
      {shown} of {found} people
      <Button size="sm" onClick={onMore}>
        Show more
      </Button>
    </footer>
  )
}
