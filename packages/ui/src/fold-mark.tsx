import { ChevronRight } from 'lucide-react'

/** For a `summary` that has a `FoldMark` instead of the browser's own triangle. */
export const foldLineClass =
  'flex cursor-pointer list-none items-center gap-2 [&::-webkit-details-marker]:hidden'

/** Turns when the line unfolds. The `details` around it has the class `group`. */
export function FoldMark() {
  return (
    <ChevronRight
      aria-hidden="true"
      className="size-4 shrink-0 text-tertiary transition-transform group-open:rotate-90"
    />
  )
}
