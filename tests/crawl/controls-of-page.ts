import type { TestPage } from '@portal/testkit/browser'

/** Which elements of a page are pressed; what is chosen already does nothing. */
export const controls =
  'button:not([aria-selected=true], [aria-checked=true]), [role=tab]:not([aria-selected=true]), summary'
export const menuItems = '[role=menuitem], [role=menuitemradio], [role=menuitemcheckbox]'

/** An enabled control. `kind` is equal for those that do the same, as in all rows of a list. */
export interface Control {
  readonly name: string
  readonly kind: string
}

/**
 * Enabled controls, for the page to evaluate. In a row the kind is where the control is, and its
 * icon; around the page it is the name alone, because all pages have it.
 */
function evaluated(selector: string): string {
  return `(() => {
    const nameOf = (element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()
    const kindOf = (element, name) => {
      if (!element.closest('main')) return 'around: ' + name
      const row = element.closest('li, tr')
      if (!row) return location.pathname + ': ' + name
      const steps = []
      for (let at = element; at !== row; at = at.parentElement)
        steps.unshift(at.tagName + [...at.parentElement.children].indexOf(at))
      const list = row.parentElement.closest('[aria-label]')?.getAttribute('aria-label') ?? ''
      const icon = element.querySelector('svg')?.getAttribute('class') ?? ''
      return [location.pathname, list, ...steps, icon].join(' ')
    }
    return [...document.querySelectorAll(${JSON.stringify(selector)})]
      .filter((element) => !element.disabled && !element.closest('[inert]') && element.checkVisibility())
      .map((element) => ({ element, name: nameOf(element) }))
      .filter(({ name }) => name !== '')
      .map(({ element, name }) => ({ element, name, kind: kindOf(element, name) }))
  })()`
}

/** Enabled controls, one of each kind. */
export function controlsOf(page: TestPage, selector: string): Promise<Control[]> {
  return page.evaluate(`[...new Map(
    ${evaluated(selector)}.toReversed().map(({ name, kind }) => [kind, { name, kind }])
  ).values()].toReversed()`)
}

/** The control itself; null if it is not there any more. */
export async function findControl(page: TestPage, selector: string, { name, kind }: Control) {
  const wanted = JSON.stringify([name, kind])
  const found = await page.evaluateHandle(
    `${evaluated(selector)}.find(({ name, kind }) => JSON.stringify([name, kind]) === ${JSON.stringify(wanted)})?.element`,
  )
  return found.asElement()
}
