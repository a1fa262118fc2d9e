// @vitest-environment happy-dom
import type { SiteContent } from '@portal/contracts/marketing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen as About } from './routes/about.tsx'
import { Screen as Features } from './routes/features.tsx'
import { Screen as Integrations } from './routes/integrations.tsx'
import { Screen as Privacy } from './routes/privacy.tsx'
import { Screen as Security } from './routes/security.tsx'
import { Screen as Terms } from './routes/terms.tsx'
import { renderPublic } from './testing/render-public.tsx'

const texts = () => document.body.textContent ?? ''
const headings = (level: number) =>
  screen.getAllByRole('heading', { level }).map(({ textContent }) => textContent)

describe('product §2: public pages', () => {
  it.each([
    ['/features', 'Features – AI Compliance Portal'],
    ['/security', 'Security – AI Compliance Portal'],
    ['/integrations', 'Integrations – AI Compliance Portal'],
    ['/contact', 'Contact Us – AI Compliance Portal'],
    ['/terms', 'Terms of Service – AI Compliance Portal'],
    ['/privacy', 'Privacy Policy – AI Compliance Portal'],
    ['/about', 'About Us – AI Compliance Portal'],
    ['/quiz', 'Quality Quiz – AI Compliance Portal'],
    ['/call', 'Schedule a Call – AI Compliance Portal'],
  ])('%s is there for everyone, titled %s', (path, title) => {
    const route = manifest.routes.find((one) => one.path === path)
    expect(route).toMatchObject({ title, when: ['always'], layout: 'bare', description: expect.any(String) })
  })

  it.each([
    ['/features', Features],
    ['/security', Security],
    ['/integrations', Integrations],
  ] as const)('%s links to the other two and to Contact, and marks itself', async (path, Screen) => {
    const { navigations } = renderPublic(Screen, {}, path)
    const main = within(screen.getByRole('navigation', { name: 'Main' }))
    const links = main.getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Features',
      'Security',
      'Integrations',
      'Contact',
    ])
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/features',
      '/security',
      '/integrations',
      '/contact',
    ])
    expect(links.filter((link) => link.getAttribute('aria-current') === 'page')).toEqual([
      main.getByRole('link', { current: 'page' }),
    ])
    await userEvent.click(main.getByRole('link', { name: 'Contact' }))
    expect(navigations.at(-1)).toBe('/contact')
  })

  it('/features names audit trail, admin controls and permissions by role and department (product §1)', () => {
    renderPublic(Features, {}, '/features')
    const text = document.body.textContent?.toLowerCase()
    for (const words of ['audit trail', 'admin controls', 'role-based permissions', 'department-based'])
      expect(text).toContain(words)
  })

  it('/features has nine feature cards', () => {
    renderPublic(Features, {}, '/features')
    expect(headings(2).slice(0, 9)).toEqual([
      'Answers you can check',
      'An honest “we do not know”',
      'One library for every policy',
      'One version in force',
      'Approval by the people you name',
      'Differences you can read',
      'Roles and departments',
      'Gaps that end in a task',
      'An audit trail as it happens',
    ])
    expect(screen.getAllByRole('img')).toHaveLength(9)
  })

  it('/security has measures, certifications and document security', () => {
    renderPublic(Security, { certifications: [{ name: 'GDPR', status: 'Compliant' }] }, '/security')
    expect(headings(2)).toEqual(
      expect.arrayContaining([
        'Security measures',
        'Certifications',
        'From the question to its answer',
        'Who can see and do what',
      ]),
    )
    expect(screen.getByText('Document security')).toBeTruthy()
  })

  it.each([
    ['Terms of Service', Terms],
    ['Privacy Policy', Privacy],
  ] as const)('%s is a text of its own, last updated June 15, 2025', (title, Screen) => {
    renderPublic(Screen)
    expect(headings(1)).toEqual([title])
    const date = screen.getByText('June 15, 2025')
    expect(date.getAttribute('datetime')).toBe('2025-06-15')
    expect(date.parentElement?.textContent).toBe('Last updated June 15, 2025')
    const contents = within(screen.getByRole('navigation', { name: 'On this page' }))
    const addresses = contents.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(addresses.length).toBeGreaterThanOrEqual(10)
    for (const address of addresses) expect(document.querySelector(address ?? '')?.tagName).toBe('H2')
  })

  it('/about is a page of our own', () => {
    renderPublic(About)
    expect(headings(1)).toEqual(['Rules help only when people can find and trust them'])
  })
})

const claims = {
  uptime: '99.9%',
  integrationsUptime: '99%',
  encryptionAtRest: 'AES-256',
  encryptionInTransit: 'TLS 1.3',
  deletionPeriod: '30 days',
  syncTime: 'about 1 s',
}

/** Product §9: each claim, the page that makes it, and its sentence there. */
const claimed = [
  ['uptime', Security, '99.9% uptime SLA'],
  ['encryptionAtRest', Security, 'Encrypted at rest with AES-256'],
  ['encryptionInTransit', Security, 'Encrypted in transit with TLS 1.3'],
  ['deletionPeriod', Security, 'Account data is deleted within 30 days of account closure, on request.'],
  ['deletionPeriod', Privacy, 'On request, account data is deleted within 30 days of account closure.'],
  ['integrationsUptime', Integrations, 'Uptime SLA99%'],
  ['syncTime', Integrations, 'Sync timeabout 1 s'],
] as const

describe('product §9: claims', () => {
  it.each(claimed)('%s is claimed as configured, and not at all when empty', (name, Screen, sentence) => {
    renderPublic(Screen, { claims })
    expect(texts()).toContain(sentence)
    document.body.replaceChildren()
    renderPublic(Screen, { claims: { ...claims, [name]: '' } })
    expect(texts()).not.toContain(sentence)
    expect(texts()).not.toContain('undefined')
  })
})

const integrations: SiteContent['integrations'] = [
  {
    name: 'PostgreSQL',
    category: 'Database',
    icon: 'database',
    description: 'Keeps rows.',
    status: 'live',
    features: ['Rows separated by organization'],
  },
  {
    name: 'Slack',
    category: 'Communication',
    icon: 'hash',
    description: 'Ask from a channel.',
    status: 'coming-soon',
    features: ['Questions with citations'],
  },
]

describe('product §4: statuses', () => {
  it.each([
    ['PostgreSQL', 'Live', 'success'],
    ['Slack', 'Coming Soon', 'neutral'],
  ])(
    'the card of %s has the badge %s in its colour, category, description and features',
    (name, badge, tone) => {
      renderPublic(Integrations, { integrations }, '/integrations')
      const card = screen.getByRole('heading', { level: 3, name }).closest('li')
      const shown = integrations.find((one) => one.name === name)
      expect(within(card as HTMLElement).getByText(badge).className).toContain(`bg-${tone}-subtle`)
      for (const text of [shown?.category, shown?.description, ...(shown?.features ?? [])])
        expect(card?.textContent).toContain(text)
    },
  )

  it('counts what is live and what is not', () => {
    renderPublic(Integrations, { integrations }, '/integrations')
    expect(headings(1)).toEqual(['One integration live, one on the way'])
  })

  it.each([
    ['GDPR', 'Compliant', 'text-success-text'],
    ['ISO 27001', 'In Progress', 'text-warning-text'],
  ] as const)('%s is %s with its sign: green check, or yellow warning', (name, status, colour) => {
    renderPublic(Security, { certifications: [{ name, status }] }, '/security')
    const row = screen.getByRole('heading', { level: 3, name }).closest('li')
    expect(row?.textContent).toContain(status)
    const sign = row?.querySelector('svg')
    expect(sign?.getAttribute('class')).toContain(colour)
    expect(sign?.getAttribute('class')).toContain(status === 'Compliant' ? 'circle-check' : 'triangle-alert')
  })
})
