/** Set by packages/contracts/src/public-page.ts. */
const renderedPageId = 'rendered-page'

/** Whether the page came with the HTML of its screen, as public pages do for visitors. */
export function hasRenderedPage(): boolean {
  return document.getElementById(renderedPageId) !== null
}

/** Removes that HTML, in the frame in which the screen itself appears: nothing moves. */
export function removeRenderedPage(): void {
  document.getElementById(renderedPageId)?.remove()
}

/** Shown while the screen loads: nothing, because its HTML stands there already. */
export function RenderedPage(): null {
  return null
}
