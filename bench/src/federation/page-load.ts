import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { signedInCookie } from './front-end-host.ts'

/** A page, whether to sign in, and the element and text that mark it as shown. */
export interface ShownPage {
  readonly path: string
  readonly isSignedIn: boolean
  readonly selector: string
  readonly text: string
}

/** Lighthouse's "slow 4G" and a mid-range phone's CPU. */
export const throttling = { latencyMs: 150, downloadKbps: 1638, uploadKbps: 675, cpuSlowdown: 4 } as const

/** Milliseconds from navigation to the frame showing the page; empty cache, throttled. */
export async function timeToShow(
  context: BrowserContext,
  address: string,
  shown: ShownPage,
): Promise<number> {
  await context.clearCookies()
  if (shown.isSignedIn)
    await context.addCookies([
      { name: signedInCookie, value: '1', url: address },
      { name: 'portal_hint', value: '1', url: address },
    ])
  const page = await context.newPage()
  try {
    await throttle(await context.newCDPSession(page))
    const isShown = await watchFor(page, shown)
    await page.goto(`${address}${shown.path}`, { waitUntil: 'commit', timeout: 60_000 })
    return await isShown()
  } finally {
    await page.close()
  }
}

async function throttle(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: throttling.latencyMs,
    downloadThroughput: (throttling.downloadKbps * 1024) / 8,
    uploadThroughput: (throttling.uploadKbps * 1024) / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: throttling.cpuSlowdown })
}

/** Records, in the page, the first frame after the element appears; waits up to a minute. */
async function watchFor(page: Page, { selector, text }: ShownPage): Promise<() => Promise<number>> {
  const shown = Promise.withResolvers<number>()
  await page.exposeFunction('portalShown', shown.resolve)
  await page.addInitScript(`{
    const isThere = () =>
      [...document.querySelectorAll(${JSON.stringify(selector)})].some((element) =>
        element.textContent.includes(${JSON.stringify(text)}))
    const observer = new MutationObserver(() => {
      if (!isThere()) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => window.portalShown(performance.now())))
    })
    observer.observe(document, { childList: true, subtree: true, characterData: true })
  }`)
  return async () => {
    const timer = setTimeout(() => shown.reject(new Error(`'${text}' was not shown in a minute`)), 60_000)
    try {
      return await shown.promise
    } finally {
      clearTimeout(timer)
    }
  }
}
