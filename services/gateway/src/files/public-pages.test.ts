import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RenderedSite } from '@portal/contracts/marketing'
import type { RemoteEntry } from '@portal/contracts/remotes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FixedService, json, startFixedService } from '../../test/fixed-service.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'
import { remoteVersions } from '../remotes/tables.ts'

const template = `<!doctype html><html lang="en"><head><title>Portal</title><!--preloads-->
<script defer src="/main.0123456789.js" nonce="{{nonce}}"></script></head>
<body><div id="root" data-app="shell"></div><noscript>The portal needs JavaScript.</noscript></body></html>`

const site = {
  content: {
    links: { scheduleUrl: '/call', quizUrl: '', aboutUrl: '', contactMailbox: '</script><b>' },
    claims: {
      ...{ uptime: '', integrationsUptime: '', encryptionAtRest: '' },
      ...{ encryptionInTransit: '', deletionPeriod: '', syncTime: '' },
    },
    certifications: [],
    integrations: [],
  },
  pages: { landing: '<main><h1>Ask your policies</h1></main>', features: '<h1>Nine</h1>' },
} satisfies RenderedSite

const version = '0123456789ab'
const bare = { when: ['always' as const], layout: 'bare' as const, preload: ['site.0123456789.css'] }
const entry: RemoteEntry = {
  name: 'marketing',
  version,
  entry: `/remotes/marketing/${version}/remote-entry.js`,
  container: 'portal_marketing',
  integrity: { 'site.0123456789.css': 'sha384-abc' },
  navigation: [],
  routes: [
    {
      ...bare,
      path: '/',
      screen: 'landing',
      when: ['anonymous'],
      title: 'Portal & more',
      description: 'A "promise"',
    },
    { ...bare, path: '/features', screen: 'features', title: 'Features', description: 'Nine' },
    { ...bare, path: '/join/:code', screen: 'join', title: 'Join' },
    { ...bare, path: '/', screen: 'dashboard', when: ['signed-in'], title: 'Dashboard' },
  ],
}

let marketing: FixedService
let portal: GatewayUnderTest

beforeAll(async () => {
  marketing = await startFixedService()
  portal = await startGatewayUnderTest({ MARKETING_URL: marketing.url })
  await writeFile(join(portal.shellDirectory, 'index.html'), template)
  await portal.database.platformTx((db) =>
    db
      .insert(remoteVersions)
      .values({ name: 'marketing', version, entry, isCurrent: true, publishedAt: new Date() }),
  )
})
afterAll(async () => {
  await portal[Symbol.asyncDispose]()
  await marketing[Symbol.asyncDispose]()
})
beforeEach(() => {
  marketing.respond = (_, outgoing) => json(outgoing, site)
})

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${portal.origin}${path}`, { headers })
  return { response, text: await response.text() }
}

describe('a visitor', () => {
  it('gets a public page as HTML before the shell, with its content, its title and its style sheet', async () => {
    const { response, text } = await get('/')
    expect(response.status).toBe(200)
    expect(text).toContain(
      '<div id="rendered-page" data-app="marketing"><main><h1>Ask your policies</h1></main></div>',
    )
    expect(text.indexOf('rendered-page')).toBeLessThan(text.indexOf('id="root"'))
    expect(text).toContain('<title>Portal &amp; more</title>')
    expect(text).toContain(
      `<link rel="stylesheet" href="/remotes/marketing/${version}/site.0123456789.css" crossorigin="anonymous" integrity="sha384-abc">`,
    )
    expect(text).not.toContain('noscript')
    expect(text).not.toContain('noindex')
  })

  it('gets what link previews and search engines read, with the address that is canonical', async () => {
    const { text } = await get('/features?utm_source=mail')
    for (const tag of [
      `<link rel="canonical" href="${portal.origin}/features">`,
      '<meta name="description" content="Nine">',
      '<meta property="og:title" content="Features">',
      `<meta property="og:url" content="${portal.origin}/features">`,
      `<meta property="og:image" content="${portal.origin}/preview.png">`,
    ])
      expect(text).toContain(tag)
    expect((await get('/')).text).toContain('content="A &quot;promise&quot;"')
  })

  it('gets content that cannot end its script element', async () => {
    const { text } = await get('/')
    const json = /id="site-content">(.*?)<\/script>/s.exec(text)?.[1] ?? ''
    expect(JSON.parse(json)).toEqual(site.content)
  })

  it('gets the page compressed as accepted, under the policies of every page', async () => {
    for (const encoding of ['br', 'gzip']) {
      const { response, text } = await get('/', { 'accept-encoding': encoding })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('vary')).toBe('Accept-Encoding')
      expect(text).toContain('Ask your policies')
    }
    const { response, text } = await get('/', { 'accept-encoding': 'identity' })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('cache-control')).toBe('no-store')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    const nonce = /'nonce-([\w-]+)'/.exec(policy)?.[1]
    expect(text).toContain(`nonce="${nonce}"`)
  })

  it('gets the shell alone at other pages, which search engines do not list', async () => {
    for (const path of ['/join/ABCDEF', '/nothing/here']) {
      const { text } = await get(path)
      expect(text).not.toContain('rendered-page')
      expect(text).toContain('<meta name="robots" content="noindex">')
    }
  })

  it('who was signed in in this browser gets no landing page that another page then replaces (decision 10)', async () => {
    expect((await get('/', { cookie: 'portal_hint=1' })).text).not.toContain('rendered-page')
    expect((await get('/?auth_token=a.b.c')).text).not.toContain('rendered-page')
  })
})

it('a signed-in person gets the app', async () => {
  await portal.addPerson('ada')
  const browse = await portal.signIn('ada')
  const text = await (await browse(`${portal.origin}/`)).text()
  expect(text).not.toContain('rendered-page')
  expect(text).toContain('noindex')
})

it('marketing is asked with a service passport, and not at every request', async () => {
  await get('/')
  await get('/features')
  const asked = marketing.arrived.filter(({ url }) => url === `/internal/marketing/rendered/${version}`)
  expect(asked).toHaveLength(1)
  expect(asked[0]?.headers['x-portal-passport']).toMatch(/^ey/)
})

it('while marketing is away a gateway that has no pages yet sends the shell', async () => {
  await marketing.stop()
  await portal.restart()
  const { response, text } = await get('/')
  expect(response.status).toBe(200)
  expect(text).not.toContain('rendered-page')
  expect(text).toContain('The portal needs JavaScript.')
  await marketing.listen()
})

it('while marketing still renders pages are sent without waiting for it, and with their HTML once it has', async () => {
  const rendered = Promise.withResolvers<void>()
  marketing.respond = async (_, outgoing) => {
    await rendered.promise
    json(outgoing, site)
  }
  await portal.restart()
  expect((await get('/')).text).not.toContain('rendered-page')
  rendered.resolve()
  await expect.poll(async () => (await get('/')).text, { timeout: 10_000 }).toContain('rendered-page')
})

it('the sitemap lists the public pages, and robots.txt names it', async () => {
  const { response, text } = await get('/sitemap.xml')
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(text.match(/<loc>.*?<\/loc>/g)).toEqual([
    `<loc>${portal.origin}/</loc>`,
    `<loc>${portal.origin}/features</loc>`,
  ])
  const robots = await get('/robots.txt')
  expect(robots.text).toContain(`Sitemap: ${portal.origin}/sitemap.xml`)
  expect(robots.text).toContain('Disallow: /join/')
})
