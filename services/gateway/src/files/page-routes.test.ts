import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { type GatewayUnderTest, startGatewayUnderTest } from '../../test/gateway-under-test.ts'
import { rawRequest } from '../../test/raw-request.ts'

let portal: GatewayUnderTest

beforeAll(async () => {
  portal = await startGatewayUnderTest()
  await writeFile(join(portal.shellDirectory, '.secret'), 'hidden')
  await writeFile(join(portal.shellDirectory, 'favicon.svg'), '<svg/>')
  await writeFile(
    join(portal.shellDirectory, 'silent-check-sso.html'),
    '<script nonce="{{nonce}}">1</script>',
  )
  await symlink('/etc', join(portal.shellDirectory, 'etc'))
  await mkdir(join(portal.shellDirectory, 'folder.js'))
})
afterAll(() => portal[Symbol.asyncDispose]())

const get = (path: string) =>
  rawRequest(
    portal.port,
    `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${portal.port}\r\nconnection: close\r\n\r\n`,
  )

it('each page has a nonce of its own, on its scripts and in a policy without unsafe-eval and unsafe-inline', async () => {
  const pages = await Promise.all([1, 2].map(() => fetch(`${portal.origin}/`)))
  const nonces = await Promise.all(
    pages.map(async (page) => {
      const policy = page.headers.get('content-security-policy') ?? ''
      const nonce = /'nonce-([\w-]+)' 'strict-dynamic'/.exec(policy)?.[1] ?? ''
      expect(policy).toContain("script-src 'self';")
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(await page.text()).toContain(`nonce="${nonce}"`)
      return nonce
    }),
  )
  expect(nonces[0]).toMatch(/^[\w-]{22}$/)
  expect(nonces[0]).not.toBe(nonces[1])
})

it('no page is kept by a cache, and only this origin may frame one', async () => {
  const { headers } = await fetch(`${portal.origin}/`)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
})

it('an address that no remote shows is the shell with status 404; a file that is missing is no page', async () => {
  const page = await fetch(`${portal.origin}/nobody/knows`)
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('<title>Portal</title>')
  const file = await fetch(`${portal.origin}/missing.js`)
  expect(file.status).toBe(404)
  expect(file.headers.get('content-type')).toContain('application/json')
})

it('hashed files may be kept for ever, others are asked for again', async () => {
  const hashed = await fetch(`${portal.origin}/main.0123456789.js`)
  expect(hashed.headers.get('cache-control')).toContain('immutable')
  const other = await fetch(`${portal.origin}/favicon.svg`)
  expect(other.headers.get('cache-control')).toBe('no-cache')
  expect(other.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect(other.headers.get('content-security-policy')).toContain('sandbox')
})

it('the page of the silent check is served with a nonce too', async () => {
  const page = await fetch(`${portal.origin}/silent-check-sso.html`)
  expect(page.status).toBe(200)
  expect(await page.text()).toMatch(/<script nonce="[\w-]{22}">/)
})

it.each([
  '/../../etc/passwd.txt',
  '/%2e%2e/%2e%2e/etc/passwd.txt',
  '/remotes/../../etc/passwd',
  '/remotes/..%2f..%2fetc/passwd',
  '/remotes/%2e%2e/%2e%2e/etc/passwd',
  '/remotes//etc/passwd',
  '/remotes/%00/x.js',
  '/etc/hostname.txt',
  '/etc/passwd-.js',
  '/.secret',
  '/.secret.js',
  '/folder.js',
])('%s gives nothing away', async (path) => {
  const response = await get(path)
  expect(response).not.toMatch(/root:|hidden|hostname/)
  expect(response).toMatch(/^HTTP\/1\.1 (400|404) /)
})

it('a HEAD request has the headers of the file and no body', async () => {
  const response = await fetch(`${portal.origin}/main.0123456789.js`, { method: 'HEAD' })
  expect(response.headers.get('content-length')).toBe('21')
  expect(await response.text()).toBe('')
})

it('a page with a token in its address lets no request name that address, every other one tells it to the portal alone', async () => {
  const policyOf = async (path: string) =>
    (await fetch(`${portal.origin}${path}`)).headers.get('referrer-policy')
  expect(await policyOf('/documents?auth_token=a.b.c')).toBe('no-referrer')
  expect(await policyOf('/documents?auth_token=a.b.c&auth_token=d.e.f')).toBe('no-referrer')
  expect(await policyOf('/documents')).toBe('same-origin')
})

it('pages and the list of remotes count for an address, files do not', async () => {
  await using limited = await startGatewayUnderTest({ RATE_ADDRESS: '60/4' })
  await writeFile(join(limited.shellDirectory, 'favicon.svg'), '<svg/>')
  const statusOf = async (path: string) => (await fetch(`${limited.origin}${path}`)).status
  const paths = ['/', '/remotes.json', '/departments', '/remotes.json', '/', '/remotes.json']
  const statuses: number[] = []
  for (const path of paths) statuses.push(await statusOf(path))
  expect(statuses.slice(0, 3)).not.toContain(429)
  expect(statuses.at(-1)).toBe(429)
  expect(await statusOf('/favicon.svg')).toBe(200)
})

it('pages and the API description count among what an address has running at once', async () => {
  let now = Date.now()
  await using limited = await startGatewayUnderTest({ IN_FLIGHT_ADDRESS: '1' }, () => now)
  await limited.addPerson('ada')
  const ada = await limited.signIn('ada')
  const { respond } = limited.team
  const held = Promise.withResolvers<void>()
  limited.team.respond = async (incoming, outgoing) => {
    await held.promise
    return respond(incoming, outgoing)
  }
  // What is known of ada is too old, so her page waits for team.
  now += 10_000
  const page = ada('/')
  await eventually(() => expect(limited.team.open.size).toBe(1))
  for (const path of ['/', '/api/openapi.json'])
    expect((await fetch(`${limited.origin}${path}`)).status).toBe(429)
  held.resolve()
  expect((await page).status).toBe(200)
})
