import type { TestPage } from '@portal/testkit/browser'

/** Which elements of a page are pressed; what is chosen already does nothing. */
export const controls =
  'button:not([aria-selected=true], [aria-checked=true]), [role=tab]:not([aria-selected=true]), summary'
export const menuItems = '[role=menuitem], [role=menuitemradio], [role=menuitemcheckbox]'

/** An enabled control. `kind` is equal for those that do the same, as in all rows of a list. */
export interface Control {
  readonly name: string
  /** The name without its numbers. */
  readonly shape: string
  readonly kind: string
}

/**
 * Enabled controls, for the page to evaluate. In a row the kind is where the control is, and its
 * icon; around the page it is the name alone, because all pages have it. Its numbers do not count:
 * how often something was asked may change before the page is opened again.
 */
function evaluated(selector: string): string {
  return `(() => {
    const nameOf = (element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
    // Inert, or behind a dialog that was open as the page opened.
    const isBehind = (element) => element.closest('[inert], [aria-hidden=true]') !== null
    const shapeOf = (name) => name.replace(/\\d+/g, '0')
    const kindOf = (element, shape) => {
      if (!element.closest('main')) return 'around: ' + shape
      const row = element.closest('li, tr')
      if (!row) return location.pathname + ': ' + shape
      const steps = []
      for (let at = element; at !== row; at = at.parentElement)
        steps.unshift(at.tagName + [...at.parentElement.children].indexOf(at))
      const list = row.parentElement.closest('[aria-label]')?.getAttribute('aria-label') ?? ''
      const icon = element.querySelector('svg')?.getAttribute('class') ?? ''
      return [location.pathname, list, ...steps, icon].join(' ')
    }
    return [...document.querySelectorAll(${JSON.stringify(selector)})]
      .filter((element) => !element.disabled && !isBehind(element) && element.checkVisibility())
      .map((element) => ({ element, name: nameOf(element) }))
      .filter(({ name }) => name !== '')
      .map(({ element, name }) => ({ element, name, shape: shapeOf(name), kind: kindOf(element, shapeOf(name)) }))
  })()`
}

/** Enabled controls, one of each kind. */
export function controlsOf(page: TestPage, selector: string): Promise<Control[]> {
  return page.evaluate(`[...new Map(
    ${evaluated(selector)}.toReversed().map(({ name, shape, kind }) => [kind, { name, shape, kind }])
  ).values()].toReversed()`)
}

/** The control itself, perhaps with another number; null if it is not there any more. */
export async function findControl(page: TestPage, selector: string, control: Control) {
  const found = await page.evaluateHandle(`(() => {
    const wanted = ${JSON.stringify(control)}
    const alike = ${evaluated(selector)}.filter(({ shape, kind }) => shape === wanted.shape && kind === wanted.kind)
    return (alike.find(({ name }) => name === wanted.name) ?? alike[0])?.element
  })()`)
  return found.asElement()
}
