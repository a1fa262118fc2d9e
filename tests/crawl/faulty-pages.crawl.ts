import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Session } from '@portal/contracts/session'
import { openBrowser, type TestBrowser } from '@portal/testkit/browser'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Crawl, crawl } from './crawl.ts'

const visitor: Session = {
  person: null,
  organization: null,
  role: null,
  isMasterAdmin: false,
  permissions: [],
  settings: { oidcIssuer: '', oidcClientId: '', accountUrl: '' },
}

const menu = (items: string) =>
  `<button aria-haspopup="menu" onclick="list.hidden = false">More</button>
   <div id="list" role="menu" aria-label="More" hidden>${items}</div>`

/** A page with something wrong, and the findings that a crawl reports of it. */
interface Fault {
  readonly what: string
  readonly html: string
  readonly found: readonly (string | RegExp)[]
}

/** Text that moves once the page has loaded. */
const moving = `<p id="moves" style="height: 400px">Moves</p><p id="loading" class="animate-pulse">Loading</p>
  <script>
    setTimeout(() => {
      moves.style.marginTop = '400px'
      loading.remove()
    }, 300)
  </script>`

const faults: readonly Fault[] = [
  { what: 'nothing wrong', html: '<a href="/other">Other</a>', found: [] },
  { what: 'a dead link', html: '<a href="/nowhere">Nowhere</a>', found: ['is a dead link', /^logs .*404/] },
  {
    what: 'an error of the console',
    html: '<script>console.error("Broken")</script>',
    found: ['logs Broken'],
  },
  {
    what: 'an unhandled rejection',
    html: '<script>Promise.reject(new Error("Lost"))</script>',
    found: ['throws Lost'],
  },
  {
    what: 'text that is cut off',
    html: '<p style="width: 3rem; overflow: hidden; white-space: nowrap">Much too long</p>',
    found: ['cuts off "Much too long"'],
  },
  { what: 'a wide block', html: '<p style="width: 3000px">Wide</p>', found: ['scrolls sideways'] },
  {
    what: 'text beyond its box',
    html: '<p style="width: 5rem; border: 1px solid; white-space: nowrap"><b>Wider than its box is</b></p>',
    found: ['draws "Wider than its box is" beyond its box'],
  },
  { what: 'a picture without words', html: '<img src="data:,">', found: [/^axe image-alt/] },
  {
    what: 'text that moves',
    html: moving,
    found: [/^shifts its layout/],
  },
  {
    what: 'no fault where an answer came after the page gave up waiting for it',
    html: `<style>@keyframes appear-late { to { visibility: visible } }</style>
      <p style="animation: appear-late 0s 50ms forwards">Follows</p>${moving}`,
    found: [],
  },
  {
    what: 'a button without effect',
    html: '<button>Idle</button>',
    found: ['does nothing when it is pressed'],
  },
  { what: 'a button that works', html: '<button onclick="this.textContent = 1">Busy</button>', found: [] },
  {
    what: 'a button whose number is another one once the page is opened again',
    html: `<button onclick="this.title = 1">First</button><button onclick="this.title = 1">Asked <b id="n"></b></button>
      <script>n.textContent = sessionStorage.count = Number(sessionStorage.count ?? 0) + 1</script>`,
    found: [],
  },
  {
    what: 'a menu item without effect',
    html: menu('<button role="menuitem">Idle</button>'),
    found: ['does nothing when it is pressed'],
  },
  {
    what: 'a deletion at once',
    html: `<button onclick="fetch('/api/all', { method: 'DELETE' })">Delete</button>`,
    found: [/^deletes .* without a question$/],
  },
  {
    what: 'no fault with a button behind a dialog that is open from the beginning',
    html: `<div aria-hidden="true"><button tabindex="-1">Idle</button></div>
      <div role="dialog" aria-label="Box"><button onclick="this.title = 1">Works</button></div>
      <script>onkeydown = ({ key }) => key === 'Escape' && document.querySelector('[role=dialog]')?.remove()</script>`,
    found: [],
  },
  {
    what: 'a dialog that stays',
    html: `<button onclick="document.body.append(box.content.cloneNode(true))">Open</button>
      <template id="box"><div role="dialog" aria-label="Box">Stays</div></template>`,
    found: ['is a dialog that Esc does not close'],
  },
]

/** Moves only if its first answer, which the server has at once, comes after the second. */
const movingLate = `<p id="moves" style="height: 400px">Moves</p><script>
  fetch('/api/second').then(() => moves.title = 'Known')
  fetch('/api/first').then(() => moves.title && (moves.style.marginTop = '400px'))
</script>`

const secondAfterMs = 500

const state = { html: '' }
const server = createServer((request, response) => {
  if (request.url === '/remotes.json') return void response.end('{"remotes":[]}')
  if (request.url === '/api/second') return void setTimeout(() => response.end('{}'), secondAfterMs)
  if (request.url?.startsWith('/api/')) return void response.end(JSON.stringify(visitor))
  if (request.url !== '/' && request.url !== '/other') response.statusCode = 404
  response.setHeader('content-type', 'text/html')
  const body = request.url === '/' ? state.html : ''
  response.end(`<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,">
    <style>[hidden] { display: none } button { min-height: 24px }</style>
    <main><h1>Page</h1>${body}</main></html>`)
})
let browser: TestBrowser

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  server.close()
})

async function faultsOf(html: string, order: Partial<Crawl> = {}): Promise<string[]> {
  state.html = html
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  const { findings } = await crawl(browser, { address, themes: ['light'], pressed: new Set(), ...order })
  return findings.map(({ fault }) => fault)
}

it('finds what moves only when an answer comes after all others', async () => {
  expect(await faultsOf(movingLate)).toEqual([])
  expect(await faultsOf(movingLate, { isLate: true })).toEqual([
    expect.stringMatching(/^with \/api\/first late, shifts its layout/),
  ])
})

it('finds a colour that is too faint in the second theme alone', async () => {
  const html = `<style>@media (prefers-color-scheme: dark) {
    :root { background: #111; color: #eee } b { color: #333 }
  }</style><p><b>Faint in the dark</b></p>`
  expect(await faultsOf(html, { themes: ['light', 'dark'] })).toEqual([
    expect.stringMatching(/^axe color-contrast/),
  ])
})

it.each(faults)('finds $what', async ({ html, found }) => {
  expect(await faultsOf(html)).toEqual(
    found.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))),
  )
})
