import { accessibilityViolations } from '@portal/testkit/accessibility'
import type { TestPage } from '@portal/testkit/browser'

const shiftMax = 0.05
/** Of one broken rule; a fault of a list is in all its rows. */
const targetsShown = 3

/** For the browser, before a page: notes when it gave up waiting for a part (`data-in-order`). */
export const noteLateParts = `addEventListener('animationend', ({ animationName }) => {
  if (animationName === 'appear-late') window.gaveUpAt ??= performance.now()
})`

/**
 * Layout shifts since the page was loaded, without those after input, and what moved most. Nor what
 * moved after the page gave up waiting: then its answers are slow, as on a busy machine.
 */
const shifts = `new Promise((resolve) => {
  const entries = []
  const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  const describe = ({ node, previousRect: from, currentRect: to }) => {
    const name = (node?.textContent ?? '').trim().slice(0, 30) || node?.className || 'what is gone'
    return '"' + name + '" from ' + from.y + ' to ' + to.y + ' px'
  }
  requestAnimationFrame(() => requestAnimationFrame(() => {
    entries.push(...observer.takeRecords())
    const own = entries.filter((entry) => !entry.hadRecentInput && entry.startTime < (window.gaveUpAt ?? Infinity))
    const worst = own.toSorted((a, b) => b.value - a.value)[0]
    resolve({
      sum: own.reduce((sum, entry) => sum + entry.value, 0),
      moved: (worst?.sources ?? []).map(describe),
    })
  }))
})`

/** Texts that their box cuts off without an ellipsis and without a way to scroll to the rest. */
const cutTexts = `[...document.querySelectorAll('body *')].filter((element) => {
  const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
  if (!hasText || element.closest('[aria-hidden=true], svg, .sr-only') || !element.checkVisibility()) return false
  const style = getComputedStyle(element)
  const isHidden = (overflow) => overflow === 'hidden' || overflow === 'clip'
  if (element.clientWidth <= 1 || style.textOverflow === 'ellipsis') return false
  if (style.webkitLineClamp !== 'none' && style.webkitLineClamp !== '') return false
  return (isHidden(style.overflowX) && element.scrollWidth > element.clientWidth + 1)
    || (isHidden(style.overflowY) && element.scrollHeight > element.clientHeight + 4)
}).map((element) => element.textContent.trim().slice(0, 60))`

/** Texts and pictures that reach out of the bordered box around them, on its right. */
const overflowing = `[...document.querySelectorAll('body *')].filter((element) => {
  const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
  if (!(hasText || element.role === 'img') || element.closest('svg, .sr-only') || !element.checkVisibility()) return false
  const { right, width } = element.getBoundingClientRect()
  if (width <= 1) return false
  for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
    const style = getComputedStyle(box)
    if (style.overflowX !== 'visible' || /absolute|fixed/.test(style.position)) return false
    if (style.borderRightWidth !== '0px') return right > box.getBoundingClientRect().right + 1
  }
  return false
}).map((element) => (element.textContent.trim() || element.ariaLabel || '').slice(0, 60))`

/**
 * What is wrong with a page as it is drawn: cut texts, scrolling sideways, and what axe finds.
 * `colours`: of a page whose look in another theme is known, axe is asked about its colours alone.
 */
export async function lookFaults(
  page: TestPage,
  about: 'everything' | 'colours' = 'everything',
): Promise<string[]> {
  const cut = await page.evaluate<string[]>(cutTexts)
  const outside = await page.evaluate<string[]>(overflowing)
  const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
  // Where a page has scrolled down by itself, a control may be half under the bar at its top.
  await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
  const violations = await accessibilityViolations(page, about)
  return [
    ...(isWide ? ['scrolls sideways'] : []),
    ...cut.map((text) => `cuts off "${text}"`),
    ...outside.map((text) => `draws "${text}" beyond its box`),
    ...violations.map(({ rule, targets }) => `axe ${rule} at ${targets.slice(0, targetsShown).join(', ')}`),
  ]
}

/** Whether what is shown moved about while the page was loaded, and what did. */
export async function shiftFaults(page: TestPage): Promise<string[]> {
  const { sum, moved } = await page.evaluate<{ sum: number; moved: string[] }>(shifts)
  return sum > shiftMax ? [`shifts its layout by ${sum.toFixed(3)}: ${moved.join(', ')}`] : []
}
