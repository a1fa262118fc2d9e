import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { marketingApi } from '@portal/contracts/marketing'
import { type ServiceUnderTest, startUnderTest } from '@portal/testkit/service-under-test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MarketingEnvironment, siteContent } from './config.ts'
import { fixedSite } from './fixed-site.fixture.ts'
import { createPageRenderer } from './rendering/page-renderer.ts'
import { service as marketing } from './service.ts'

const { content } = fixedSite()
const version = '0123456789ab'
let folder: string
let under: ServiceUnderTest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-marketing-'))
  await mkdir(join(folder, 'marketing', version), { recursive: true })
  await writeFile(
    join(folder, 'marketing', version, 'render.mjs'),
    'export const renderPages = ({ links }) => ({ landing: "<a href=" + links.aboutUrl + ">About</a>" })\n',
  )
  under = await startUnderTest(marketing, {
    ports: { content, renderer: createPageRenderer(folder, content) },
  })
})
afterAll(async () => {
  await under.stop()
  await rm(folder, { recursive: true, force: true })
})

const internal = async (path: string) => {
  const passport = await under.office.service('gateway', ['marketing'])
  return under.service.fetch(
    new Request(`http://service/internal/marketing/rendered/${path}`, {
      headers: { 'x-portal-passport': passport },
    }),
  )
}

it('visitors read the content that is configured', async () => {
  expect(await under.visitor.call(marketingApi.readContent, {})).toEqual(content)
})

it('the gateway reads the pages that a version of the remote renders with that content', async () => {
  const response = await internal(version)
  expect(await response.json()).toEqual({ content, pages: { landing: '<a href=/about>About</a>' } })
})

it('a version that was never published is not found, and no path is a version', async () => {
  expect((await internal('ffffffffffff')).status).toBe(404)
  expect((await internal('latest')).status).toBe(404)
  expect((await internal('..%2F..%2Fetc')).status).toBe(404)
})

it('a version that is published later is rendered then', async () => {
  const later = 'aaaaaaaaaaaa'
  expect((await internal(later)).status).toBe(404)
  await mkdir(join(folder, 'marketing', later))
  await writeFile(join(folder, 'marketing', later, 'render.mjs'), 'export const renderPages = () => ({})\n')
  expect((await internal(later)).status).toBe(200)
})

const required = {
  DATABASE_OWNER_URL: 'postgres://test/',
  DATABASE_APP_URL: 'postgres://test/',
  DATABASE_PLATFORM_URL: 'postgres://test/',
  EVENTS_URL: 'log:',
  GATEWAY_URL: 'http://127.0.0.1:1',
  PUBLIC_ORIGIN: 'https://policies.example.com:8443',
  REMOTES_DIRECTORY: '/remotes',
}
const configured = (changes: Record<string, string> = {}) =>
  siteContent(MarketingEnvironment.parse({ ...required, ...changes }))

describe('the specified texts are the defaults (product §9, decisions 49 and 50)', () => {
  it('outside addresses are pages of our own, the mailbox is contact@ the public host', () => {
    expect(configured().links).toEqual({
      scheduleUrl: '/call',
      quizUrl: '/quiz',
      aboutUrl: '/about',
      contactMailbox: 'contact@policies.example.com',
    })
  })

  it('claims and certifications', () => {
    expect(configured().claims).toEqual({
      uptime: '99.9%',
      integrationsUptime: '99%',
      encryptionAtRest: 'AES-256',
      encryptionInTransit: 'TLS 1.3',
      deletionPeriod: '30 days',
      syncTime: 'about 1 s',
    })
    expect(configured().certifications.map(({ name, status }) => `${name}: ${status}`)).toEqual([
      'SOC 2 Type II: Compliant',
      'GDPR: Compliant',
      'CCPA: Compliant',
      'ISO 27001: In Progress',
    ])
  })

  it('four integrations are live and eight coming soon', () => {
    const named = (status: string) =>
      configured()
        .integrations.filter((card) => card.status === status)
        .map(({ name }) => name)
    expect(named('live')).toEqual([
      'AI language model provider',
      'PostgreSQL',
      'Backend-as-a-service',
      'Web framework',
    ])
    expect(named('coming-soon')).toEqual([
      'Teams',
      'Slack',
      'Office 365',
      'Google Workspace',
      'Outlook Calendar',
      'Zapier',
      'Salesforce',
      'DocuSign',
    ])
    for (const { description, category, features } of configured().integrations)
      expect([description.length, category.length, features.length].every((length) => length > 0)).toBe(true)
  })
})

describe('configuration', () => {
  it('replaces addresses, claims, certifications and cards, and empty ones are kept empty', () => {
    const card = {
      name: 'Chat',
      description: 'Asks.',
      category: 'C',
      icon: 'hash',
      status: 'live',
      features: [],
    }
    const changed = configured({
      SCHEDULE_URL: 'https://calendar.example.com/us',
      QUIZ_URL: '',
      CONTACT_MAILBOX: '',
      UPTIME_CLAIM: '',
      CERTIFICATIONS: '',
      INTEGRATIONS: JSON.stringify([card]),
    })
    expect(changed.links).toMatchObject({
      scheduleUrl: 'https://calendar.example.com/us',
      quizUrl: '',
      contactMailbox: '',
    })
    expect(changed.claims.uptime).toBe('')
    expect(changed.certifications).toEqual([])
    expect(changed.integrations).toEqual([card])
  })

  it.each([
    ['SCHEDULE_URL', 'javascript:alert(1)'],
    ['QUIZ_URL', '//elsewhere.example.com'],
    ['CONTACT_MAILBOX', 'a@example.com?bcc=b@example.com'],
    ['CERTIFICATIONS', 'GDPR'],
    ['CERTIFICATIONS', 'GDPR: Certified'],
    ['CERTIFICATIONS', ': Compliant'],
    ['INTEGRATIONS', 'not JSON'],
    ['INTEGRATIONS', '[{"name":"Chat"}]'],
  ])('%s=%s stops the start', (name, value) => {
    expect(MarketingEnvironment.safeParse({ ...required, [name]: value }).success).toBe(false)
  })
})
