import type { Session } from '@portal/contracts/session'
import type { TestPage } from '@portal/testkit/browser'
import { opens } from './opens.ts'
import type { ScreenAddress } from './screen-addresses.ts'

const withPicture = ['document-comments', 'library-details']

/**
 * One's own picture and the organization's logo, what can go wrong with them, these pages once they
 * show them, and asking for erasure.
 */
export function accountScreens(pages: readonly ScreenAddress[]): ScreenAddress[] {
  return [
    { name: 'profile-picture', path: '/profile', act: (page) => choose(page, 'picture', 240) },
    { name: 'profile-refused', path: '/profile', act: refuse },
    { name: 'profile-erasure', path: '/profile', act: opens('Ask to be erased') },
    { name: 'settings-logo', path: '/settings', act: (page) => choose(page, 'logo', 720) },
    { name: 'picture-home', path: '/' },
    { name: 'picture-team', path: '/team' },
    ...pages
      .filter(({ name }) => withPicture.includes(name))
      .map((page) => ({ ...page, name: `picture-${page.name}` })),
  ]
}

/** One's account at the identity provider; of those without an organization the welcome step's. */
export function ownAccountScreens({ organization, settings }: Session): ScreenAddress[] {
  const account =
    settings.accountUrl === '' ? [] : [{ name: 'account', path: new URL(settings.accountUrl).pathname }]
  const welcome = { name: 'home-account', path: '/', act: openOwnAccount, isWhole: true }
  return [...account, ...(organization ? [] : [welcome])]
}

async function openOwnAccount(page: TestPage): Promise<void> {
  const button = page.getByRole('button', { name: 'Your account and data' })
  // Operators have a profile instead.
  if ((await button.count()) === 0) return
  await button.click()
  await page.getByRole('list', { name: 'Logged-in browsers' }).waitFor()
}

/** A drawn picture, 240 pixels high. */
async function choose(page: TestPage, noun: 'picture' | 'logo', width: number): Promise<void> {
  const drawn = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: 240 })
    const context = canvas.getContext('2d')
    context.fillStyle = '#7a3b69'
    context.fillRect(0, 0, ${width}, 240)
    context.fillStyle = '#f3c969'
    context.font = 'bold 150px sans-serif'
    context.fillText('Halden', 24, 172)
    return canvas.toDataURL('image/png')
  })()`)
  const buffer = Buffer.from(drawn.split(',')[1] ?? '', 'base64')
  await page.getByLabel(`File of the ${noun}`).setInputFiles({
    ...{ name: `${noun}.png`, mimeType: 'image/png' },
    buffer,
  })
  await page.getByRole('button', { name: `Remove ${noun}` }).waitFor()
}

async function refuse(page: TestPage): Promise<void> {
  const text = { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('No picture at all') }
  await page.getByLabel('File of the picture').setInputFiles(text)
  await page.getByText('Only PNG, JPEG and WebP pictures are allowed.', { exact: true }).waitFor()
}
