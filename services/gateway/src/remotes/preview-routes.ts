import type { Identify } from '../authentication/authenticate.ts'
import { refuseCrossSite } from '../authentication/same-origin.ts'
import { showNotice } from '../responses/notice-page.ts'
import type { OwnApp } from '../responses/own-app.ts'
import { endedCookie, type Previews, previewCookie, previewCookies, previewPath } from './previews.ts'

interface PreviewRoutesOptions {
  readonly publicOrigin: string
  readonly identify: Identify
  readonly previews: Previews
}

const home = { label: 'Go to the start page', address: '/', method: 'GET' } as const

/** What browsers navigate to: the link of a preview, and its end. */
export function addPreviewRoutes(app: OwnApp, options: PreviewRoutesOptions): void {
  const { identify, previews, publicOrigin } = options
  app.get(`${previewPath}/:token`, async (c) => {
    const token = c.req.param('token')
    const preview = previews.open(token)
    if (!preview) {
      return showNotice(c, {
        status: 400,
        title: 'This preview has ended',
        text: 'The link is not complete, or its time is over. Ask for another one.',
        action: home,
      })
    }
    const principal = await identify(c.env.incoming.headers)
    if (!principal) {
      const returnTo = encodeURIComponent(`${previewPath}/${token}`)
      return c.redirect(`/api/login?returnTo=${returnTo}`, 303)
    }
    if (principal.person.identity.personId !== preview.personId) {
      return showNotice(c, {
        status: 403,
        title: 'This preview is for somebody else',
        text: 'The link works only for the person whom it was made for.',
        action: home,
      })
    }
    c.header('set-cookie', previewCookie(preview, token, Date.now()))
    return c.redirect('/', 303)
  })
  app.post(`${previewPath}/end`, (c) => {
    refuseCrossSite(c.env.incoming.headers, publicOrigin)
    for (const [name] of previewCookies(c.req.header('cookie') ?? ''))
      c.header('set-cookie', endedCookie(name), { append: true })
    return c.redirect('/', 303)
  })
}
