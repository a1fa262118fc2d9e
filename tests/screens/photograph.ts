import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { accessibilityViolations } from '@portal/testkit/accessibility'
import type { TestBrowser, TestPage } from '@portal/testkit/browser'
import type { ScreenAddress } from './screen-addresses.ts'

const widths = [1440, 768, 390, 320] as const
const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]
const height = 900
/** Of one broken rule; a fault of a list is in all its rows. */
const targetsShown = 3

/** What to photograph, for whom, and where to store it. */
export interface PhotoOrder {
  readonly address: string
  readonly role: string
  readonly screens: readonly ScreenAddress[]
  readonly folder: string
  /** Each width in one theme alone, in turn; the theme of the widest. */
  readonly brief: Scheme | null
}

/** `faults`: what axe finds, and whether the page scrolls sideways, which it never should. */
export interface Photo {
  readonly role: string
  readonly screen: string
  readonly width: number
  readonly scheme: string
  readonly file: string
  readonly faults: readonly string[]
}

/** Photographs pages in every width, as a rule light and dark, as the signed-in person. */
export async function photograph(browser: TestBrowser, order: PhotoOrder): Promise<Photo[]> {
  await mkdir(join(order.folder, order.role), { recursive: true })
  const photos: Photo[] = []
  for (const screen of order.screens) {
    // A tab of its own: drafts and pending questions of one screen are not the next one's.
    const page = await browser.context.newPage()
    photos.push(
      ...(await photographScreen(page, screen, order).catch((error) =>
        missed(page, { screen, order, error }),
      )),
    )
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.close()
  }
  return photos
}

interface Missed {
  readonly screen: ScreenAddress
  readonly order: PhotoOrder
  readonly error: unknown
}

/** What there is instead of a screen that did not come; the others are taken all the same. */
async function missed(page: TestPage, { screen, order, error }: Missed): Promise<Photo[]> {
  const [width] = widths
  const file = join(order.role, `${screen.name}-missed.png`)
  await page.screenshot({ path: join(order.folder, file) })
  const fault = `did not come: ${error instanceof Error ? error.message.split('\n')[0] : error}`
  return [{ role: order.role, screen: screen.name, width, scheme: schemes[0], file, faults: [fault] }]
}

function schemesOf(width: (typeof widths)[number], brief: Scheme | null): readonly Scheme[] {
  if (brief === null) return schemes
  return widths.indexOf(width) % 2 === 0 ? [brief] : schemes.filter((scheme) => scheme !== brief)
}

async function photographScreen(page: TestPage, screen: ScreenAddress, order: PhotoOrder): Promise<Photo[]> {
  const { address, folder, role } = order
  const sizes = widths.filter((width) => width <= (screen.widest ?? width))
  const photos: Photo[] = []
  await page.setViewportSize({ width: sizes[0] ?? widths[0], height })
  await screen.before?.(page)
  await page.goto(`${address}${screen.path}`)
  await (screen.isBusy ? shown(page) : settled(page))
  await screen.act?.(page)
  for (const width of sizes) {
    await page.setViewportSize({ width, height })
    for (const [at, scheme] of schemesOf(width, order.brief).entries()) {
      await page.emulateMedia({ colorScheme: scheme })
      const about = at === 0 ? 'everything' : 'colours'
      photos.push(await take(page, { role, screen: screen.name, width, scheme }, { folder, screen, about }))
    }
  }
  return photos
}

interface Take {
  readonly folder: string
  readonly screen: ScreenAddress
  /** What axe is asked, which was asked about everything in the theme before. */
  readonly about: 'everything' | 'colours'
}

async function take(
  page: TestPage,
  picture: Omit<Photo, 'file' | 'faults'>,
  { folder, screen, about }: Take,
): Promise<Photo> {
  if (!screen.isBusy) await settled(page)
  const file = join(picture.role, `${picture.screen}-${picture.width}-${picture.scheme}.png`)
  await page.screenshot({ path: join(folder, file), fullPage: screen.isWhole ?? !screen.act })
  return { ...picture, file, faults: await faultsOf(page, picture.width, about) }
}

async function faultsOf(page: TestPage, width: number, about: Take['about']): Promise<string[]> {
  const violations = await accessibilityViolations(page, about)
  const pageWidth = await page.evaluate<number>('document.documentElement.scrollWidth')
  return [
    ...(pageWidth > width ? ['scrolls sideways'] : []),
    ...violations.map(({ rule, targets }) => `${rule} at ${targets.slice(0, targetsShown).join(', ')}`),
  ]
}

/** Resolves when the screen has its heading. */
async function shown(page: TestPage): Promise<void> {
  await page.waitForLoadState('load')
  // Some screens have no heading before they know what it says.
  await page.locator('h1:visible, h2:visible, main .animate-pulse:visible').first().waitFor()
}

/** What says that something is still to come; the last one of it holds back what follows. */
const waiting = ['.animate-pulse', '.animate-spin', '[data-unsettled]'].map((mark) => `main ${mark}`)

/** Resolves when nothing is still to come and fonts are loaded. */
export async function settled(page: TestPage): Promise<void> {
  await shown(page)
  await page.locator(waiting.join()).first().waitFor({ state: 'detached' })
  // A page of a PDF, once it is drawn.
  if ((await page.locator('main [data-drawn]').count()) > 0)
    await page.locator('main [data-drawn=true]').first().waitFor()
  await page.evaluate('document.fonts.ready.then(() => null)')
}
