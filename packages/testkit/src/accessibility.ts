import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** One broken rule on a page, with where it is broken. */
export interface AccessibilityViolation {
  readonly rule: string
  readonly targets: readonly string[]
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const rulesOfColours = ['color-contrast', 'link-in-text-block']

/**
 * axe-core's findings on the page as it is (WCAG 2.2 A and AA, and its best practices). `colours`
 * asks only what another theme may change, of a page that is asked about everything in one.
 */
export async function accessibilityViolations(
  page: Page,
  about: 'everything' | 'colours' = 'everything',
): Promise<AccessibilityViolation[]> {
  // Evaluated, not added as a script tag: the portal's content security policy would refuse that.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source)
  const runOnly = about === 'colours' ? { type: 'rule', values: rulesOfColours } : rules
  // What passes would be described at length for nobody, and stylesheets be read for no rule.
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'], preload: false })
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run(document, ${options})`)
  return violations.map(({ id, nodes }) => ({
    rule: id,
    targets: nodes.map(({ target }) => target.join(' ')),
  }))
}
