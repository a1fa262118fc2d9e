/** Set by packages/contracts/src/public-page.ts. */
const renderedPageId = 'rendered-page'

/** Whether the page came with the HTML of its screen, as public pages do for visitors. */
export function hasRenderedPage(): boolean {
  return document.getElementById(renderedPageId) !== null
}

/**
 * Removes that HTML, in the frame in which the screen itself appears: nothing moves, and what was
 * typed or chosen there meanwhile stays (decision 79).
 */
export function removeRenderedPage(): void {
  const rendered = document.getElementById(renderedPageId)
  if (!rendered) return
  for (const field of rendered.querySelectorAll<Field>('input[name], textarea[name]')) carryOver(field)
  rendered.remove()
}

type Field = HTMLInputElement | HTMLTextAreaElement

function carryOver(field: Field): void {
  const isChoice = field instanceof HTMLInputElement && ['radio', 'checkbox'].includes(field.type)
  const name = `[name=${JSON.stringify(field.name)}]`
  const same = document.querySelector<Field>(
    `#root ${name}${isChoice ? `[value=${JSON.stringify(field.value)}]` : ''}`,
  )
  if (!same) return
  if (isChoice && field.checked) same.click()
  if (!isChoice && field.value !== same.value) typeInto(same, field.value)
  if (document.activeElement !== field) return
  same.focus()
  const { selectionStart, selectionEnd } = field
  // Later: React writes the text once more after this commit, which puts the caret at its end.
  if (!isChoice && selectionStart !== null)
    queueMicrotask(() => same.setSelectionRange(selectionStart, selectionEnd))
}

/** As a person would: React overrides the property of the field, and hears the event. */
function typeInto(field: Field, text: string): void {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Shown while the screen loads: nothing, because its HTML stands there already. */
export function RenderedPage(): null {
  return null
}
