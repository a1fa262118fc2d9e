import { questionMax } from '@portal/contracts/chat'
import { useIsOff } from '@portal/remote-kit/session'
import { Button } from '@portal/ui/button'
import { IconButton } from '@portal/ui/icon-button'
import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

export interface ComposerProps {
  readonly ref: RefObject<HTMLTextAreaElement | null>
  readonly draft: string
  /** Whether there is nothing to read yet: then the page begins in the box. */
  readonly isNew: boolean
  readonly onDraftChange: (text: string) => void
  readonly isWaiting: boolean
  readonly onSend: (question: string) => void
  readonly onStop: () => void
}

/** From here on the room that is left is shown, in characters. */
const warnFrom = questionMax - 500

/** The question box, or why there is none. */
export function Composer(props: ComposerProps) {
  const isOff = useIsOff()('assistant')
  if (!isOff) return <QuestionBox {...props} />
  return (
    <p
      role="status"
      className="shrink-0 border-subtle border-t bg-panel px-gutter py-4 text-center text-13 text-secondary"
    >
      The AI Assistant is switched off in your organization. Your earlier conversations stay readable.
    </p>
  )
}

/** Enter sends, Shift+Enter breaks the line; disabled while an answer comes. */
function QuestionBox({ ref, draft, isNew, onDraftChange, isWaiting, onSend, onStop }: ComposerProps) {
  useFocusAfterWaiting(ref, isWaiting)
  useFocusOnOpening(ref, isNew)
  const question = draft.trim()
  const isTooLong = question.length > questionMax
  const send = () => {
    if (question !== '' && !isTooLong && !isWaiting) onSend(question)
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    // An input method's own Enter chooses a word; it does not send.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      aria-label="Ask"
      className="shrink-0 border-subtle border-t bg-panel px-gutter py-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="mx-auto flex max-w-prose items-end gap-2 rounded-card border border-control bg-panel p-1.5 pl-3 has-focus-visible:border-transparent has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:-outline-offset-1">
        <textarea
          ref={ref}
          aria-label="Your question"
          placeholder="Ask about your policies"
          rows={1}
          // No limit of the box: it would cut what is pasted, mostly the question at its end.
          aria-invalid={isTooLong || undefined}
          value={draft}
          disabled={isWaiting}
          dir="auto"
          onChange={(event) => onDraftChange(event.target.value)}
          onKeyDown={sendOnEnter}
          className="field-sizing-content max-h-40 min-h-8 min-w-0 flex-1 resize-none bg-transparent py-1.5 text-16 outline-none disabled:cursor-not-allowed disabled:text-disabled md:text-14"
        />
        {isWaiting ? (
          <Button onClick={onStop}>
            <Square className="size-3.5" />
            Stop
          </Button>
        ) : (
          <IconButton
            label="Send"
            icon={<ArrowUp className="size-4" />}
            type="submit"
            variant="primary"
            disabled={question === '' || isTooLong}
          />
        )}
      </div>
      <p className="mx-auto mt-1.5 flex max-w-prose flex-wrap justify-between gap-x-4 text-12 text-tertiary">
        <span>Answers use current approved documents only. Enter sends.</span>
        {question.length >= warnFrom && (
          <output className={isTooLong ? 'font-medium text-danger-text' : undefined}>
            {question.length} of {questionMax} characters
            {isTooLong && ': shorten the question to send it'}
          </output>
        )}
      </p>
    </form>
  )
}

/** Unless the focus is elsewhere by then, or a touch screen would show its keyboard. */
function useFocusOnOpening(ref: ComposerProps['ref'], isNew: boolean): void {
  const isWanted = useRef(isNew)
  useEffect(() => {
    const { activeElement } = document
    const isFree = activeElement === document.body || activeElement?.localName === 'main'
    if (!isWanted.current || !isFree || !matchMedia('(pointer: fine)').matches) return
    const box = ref.current
    box?.focus({ preventScroll: true })
    box?.setSelectionRange(box.value.length, box.value.length)
  }, [ref])
}

/** Disabling drops the focus; it returns with the answer unless it has moved elsewhere. */
function useFocusAfterWaiting(ref: ComposerProps['ref'], isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return
    return () => {
      const { activeElement, body } = document
      if (activeElement === body || activeElement === ref.current) ref.current?.focus()
    }
  }, [isWaiting, ref])
}
