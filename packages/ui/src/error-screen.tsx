import { TriangleAlert } from 'lucide-react'
import { Button } from './button.tsx'

/** Product §2: the whole screen failed. `onReset` brings it back. */
export function ErrorScreen({ onReset }: { readonly onReset: () => void }) {
  return (
    <div role="alert" className="grid min-h-96 place-items-center px-gutter py-16">
      <div className="flex max-w-form flex-col items-center gap-4 text-center">
        <span
          aria-hidden="true"
          className="grid size-10 place-items-center rounded-card border border-danger-border bg-danger-subtle text-danger-text"
        >
          <TriangleAlert className="size-5" />
        </span>
        <h1 className="font-semibold text-20">Something went wrong</h1>
        <p className="text-balance text-secondary">
          This screen could not be shown. Nothing you saved is lost. Trying again is usually enough.
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={onReset}>
            Try again
          </Button>
          <Button onClick={() => window.location.reload()}>Refresh page</Button>
        </div>
      </div>
    </div>
  )
}
