import type { RemoteEntry } from '@portal/contracts/remotes'
import { Button } from '@portal/ui/button'
import { classNames } from '@portal/ui/class-names'
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'

interface PreviewNoticeProps {
  readonly remotes: readonly RemoteEntry[]
  readonly children: ReactNode
}

/**
 * The page, and what says that this person sees versions that others do not, and ends that. On
 * phones it is above the page, where it does not cover the question box of the assistant.
 */
export function PreviewNotice({ remotes, children }: PreviewNoticeProps) {
  const previewed = remotes.filter(({ isPreview }) => isPreview)
  return (
    <>
      {previewed.length > 0 && <Notice previewed={previewed} />}
      <div className={classNames('contents', previewed.length > 0 && 'max-sm:[--notice-height:2.75rem]')}>
        {children}
      </div>
      {/* So that the end of the page can be scrolled out from below the notice. */}
      {previewed.length > 0 && <div aria-hidden="true" className="hidden h-18 sm:block print:hidden" />}
    </>
  )
}

function Notice({ previewed }: { readonly previewed: readonly RemoteEntry[] }) {
  return (
    <form
      method="post"
      action="/preview/end"
      aria-label="Preview"
      className="flex items-center gap-3 border-default border-b bg-panel px-3 text-13 max-sm:h-11 sm:fixed sm:end-4 sm:bottom-4 sm:z-(--z-toast) sm:max-w-[calc(100vw-2rem)] sm:rounded-card sm:border sm:py-2 sm:shadow-popover print:hidden"
    >
      <Eye aria-hidden="true" className="size-4 shrink-0 text-tertiary" />
      <p className="min-w-0 flex-1 max-sm:truncate">
        Preview of{' '}
        {previewed.map(({ name, version }) => (
          <span key={name} className="font-medium sm:wrap-anywhere">
            {name} {version}{' '}
          </span>
        ))}
      </p>
      <Button type="submit" size="sm">
        End preview
      </Button>
    </form>
  )
}
