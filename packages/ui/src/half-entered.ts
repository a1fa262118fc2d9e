import { type SyntheticEvent, useState } from 'react'

/**
 * For a date field: of a day that lacks a part, or that no month has, browsers give nothing, as of
 * an empty field. `error` says so once a form asks for its validity, until it is whole or clear.
 */
export function useHalfEntered() {
  const [isHalf, setHalf] = useState(false)
  const look = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => setHalf(isHalfDate(currentTarget))
  // Clearing the last part changes no value, so only its key is heard.
  const events = { onInvalid: look, ...(isHalf ? { onInput: look, onKeyUp: look } : {}) }
  return { error: isHalf ? 'Enter a whole date, or clear it.' : undefined, events }
}

/** Whether a date of a form lacks a part: its field says so, and the first one gets the focus. */
export function refuseHalfEntered(form: HTMLFormElement): boolean {
  const half = [...form.querySelectorAll('input')].filter(isHalfDate)
  // Which each of them hears as the event `invalid`.
  for (const field of half) field.checkValidity()
  half[0]?.focus()
  return half.length > 0
}

function isHalfDate({ type, validity }: HTMLInputElement): boolean {
  return type === 'date' && validity.badInput
}
