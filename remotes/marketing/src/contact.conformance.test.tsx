// @vitest-environment happy-dom
import { readToasts } from '@portal/ui/toast'
import { hasUnsavedText } from '@portal/ui/unsaved-text'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Screen } from './routes/contact.tsx'
import { type ContentChanges, renderPublic } from './testing/render-public.tsx'

afterEach(() => vi.restoreAllMocks())

const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const submit = () => screen.getByRole('button', { name: 'Send Message' })

/** Opens the page; returns the addresses that it hands to the browser. */
function openPage(changes: ContentChanges = {}) {
  const opened: string[] = []
  vi.spyOn(window.location, 'assign').mockImplementation((address) => void opened.push(String(address)))
  const rendered = renderPublic(Screen, changes, '/contact')
  return { ...rendered, opened }
}

async function fill(message = 'Hello & welcome,\nwhat does it cost?') {
  await userEvent.type(field('Full Name'), 'Ada Byron')
  await userEvent.type(field('Email Address'), 'ada@example.com')
  await userEvent.type(field(/^Company Name/), 'Engines')
  await userEvent.type(field('Subject'), 'A trial')
  fireEvent.change(field('Message'), { target: { value: message } })
}

describe('product §2 and §5: contact', () => {
  it.each([
    ['Full Name', 'text', true],
    ['Email Address', 'email', true],
    [/^Company Name\s+optional$/, 'text', false],
    ['Subject', 'text', true],
    ['Message', 'textarea', true],
  ] as const)(
    'has the field %s, of type %s, required: %s, checked by the browser alone',
    (label, type, required) => {
      openPage()
      expect(field(label).type).toBe(type)
      expect(field(label).required).toBe(required)
      expect(field(label).form?.noValidate).toBe(false)
    },
  )

  it('the message has 6 rows and its placeholder', () => {
    openPage()
    expect(field('Message').getAttribute('rows')).toBe('6')
    expect(field('Message').placeholder).toBe('Tell us how we can help you...')
  })

  it('opens the mail client with subject and body, calls no API, says so and clears the form', async () => {
    const { opened, server } = openPage()
    await fill()
    await userEvent.click(submit())
    expect(screen.getByRole('button', { name: 'Sending...' })).toHaveProperty('disabled', true)
    expect(opened).toHaveLength(1)
    const address = new URL(opened[0] ?? '')
    expect(address.protocol + address.pathname).toBe('mailto:contact@portal.test')
    // Mail programs read %20, not +, as a space.
    expect(opened[0]).not.toContain('+')
    expect(address.searchParams.get('subject')).toBe('Contact Form: A trial')
    expect(address.searchParams.get('body')?.split('\r\n')).toEqual([
      'Name: Ada Byron',
      'Email: ada@example.com',
      'Company: Engines',
      '',
      'Message:',
      'Hello & welcome,',
      'what does it cost?',
    ])
    await waitFor(() => expect(readToasts().toasts[0]?.title).toBe('Message prepared'))
    expect(readToasts().toasts[0]?.description).toBe(
      'Your email client will open with the message ready to send.',
    )
    for (const label of ['Full Name', 'Email Address', /^Company Name/, 'Subject', 'Message'])
      await waitFor(() => expect(field(label).value).toBe(''))
    expect(submit()).toHaveProperty('disabled', false)
    expect(server.requests('POST /api/marketing/content')).toEqual([])
  })

  it('typed text is asked about before the page is left, but not as it goes to the mail program (decision 79)', async () => {
    openPage()
    expect(hasUnsavedText()).toBe(false)
    await userEvent.type(field('Full Name'), 'Ada Byron')
    expect(hasUnsavedText()).toBe(true)
    fireEvent.click(screen.getByRole('link', { name: 'contact@portal.test' }))
    expect(hasUnsavedText()).toBe(false)
    await waitFor(() => expect(hasUnsavedText()).toBe(true))
    await fill()
    const asks: boolean[] = []
    vi.mocked(window.location.assign).mockImplementation(() => void asks.push(hasUnsavedText()))
    await userEvent.click(submit())
    expect(asks).toEqual([false])
    await waitFor(() => expect(field('Message').value).toBe(''))
    expect(hasUnsavedText()).toBe(false)
  })

  it('Copy message copies subject and body (decision 48)', async () => {
    openPage()
    await fill('Please call.')
    const person = userEvent.setup()
    await person.click(screen.getByRole('button', { name: 'Copy message' }))
    expect(await navigator.clipboard.readText()).toBe(
      'Subject: Contact Form: A trial\n\nName: Ada Byron\nEmail: ada@example.com\nCompany: Engines\n\nMessage:\nPlease call.',
    )
    expect(screen.getByRole('link', { name: 'contact@portal.test' }).getAttribute('href')).toBe(
      'mailto:contact@portal.test',
    )
  })

  it.each([
    ['x', 2000],
    ['ع', 400],
  ])(
    'a message of %s that no mail program takes over is kept, and copying is offered',
    async (letter, count) => {
      const { opened } = openPage()
      await fill(letter.repeat(count))
      expect(screen.getByText(/too long for mail programs/).textContent).toContain('contact@portal.test')
      expect(submit()).toHaveProperty('disabled', true)
      const form = field('Message').form
      if (form) fireEvent.submit(form)
      expect(opened).toEqual([])
      expect(field('Message').value).toHaveLength(count)
      fireEvent.change(field('Message'), { target: { value: 'Short.' } })
      expect(submit()).toHaveProperty('disabled', false)
    },
  )

  it('without a mailbox there is no form, and without scheduling no button for it (decision 50)', () => {
    openPage({ links: { contactMailbox: '', scheduleUrl: '' } })
    expect(document.querySelector('form')).toBeNull()
    expect(screen.queryByRole('link', { name: /^Schedule a Call/ })).toBeNull()
    expect(document.body.textContent).not.toContain('mailto')
  })
})
