import { questionMax } from '@portal/contracts/chat'
import { IconButton } from '@portal/ui/icon-button'
import { ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'

export interface ComposerProps {
  readonly draft: string
  readonly onDraftChange: (text: string) => void
  readonly isWaiting: boolean
  readonly onSend: (question: string) => void
}

/** The question box. Enter sends, Shift+Enter begins a line, blank text is ignored; disabled while an answer is on its way. */
export function Composer({ draft, onDraftChange, isWaiting, onSend }: ComposerProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!isWaiting) box.current?.focus()
  }, [isWaiting])
  const send = () => {
    const question = draft.trim()
    if (question !== '' && !isWaiting) onSend(question)
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    // An input method's own Enter chooses a word; it does not send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="border-subtle border-t bg-canvas px-gutter py-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="mx-auto flex max-w-prose items-end gap-2 rounded-card border border-control bg-panel p-2 has-focus-visible:outline-2 has-focus-visible:outline-focus-ring">
        <textarea
          ref={box}
          aria-label="Your question"
          placeholder="Ask about your policies"
          rows={1}
          maxLength={questionMax}
          value={draft}
          disabled={isWaiting}
          onChange={(event) => onDraftChange(event.target.value)}
          onKeyDown={sendOnEnter}
          className="field-sizing-content max-h-40 min-h-8 flex-1 resize-none bg-transparent px-2 py-1.5 text-14 outline-none disabled:text-disabled"
        />
        <IconButton
          label="Send"
          icon={<ArrowUp />}
          type="submit"
          variant="primary"
          disabled={isWaiting || draft.trim() === ''}
        />
      </div>
      <p className="mx-auto mt-1.5 max-w-prose text-12 text-tertiary">
        Answers use current approved documents only. Enter sends, Shift+Enter begins a new line.
      </p>
    </form>
  )
}
