import type { TestElement, TestPage } from '@portal/testkit/browser'

/** Counts what changes from now on; a tooltip is no effect, since looking at a control shows it. */
const watch = `(() => {
  const isTooltip = (node) => node.nodeType === 1 && node.querySelector('[role=tooltip]') !== null
  const isEffect = ({ type, target, attributeName, addedNodes, removedNodes }) => {
    if (target.nodeType === 1 && target.closest('[role=tooltip]')) return false
    if (type === 'attributes') return !['aria-describedby', 'data-state', 'style'].includes(attributeName)
    const nodes = [...addedNodes, ...removedNodes]
    return type === 'characterData' || nodes.some((node) => !isTooltip(node) && node.role !== 'tooltip')
  }
  const watched = { changes: 0, focus: document.activeElement, top: scrollY }
  window.print = () => void (watched.changes += 1)
  new MutationObserver((records) => void (watched.changes += records.filter(isEffect).length)).observe(
    document,
    { subtree: true, childList: true, characterData: true, attributes: true },
  )
  window.watchedPress = watched
})()`

/** False after a fresh load too, which is an effect of its own. */
const isUnchanged = `Boolean(window.watchedPress) && watchedPress.changes === 0
  && document.activeElement === watchedPress.focus && scrollY === watchedPress.top`

/**
 * Does `press` to the focused control; false if nothing came of it: no change of the page, its
 * address, focus or scroll position, no request, no other tab. Tabs that open are closed.
 */
export async function hasEffect(
  page: TestPage,
  control: TestElement,
  press: () => Promise<void>,
): Promise<boolean> {
  const seen = { outside: 0 }
  const count = () => {
    seen.outside += 1
  }
  const closeTab = (tab: TestPage) => {
    count()
    void tab.close()
  }
  await control.focus()
  await page.evaluate(watch)
  page.on('request', count)
  page.on('popup', closeTab)
  try {
    await press()
  } finally {
    page.off('request', count)
    page.off('popup', closeTab)
  }
  return seen.outside > 0 || !(await page.evaluate<boolean>(isUnchanged))
}
