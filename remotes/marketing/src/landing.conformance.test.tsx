// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { manifest } from './manifest.ts'
import { Screen } from './routes/landing.tsx'
import { type ContentChanges, fixedContent, renderPublic } from './testing/render-public.tsx'

const { links } = fixedContent

/** Renders the landing page for a visitor. Returns the addresses that it navigates to. */
function renderPage(changes: ContentChanges = {}): readonly string[] {
  return renderPublic(Screen, changes).navigations
}

/** Product §2, landing: where each link of the header leads, and in which tab. */
const headerLinks = [
  { name: /^About Us/, href: links.aboutUrl, isNewTab: true },
  { name: /^Quality Quiz/, href: links.quizUrl, isNewTab: true },
] as const

const productLinks = [
  { name: 'Features', path: '/features' },
  { name: 'Security', path: '/security' },
  { name: 'Integrations', path: '/integrations' },
] as const

const footerLinks = [
  ...productLinks,
  { name: 'Contact Us', path: '/contact' },
  { name: 'Privacy Policy', path: '/privacy' },
  { name: 'Terms of Service', path: '/terms' },
] as const

/** Decision 50: an empty address hides its control. */
const hidingSettings = [
  { setting: 'aboutUrl', name: /^About Us/ },
  { setting: 'quizUrl', name: /Quality Quiz/ },
  { setting: 'scheduleUrl', name: /^Schedule a Call/ },
] as const

const header = () => within(screen.getByRole('navigation', { name: 'Main' }))
const productButton = () => header().getByRole('button', { name: 'Product' })

describe('product §2: landing', () => {
  it('stands at / for visitors, with an AI compliance portal title and no chrome of the shell', () => {
    expect(manifest.routes).toContainEqual({
      path: '/',
      screen: 'landing',
      when: ['anonymous'],
      title: expect.stringMatching(/^AI Compliance Portal – /),
      description: expect.any(String),
      layout: 'bare',
    })
  })

  it.each(headerLinks)('the header has $name', ({ name, href, isNewTab }) => {
    renderPage()
    const link = header().getByRole('link', { name })
    expect(link.getAttribute('href')).toBe(href)
    expect(link.getAttribute('target') === '_blank').toBe(isNewTab)
    expect(link.getAttribute('rel')).toContain('noopener')
  })

  it('Login is a browser navigation to /api/login', () => {
    renderPage()
    const login = screen.getByRole('link', { name: 'Login' })
    expect(login.getAttribute('href')).toBe('/api/login')
    expect(login.getAttribute('target')).toBeNull()
  })

  it.each(productLinks)('the Product dropdown leads to $path', async ({ name, path }) => {
    const navigations = renderPage()
    expect(header().queryByRole('link', { name })).toBeNull()
    await userEvent.click(productButton())
    await userEvent.click(header().getByRole('link', { name }))
    expect(navigations).toEqual([path])
    expect(productButton().getAttribute('aria-expanded')).toBe('false')
  })

  it('the Product dropdown closes on a click outside', async () => {
    renderPage()
    await userEvent.click(productButton())
    expect(productButton().getAttribute('aria-expanded')).toBe('true')
    await userEvent.click(screen.getByRole('heading', { level: 1 }))
    expect(productButton().getAttribute('aria-expanded')).toBe('false')
    expect(header().queryByRole('link', { name: 'Features' })).toBeNull()
  })

  it.each(footerLinks)('the footer leads to $path', async ({ name, path }) => {
    const navigations = renderPage()
    await userEvent.click(within(screen.getByRole('contentinfo')).getByRole('link', { name }))
    expect(navigations).toEqual([path])
  })

  it('the footer has exactly the six specified links beside the brand', () => {
    renderPage()
    const names = within(screen.getByRole('contentinfo'))
      .getAllByRole('link')
      .map((link) => link.textContent)
    expect(names).toEqual(['Portal', ...footerLinks.map(({ name }) => name)])
  })

  it('every Schedule a Call button opens the booking page in a new tab', () => {
    renderPage()
    const buttons = screen.getAllByRole('link', { name: /^Schedule a Call/ })
    expect(buttons.length).toBeGreaterThan(1)
    for (const button of buttons) {
      expect(button.getAttribute('href')).toBe(links.scheduleUrl)
      expect(button.getAttribute('target')).toBe('_blank')
    }
  })

  it('claims the certifications that are set, by their status, and none without (decision 49)', () => {
    const certifications = ['SOC 2 Type II', 'GDPR', 'CCPA'].map((name) => ({
      name,
      status: 'Compliant' as const,
    }))
    renderPage({ certifications: [...certifications, { name: 'ISO 27001', status: 'In Progress' }] })
    const reason = screen.getByRole('heading', { name: 'Certifications, stated plainly' }).closest('li')
    expect(reason?.textContent).toContain('SOC 2 Type II, GDPR and CCPA: Compliant. ISO 27001: In Progress.')
    cleanup()
    renderPage()
    expect(screen.queryByText('Certifications, stated plainly')).toBeNull()
    expect(document.body.textContent).not.toContain('SOC 2')
  })

  it('has a hero and a feature grid', () => {
    renderPage()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Ask your policies/)
    const grid = within(screen.getByRole('region', { name: 'From the first draft to the last question' }))
    expect(grid.getAllByRole('heading', { level: 3 })).toHaveLength(7)
  })

  it.each(hidingSettings)('an empty $setting hides its controls', ({ setting, name }) => {
    renderPage({ links: { [setting]: '' } })
    expect(screen.queryAllByRole('link', { name, hidden: true })).toEqual([])
  })
})
