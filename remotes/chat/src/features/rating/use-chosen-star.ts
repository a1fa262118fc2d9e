import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

interface ChosenStarOptions {
  /** The rating that is saved, or being saved. */
  readonly held: number | undefined
  readonly isBusy: boolean
  readonly onSend: (rating: number) => void
}

/**
 * Every arrow key checks a radio button, so arrows only move the choice. It is sent with Enter,
 * Space or a click, and when the stars are left; what is chosen during a request, after it.
 */
export function useChosenStar({ held, isBusy, onSend }: ChosenStarOptions) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [isFinal, setFinal] = useState(false)
  const isByArrow = useRef(false)
  useEffect(() => {
    if (!isFinal || isBusy) return
    setFinal(false)
    setChosen(null)
    if (chosen !== null && chosen !== held) onSend(chosen)
  }, [isFinal, isBusy, chosen, held, onSend])
  /** What the radio button of a star does. */
  const inputOf = (value: number) => ({
    checked: (chosen ?? held) === value,
    onChange: () => setChosen(value),
    // Browsers click the radio button that an arrow key leads to.
    onClick: () => setFinal(!isByArrow.current),
    onKeyDown: ({ key }: KeyboardEvent) => {
      isByArrow.current = key.startsWith('Arrow')
      // Space clicks no radio button that is checked already.
      if (key !== 'Enter' && key !== ' ') return
      setChosen(value)
      setFinal(true)
    },
    onKeyUp: () => {
      isByArrow.current = false
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLInputElement>) => {
      if (!(relatedTarget instanceof HTMLInputElement && relatedTarget.name === currentTarget.name))
        setFinal(true)
    },
  })
  return { shown: chosen ?? held, inputOf }
}
