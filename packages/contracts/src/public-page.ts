import { isPublicPage, type RemoteEntry } from './remotes.ts'
import type { ChosenRoute } from './route-choice.ts'

/** A public page as HTML, for visitors without JavaScript, search engines and link previews. */
export interface PublicPage {
  readonly chosen: ChosenRoute
  /** Of the portal in browsers: canonical addresses begin with it. */
  readonly publicOrigin: string
  /** The screen, rendered by its remote. */
  readonly html: string
  /** What the screen shows, so that it need not be requested. */
  readonly content: unknown
}

const previewImage = '/preview.png'

/** The head's tags: what search engines and link previews read (https://ogp.me). */
export function publicPageHead({ chosen: { route }, publicOrigin }: PublicPage): string {
  const { title, description = '' } = route
  const address = `${publicOrigin}${route.path}`
  const properties = [
    ['og:type', 'website'],
    ['og:site_name', 'Portal'],
    ['og:title', title],
    ['og:description', description],
    ['og:url', address],
    ['og:image', `${publicOrigin}${previewImage}`],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', 'The portal answers a question with a cited sentence of a policy'],
  ] as const
  return [
    `<meta name="description" content="${attribute(description)}">`,
    `<link rel="canonical" href="${attribute(address)}">`,
    ...properties.map(([name, value]) => `<meta property="${name}" content="${attribute(value)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n    ')
}

/** The body's part before the shell's root, which the shell removes once it shows the screen. */
export function publicPageBody({ chosen: { remote }, html, content }: PublicPage): string {
  // No text of the content may end the script element.
  const json = JSON.stringify(content).replaceAll('<', '\\u003c')
  return `<div id="rendered-page" data-app="${attribute(remote.name)}">${html}</div>
    <script type="application/json" id="site-content">${json}</script>`
}

/** The addresses that search engines may list (https://www.sitemaps.org/protocol.html). */
export function sitemap(remotes: readonly RemoteEntry[], publicOrigin: string): string {
  const addresses = remotes.flatMap(({ routes }) =>
    routes
      .filter(isPublicPage)
      .map(({ path }) => `  <url><loc>${attribute(`${publicOrigin}${path}`)}</loc></url>`),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.join('\n')}
</urlset>
`
}

/** Crawlers may read what visitors may; addresses that begin a session are left out (RFC 9309). */
export function robots(publicOrigin: string): string {
  return `User-agent: *
Disallow: /api/login
Disallow: /api/logout
Disallow: /api/callback
Disallow: /join/
Allow: /

Sitemap: ${publicOrigin}/sitemap.xml
`
}

/** A text as the value of an attribute or the text of an element. */
export function attribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
