import { Kbd } from '@portal/ui/kbd'
import { Search } from 'lucide-react'

/** Opens the command palette, and shows its key. */
export function PaletteButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      className="flex size-8 items-center justify-center gap-2 rounded-control border border-default bg-sunken text-13 text-tertiary hover:border-strong lg:w-55 lg:justify-start lg:px-2.5"
    >
      <Search aria-hidden="true" className="size-4 shrink-0" />
      <span className="sr-only flex-1 text-left lg:not-sr-only">Search or ask</span>
      <span aria-hidden="true" className="hidden lg:inline">
        <Kbd>Ctrl K</Kbd>
      </span>
    </button>
  )
}
