import { MessageSquareText } from 'lucide-react'
import { Suggestions } from './suggestions.tsx'

/** A thread before its first question. */
export function EmptyThread({ onSuggest }: { readonly onSuggest: (text: string) => void }) {
  return (
    <div className="my-auto flex flex-col items-center gap-3 py-6 text-center">
      <span className="grid size-10 place-items-center rounded-card bg-accent-subtle text-accent-text">
        <MessageSquareText aria-hidden="true" className="size-5" />
      </span>
      <h3 className="font-semibold text-20">What do you need to know?</h3>
      <p className="text-secondary leading-prose">
        Ask in your own words. Every sentence of the answer names the passage that it stands on.
      </p>
      <Suggestions onSuggest={onSuggest} />
    </div>
  )
}
