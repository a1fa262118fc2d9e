import type { RemoteEntry } from '@portal/contracts/remotes'
import { Button } from '@portal/ui/button'
import { Eye } from 'lucide-react'

/** Says that this person sees versions that others do not, and ends that. */
export function PreviewNotice({ remotes }: { readonly remotes: readonly RemoteEntry[] }) {
  const previewed = remotes.filter(({ isPreview }) => isPreview)
  if (previewed.length === 0) return null
  return (
    <>
      {/* So that the end of the page can be scrolled out from below the notice. */}
      <div aria-hidden="true" className="h-28 sm:h-18 print:hidden" />
      <form
        method="post"
        action="/preview/end"
        aria-label="Preview"
        className="fixed end-4 bottom-4 z-(--z-toast) flex max-w-[calc(100vw-2rem)] flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-default bg-panel px-3 py-2 text-13 shadow-popover print:hidden"
      >
        <Eye aria-hidden="true" className="size-4 shrink-0 text-tertiary" />
        <p className="min-w-0">
          Preview of{' '}
          {previewed.map(({ name, version }) => (
            <span key={name} className="wrap-anywhere font-medium">
              {name} {version}{' '}
            </span>
          ))}
        </p>
        <Button type="submit" size="sm">
          End preview
        </Button>
      </form>
    </>
  )
}
