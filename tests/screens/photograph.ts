import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestBrowser, TestPage } from '@portal/testkit/browser'
import type { ScreenAddress } from './screen-addresses.ts'

const widths = [1440, 768, 390] as const
const schemes = ['light', 'dark'] as const
const height = 900

/** What to photograph, for whom, and where to store it. */
export interface PhotoOrder {
  readonly address: string
  readonly role: string
  readonly screens: readonly ScreenAddress[]
  readonly folder: string
}

/** `isTooWide`: the page scrolls sideways, which it never should. */
export interface Photo {
  readonly role: string
  readonly screen: string
  readonly width: number
  readonly scheme: string
  readonly file: string
  readonly isTooWide: boolean
}

/** Photographs pages in every width, light and dark, as the signed-in person. */
export async function photograph(browser: TestBrowser, order: PhotoOrder): Promise<Photo[]> {
  const page = await browser.context.newPage()
  await mkdir(join(order.folder, order.role), { recursive: true })
  const photos: Photo[] = []
  for (const screen of order.screens) {
    await page.setViewportSize({ width: widths[0], height })
    await page.goto(`${order.address}${screen.path}`)
    for (const width of widths) {
      await page.setViewportSize({ width, height })
      for (const scheme of schemes) {
        await page.emulateMedia({ colorScheme: scheme })
        photos.push(await take(page, { role: order.role, screen: screen.name, width, scheme }, order.folder))
      }
    }
  }
  await page.close()
  return photos
}

async function take(
  page: TestPage,
  picture: Omit<Photo, 'file' | 'isTooWide'>,
  folder: string,
): Promise<Photo> {
  await settled(page)
  const file = join(picture.role, `${picture.screen}-${picture.width}-${picture.scheme}.png`)
  await page.screenshot({ path: join(folder, file), fullPage: true })
  const pageWidth = await page.evaluate<number>('document.documentElement.scrollWidth')
  return { ...picture, file, isTooWide: pageWidth > picture.width }
}

/** Resolves when skeletons and spinners are gone and fonts are loaded. */
async function settled(page: TestPage): Promise<void> {
  await page.waitForLoadState('load')
  await page.locator('h1:visible, h2:visible').first().waitFor()
  await page.locator('main .animate-pulse, main .animate-spin').first().waitFor({ state: 'detached' })
  await page.evaluate('document.fonts.ready.then(() => null)')
}
