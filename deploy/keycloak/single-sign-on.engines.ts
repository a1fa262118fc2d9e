import { join } from 'node:path'
import { workspaceRoot } from '@portal/build/build-plan'
import { openBrowser, type TestBrowser } from '@portal/testkit/browser'
import { fillSignInForm } from '@portal/testkit/sign-in-page'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildFrontEnds } from '../standalone/build-front-ends.ts'
import { type PortalOnKeycloak, password, startPortalOnKeycloak } from './portal-on-keycloak.fixture.ts'

let portal: PortalOnKeycloak
let browser: TestBrowser

beforeAll(async () => {
  await buildFrontEnds(() => undefined)
  portal = await startPortalOnKeycloak({ shellDirectory: join(workspaceRoot, 'shell', 'dist') })
  await portal.addPerson('mariam')
})
afterAll(() => portal[Symbol.asyncDispose]())
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

it('who is signed in at Keycloak already is offered to go on, and comes in without a password', async () => {
  const page = await browser.context.newPage()
  const { url } = await portal.elsewhere.begin()
  await page.goto(url.href)
  await fillSignInForm(page, { username: 'mariam', password })
  await page.waitForURL((address) => address.pathname === '/silent-check.html')

  await page.goto(`${portal.address}/`)
  await page.getByText('You are signed in already at your identity provider.').waitFor()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL((address) => address.pathname === '/' && address.search === '')
  await page.goto(`${portal.address}/api/session`)
  expect(await page.textContent('body')).toContain('mariam@halden.example')
})

it('who is signed in nowhere is offered nothing, and no page of Keycloak is shown to find that out', async () => {
  await browser.context.clearCookies()
  const page = await browser.context.newPage()
  const silent = page.waitForResponse((response) => response.url().includes('/silent-check.html'))
  await page.goto(`${portal.address}/`)
  expect(new URL((await silent).url()).searchParams.get('error')).toBe('login_required')
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await page.getByText('You are signed in already').count()).toBe(0)
})

it('the account page of Keycloak is below the issuer, and neither its console nor another realm is public', async () => {
  const read = async (path: string) =>
    (await fetch(`${portal.address}${path}`, { redirect: 'manual' })).headers
  const account = await fetch(`${portal.issuer}/account/`, { redirect: 'manual' })
  expect([account.status, account.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/html'),
  ])
  expect(account.headers.get('strict-transport-security')).toBeNull()
  for (const path of [
    '/auth/admin/master/console/',
    '/auth/realms/master/',
    '/auth/admin/serverinfo',
    '/auth/health',
  ])
    expect([path, (await read(path)).get('x-frame-options')]).toEqual([path, null])
})
